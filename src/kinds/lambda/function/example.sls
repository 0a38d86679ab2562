example-function:
  boto_iam_role.present:
    - policy_document:
        Version: '2012-10-17'
        Statement:
          - Effect: Allow
            Principal: {Service: lambda.amazonaws.com}
            Action: sts:AssumeRole
    - create_instance_profile: False
    - profile: aws_profile

example-nightly:
  boto_lambda.function_present:
    - Runtime: python3.13
    - Role: example-function
    - Handler: index.handler
    - Files:
        index.py: |
          def handler(event, context):
              return "done"
    - Description: Every night
    - Timeout: 30
    - MemorySize: 256
    - Environment:
        Variables: {STAGE: testing, TOKEN: abc}
    - TracingConfig: {Mode: Active}
    - ReservedConcurrentExecutions: 2
    - Permissions:
        nightly:
          Action: lambda:InvokeFunction
          Principal: events.amazonaws.com
          SourceArn: arn:aws:events:us-east-1:123456789012:rule/example-nightly
        account:
          Action: lambda:InvokeFunction
          Principal: '123456789012'
    - tags: {team: payments, stage: testing}
    - profile: aws_profile
