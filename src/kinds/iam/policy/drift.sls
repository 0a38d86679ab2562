example-queues:
  boto_iam.policy_present:
    - policy_document:
        Version: '2012-10-17'
        Statement:
          - Effect: Allow
            Action: [sqs:SendMessage, sqs:ReceiveMessage]
            Resource: arn:aws:sqs:us-east-1:123456789012:jobs
    - tags: {team: billing, stage: testing}
    - profile: aws_profile
