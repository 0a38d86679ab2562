example-databases:
  boto_rds.subnet_group_present:
    - description: Databases of the application
    - subnet_names: [main-a, main-b]
    - tags: {team: a}
    - profile: aws_profile
