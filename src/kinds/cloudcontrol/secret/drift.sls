prod/db:
  boto_secretsmanager.secret_present:
    - name: prod/db
    - description: for another database
    - secret_string: example-password
    - tags: {}
    - profile: aws_profile
