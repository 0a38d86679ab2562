prod/db:
  boto_secretsmanager.secret_present:
    - name: prod/db
    - description: for the database
    - secret_string: example-password
    - tags:
        team: data
    - profile: aws_profile
