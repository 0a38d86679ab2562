example-source:
  boto_iam_role.present:
    - policy_document:
        Version: '2012-10-17'
        Statement:
          - Effect: Allow
            Principal: {Service: lambda.amazonaws.com}
            Action: sts:AssumeRole
    - create_instance_profile: False
    - profile: aws_profile

example-records:
  boto_sqs.present:
    - profile: aws_profile

example-worker:
  boto_lambda.function_present:
    - Runtime: python3.13
    - Role: example-source
    - Handler: index.handler
    - Files: {index.py: 'def handler(event, context): return 1'}
    - profile: aws_profile

records go to the worker:
  boto_lambda.event_source_mapping_present:
    - EventSourceArn: arn:aws:sqs:us-east-1:123456789012:example-records
    - FunctionName: example-worker
    - Enabled: True
    - BatchSize: 10
    - MaximumBatchingWindowInSeconds: 5
    - profile: aws_profile
