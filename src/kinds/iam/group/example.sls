kept alice:
  boto_iam.user_present:
    - name: example-alice
    - profile: aws_profile

kept bob:
  boto_iam.user_present:
    - name: example-bob
    - profile: aws_profile

example-developers:
  boto_iam.group_present:
    - path: /example/
    - users: [example-alice, example-bob]
    - managed_policies: [ReadOnlyAccess]
    - policies:
        queues:
          Version: '2012-10-17'
          Statement:
            - Effect: Allow
              Action: [sqs:SendMessage, sqs:ReceiveMessage]
              Resource: '*'
    - profile: aws_profile

example-watchers:
  boto3_iam.group_present:
    - profile: aws_profile
