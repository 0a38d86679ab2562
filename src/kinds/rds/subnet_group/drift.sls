example-databases:
  boto_rds.subnet_group_present:
    - description: Databases of another application
    - subnet_names: [main-a, main-b, main-c]
    - tags: {owner: b}
    - profile: aws_profile
