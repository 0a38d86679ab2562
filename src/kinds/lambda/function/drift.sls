example-nightly:
  boto_lambda.function_present:
    - Runtime: python3.12
    - Role: example-function
    - Handler: index.run
    - Files:
        index.py: |
          def run(event, context):
              return "drifted"
    - Description: Each night
    - Timeout: 10
    - MemorySize: 128
    - Environment:
        Variables: {STAGE: drifted}
    - TracingConfig: {Mode: PassThrough}
    - ReservedConcurrentExecutions: -1
    - Permissions:
        nightly:
          Action: lambda:InvokeFunction
          Principal: events.amazonaws.com
          SourceArn: arn:aws:events:us-east-1:123456789012:rule/other
        topic:
          Action: lambda:InvokeFunction
          Principal: sns.amazonaws.com
    - tags: {team: billing}
    - profile: aws_profile
