broken_lamps:
  boto_iot.topic_rule_present:
    - ruleName: broken_lamps
    - sql: SELECT * FROM 'lamps/broken'
    - description: lamps that somebody must look after
    - ruleDisabled: false
    - actions:
        - sns:
            targetArn: arn:aws:sns:us-east-1:123456789012:lamps
            roleArn: arn:aws:iam::123456789012:role/lamps
        - lambda:
            functionArn: arn:aws:lambda:us-east-1:123456789012:function:lamps
    - tags:
        team: lights
    - profile: aws_profile
