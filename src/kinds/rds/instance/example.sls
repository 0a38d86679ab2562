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
    - engine: mysql
    - engine_version: '8.0'
    - db_instance_class: db.t4g.small
    - allocated_storage: 20
    - storage_type: gp3
    - master_username: admin
    - master_user_password: correct-horse
    - db_name: app
    - db_subnet_group_name: example-subnets
    - db_parameter_group_name: example-settings
    - vpc_security_groups: [default]
    - backup_retention_period: 3
    - preferred_backup_window: '03:00-03:30'
    - preferred_maintenance_window: Sun:05:00-Sun:06:00
    - copy_tags_to_snapshot: True
    - tags: {team: a}
    - wait_status: available
    - profile: aws_profile

example-replica:
  boto_rds.replica_present:
    - source: example-database
    - db_instance_class: db.t4g.micro
    - wait_status: available
    - profile: aws_profile
