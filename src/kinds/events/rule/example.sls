example-rule:
  boto_iam_role.present:
    - policy_document:
        Version: '2012-10-17'
        Statement:
          - Effect: Allow
            Principal: {Service: lambda.amazonaws.com}
            Action: sts:AssumeRole
    - create_instance_profile: False
    - profile: aws_profile

example-called:
  boto_lambda.function_present:
    - Runtime: python3.13
    - Role: example-rule
    - Handler: index.handler
    - Files: {index.py: 'def handler(event, context): return 1'}
    - Permissions:
        rule:
          Action: lambda:InvokeFunction
          Principal: events.amazonaws.com
          SourceArn: arn:aws:events:us-east-1:123456789012:rule/example-schedule
    - profile: aws_profile

example-schedule:
  boto_cloudwatch_event.present:
    - ScheduleExpression: rate(5 minutes)
    - EventPattern: {source: [aws.ec2], detail-type: [EC2 Instance State-change Notification]}
    - Description: Every five minutes
    - State: ENABLED
    - Targets:
      - Id: function
        Function: example-called
        Input: {job: clean, deep: {list: [1, 2]}}
      - Id: queue
        Arn: arn:aws:sqs:us-east-1:123456789012:example-jobs
        InputTransformer:
          InputPathsMap: {instance: $.detail.instance-id}
          InputTemplate: '"<instance>"'
        RetryPolicy: {MaximumRetryAttempts: 3, MaximumEventAgeInSeconds: 600}
    - tags: {team: payments, stage: testing}
    - profile: aws_profile
