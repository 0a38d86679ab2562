live:
  boto_lambda.alias_present:
    - FunctionName: example-aliased
    - FunctionVersion: $LATEST
    - Description: Something else
    - Permissions:
        topic: {Action: lambda:InvokeFunction, Principal: sns.amazonaws.com}
    - profile: aws_profile
