example-settings:
  boto_rds.parameter_present:
    - db_parameter_group_family: mysql8.0
    - description: Settings of the application
    - parameters:
      - max_connections: 200
      - slow_query_log: True
      - character_set_server: utf8mb4
    - tags: {team: a}
    - profile: aws_profile
