example-key:
  boto_kms.key_present:
    - description: Drifted
    - policy: '{"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Principal": {"AWS": "123456789012"}, "Action": ["kms:*", "kms:Put*"], "Resource": "*"}]}'
    - key_rotation: False
    - enabled: False
    - tags: {team: billing}
    - profile: aws_profile
