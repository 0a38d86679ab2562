example-alias:
  boto_iam_role.present:
    - policy_document:
        Version: '2012-10-17'
        Statement:
          - Effect: Allow
            Principal: {Service: lambda.amazonaws.com}
            Action: sts:AssumeRole
    - create_instance_profile: False
    - profile: aws_profile

example-aliased:
  boto_lambda.function_present:
    - Runtime: python3.13
    - Role: example-alias
    - Handler: index.handler
    - Files: {index.py: 'def handler(event, context): return 1'}
    - profile: aws_profile

live:
  boto_lambda.alias_present:
    - FunctionName: example-aliased
    - FunctionVersion: $LATEST
    - Description: What is called
    - Permissions:
        rule: {Action: lambda:InvokeFunction, Principal: events.amazonaws.com}
    - profile: aws_profile
