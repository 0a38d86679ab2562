lamps:
  boto_iot.policy_present:
    - policyName: lamps
    - policyDocument:
        Version: '2012-10-17'
        Statement:
          - Effect: Allow
            Action: [iot:Connect, iot:Publish]
            Resource: '*'
    - tags:
        team: lights
    - profile: aws_profile
