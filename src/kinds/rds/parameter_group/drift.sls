example-settings:
  boto_rds.parameter_present:
    - db_parameter_group_family: mysql8.0
    - description: Settings of the application
    - parameters:
        max_connections: 100
        slow_query_log: False
    - apply_method: immediate
    - tags: {owner: b}
    - profile: aws_profile
