example-deployer:
  boto_iam.user_present:
    - path: /ci/
    - password: Example-password-1
    - policies:
        artifacts:
          Version: '2012-10-17'
          Statement:
            - Effect: Allow
              Action: [s3:GetObject, s3:PutObject]
              Resource: arn:aws:s3:::example-artifacts/*
        queues: '{"Version": "2012-10-17", "Statement": {"Effect": "Allow", "Action": "sqs:*", "Resource": "*"}}'
    - managed_policies:
      - ReadOnlyAccess
    - tags:
        team: platform
        stage: testing
    - profile: aws_profile

example-reader:
  boto3_iam.user_present:
    - path: /people/
    - profile: aws_profile
