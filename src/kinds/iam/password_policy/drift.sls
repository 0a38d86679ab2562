passwords:
  boto3_iam.account_policy:
    - max_password_age: 0
    - minimum_password_length: 20
    - require_symbols: False
    - profile: aws_profile
