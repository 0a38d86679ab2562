example-deployer:
  boto_iam.user_present:
    - path: /ci/
    - policies:
        artifacts:
          Version: '2012-10-17'
          Statement:
            - Effect: Allow
              Action: s3:GetObject
              Resource: arn:aws:s3:::example-artifacts/*
        other:
          Version: '2012-10-17'
          Statement:
            - Effect: Deny
              Action: s3:DeleteObject
              Resource: '*'
    - managed_policies: []
    - tags:
        team: web
    - profile: aws_profile

example-reader:
  boto3_iam.user_present:
    - path: /team/
    - managed_policies: [ReadOnlyAccess]
    - profile: aws_profile
