# A group and a user whose managed policy, and members, are made in the same run.
between-group:
  boto_iam.group_present:
    - users: [between-ann]
    - managed_policies: [between-read]
    - profile: aws_profile

between-bob:
  boto3_iam.user_present:
    - managed_policies: [between-read]
    - profile: aws_profile

kept ann:
  boto_iam.user_present:
    - name: between-ann
    - profile: aws_profile

between-read:
  boto_iam.policy_present:
    - policy_document:
        Version: '2012-10-17'
        Statement:
          - Effect: Allow
            Action: s3:GetObject
            Resource: '*'
    - profile: aws_profile
