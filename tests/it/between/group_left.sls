# What group.sls makes beside its own states.
between busy:
  boto_cloudwatch_alarm.absent:
    - profile: aws_profile
