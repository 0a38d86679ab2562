example-jobs:
  boto_sqs.present:
    - profile: aws_profile

example-alarms:
  boto_sns.present:
    - subscriptions:
      - protocol: email
        endpoint: team@example.com
      - protocol: sqs
        endpoint: arn:aws:sqs:us-east-1:123456789012:example-jobs
    - attributes:
        DisplayName: Alarms
        Policy:
          Version: '2012-10-17'
          Statement:
            - Effect: Allow
              Principal: {Service: cloudwatch.amazonaws.com}
              Action: SNS:Publish
              Resource: arn:aws:sns:us-east-1:123456789012:example-alarms
    - tags: {team: payments, stage: testing}
    - profile: aws_profile
