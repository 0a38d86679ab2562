example-alarms:
  boto3_sns.topic_present:
    - subscriptions:
      - Protocol: email
        Endpoint: others@example.com
    - attributes: {DisplayName: Bells}
    - tags: {team: billing}
    - profile: aws_profile
