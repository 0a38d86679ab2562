broken_lamps:
  boto_iot.topic_rule_present:
    - ruleName: broken_lamps
    - sql: SELECT watts FROM 'lamps/broken'
    - description: ''
    - ruleDisabled: true
    - actions: '[{"lambda": {"functionArn": "arn:aws:lambda:us-east-1:123456789012:function:others"}}]'
    - tags: {}
    - profile: aws_profile
