example-artifacts:
  boto_s3_bucket.present:
    - profile: aws_profile

example-artifacts/licences/LICENSE:
  boto_s3.object_present:
    - source: LICENSE
    - extra_args:
        ContentType: text/plain
        CacheControl: max-age=60
        Metadata: {version: '1'}
    - profile: aws_profile
