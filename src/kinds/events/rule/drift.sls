example-schedule:
  boto_cloudwatch_event.present:
    - ScheduleExpression: cron(0 3 * * ? *)
    - EventPattern: {source: [aws.s3]}
    - Description: Every night
    - State: DISABLED
    - Targets:
      - Id: function
        Function: example-called
        Input: '{"job": "drifted"}'
      - Id: other
        Arn: arn:aws:sqs:us-east-1:123456789012:example-other
    - tags: {team: billing}
    - profile: aws_profile
