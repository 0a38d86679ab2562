jobs:
  boto_sqs.present:
    - attributes:
        VisibilityTimeout: 30
        MessageRetentionPeriod: 3600
        RedrivePolicy:
          deadLetterTargetArn: arn:aws:sqs:us-east-1:123456789012:dead
          maxReceiveCount: 9
        Policy:
          Version: '2012-10-17'
          Statement:
            - Effect: Deny
              Principal: '*'
              Action: SQS:SendMessage
              Resource: arn:aws:sqs:us-east-1:123456789012:jobs
    - tags:
        team: billing
        owner: somebody
    - profile: aws_profile
