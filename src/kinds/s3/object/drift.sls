example-artifacts/licences/LICENSE:
  boto3_s3.object_present:
    - source: rust-toolchain.toml
    - extra_args:
        ContentType: application/toml
        Metadata: {version: '2', stage: testing}
    - profile: aws_profile
