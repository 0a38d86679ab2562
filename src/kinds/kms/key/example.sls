example-key:
  boto_kms.key_present:
    - description: Data of the example
    - policy:
        Version: '2012-10-17'
        Statement:
          - Sid: root
            Effect: Allow
            Principal: {AWS: 'arn:aws:iam::123456789012:root'}
            Action: kms:*
            Resource: '*'
    - key_rotation: True
    - enabled: True
    - tags: {team: payments, stage: testing}
    - profile: aws_profile
