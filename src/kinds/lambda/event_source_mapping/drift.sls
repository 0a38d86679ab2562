records go to the worker:
  boto_lambda.event_source_mapping_present:
    - EventSourceArn: arn:aws:sqs:us-east-1:123456789012:example-records
    - FunctionName: example-worker
    - Enabled: False
    - BatchSize: 5
    - MaximumBatchingWindowInSeconds: 0
    - profile: aws_profile
