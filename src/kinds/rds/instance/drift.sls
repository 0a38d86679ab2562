example-subnets:
  boto_rds.subnet_group_present:
    - description: Databases of the application
    - subnet_names: [main-a, main-b]
    - profile: aws_profile

example-settings:
  boto_rds.parameter_present:
    - db_parameter_group_family: mysql8.0
    - description: Settings of the application
    - profile: aws_profile

example-database:
  boto_rds.present:
    - engine: MySQL
    - db_instance_class: db.t4g.medium
    - allocated_storage: 40
    - storage_type: gp3
    - master_username: admin
    - master_user_password: another-horse
    - multi_az: True
    - port: 3307
    - backup_retention_period: 7
    - preferred_maintenance_window: mon:05:00-mon:06:00
    - tags: {owner: b}
    - wait_status: available
    - profile: aws_profile

example-replica:
  boto_rds.replica_present:
    - source: example-database
    - db_instance_class: db.t4g.small
    - apply_immediately: True
    - wait_status: available
    - profile: aws_profile
