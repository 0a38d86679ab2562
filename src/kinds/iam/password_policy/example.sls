passwords:
  boto_iam.account_policy:
    - allow_users_to_change_password: True
    - hard_expiry: False
    - max_password_age: 90
    - minimum_password_length: 14
    - password_reuse_prevention: 5
    - require_lowercase_characters: True
    - require_numbers: True
    - require_symbols: True
    - require_uppercase_characters: True
    - profile: aws_profile
