lamps:
  boto_iot.policy_present:
    - policyName: lamps
    - policyDocument: '{"Version": "2012-10-17", "Statement": [{"Effect": "Deny", "Action": "iot:*", "Resource": "*"}]}'
    - tags: {}
    - profile: aws_profile
