kept lamps:
  boto_iot.policy_present:
    - name: lamps
    - policyDocument:
        Version: '2012-10-17'
        Statement:
          - Effect: Allow
            Action: iot:Publish
            Resource: '*'
    - profile: aws_profile

lamps may publish:
  boto_iot.policy_attached:
    - policyName: lamps
    - principal: arn:aws:iot:us-east-1:123456789012:cert/0123456789abcdef
    - profile: aws_profile
