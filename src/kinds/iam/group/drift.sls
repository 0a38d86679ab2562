example-carol:
  boto_iam.user_present:
    - profile: aws_profile

example-developers:
  boto_iam.group_present:
    - path: /team/
    - users: [example-alice, example-carol]
    - managed_policies: []
    - policies:
        objects:
          Version: '2012-10-17'
          Statement:
            - Effect: Allow
              Action: s3:GetObject
              Resource: '*'
    - profile: aws_profile

example-watchers:
  boto3_iam.group_present:
    - users: [example-bob]
    - managed_policies: [ReadOnlyAccess]
    - profile: aws_profile
