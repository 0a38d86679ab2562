imported:
  boto_ec2.key_present:
    - name: example-key
    - upload_public: ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEaw2nTGwHVoPGXUnHLTDMRfWGWEOOZ5dLFMbx3+vdsr someone@example.com
    - tags:
        team: web
        stage: testing
    - profile: aws_profile
