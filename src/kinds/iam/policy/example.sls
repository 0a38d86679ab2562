example-queues:
  boto_iam.policy_present:
    - policy_document:
        Version: '2012-10-17'
        Statement:
          - Effect: Allow
            Action: sqs:SendMessage
            Resource: arn:aws:sqs:us-east-1:123456789012:jobs
    - path: /example/
    - description: sends jobs
    - tags: {team: payments}
    - profile: aws_profile

example-worker:
  boto_iam_role.present:
    - managed_policies: [example-queues]
    - create_instance_profile: False
    - profile: aws_profile
