dead:
  boto_sqs.present:
    - profile: aws_profile

jobs:
  boto_sqs.present:
    - attributes:
        VisibilityTimeout: 60
        MessageRetentionPeriod: '86400'
        RedrivePolicy:
          deadLetterTargetArn: arn:aws:sqs:us-east-1:123456789012:dead
          maxReceiveCount: 3
        Policy:
          Version: '2012-10-17'
          Statement:
            - Effect: Allow
              Principal: '*'
              Action: SQS:SendMessage
              Resource: arn:aws:sqs:us-east-1:123456789012:jobs
    - tags:
        team: payments
        stage: testing
    - profile: aws_profile

events.fifo:
  boto_sqs.present:
    - attributes:
        FifoQueue: True
        ContentBasedDeduplication: True
    - profile: aws_profile
