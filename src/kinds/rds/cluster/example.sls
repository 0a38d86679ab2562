example-subnets:
  boto_rds.subnet_group_present:
    - description: Databases of the application
    - subnet_names: [main-a, main-b]
    - profile: aws_profile

example-cluster:
  boto_rds.cluster_present:
    - engine: aurora-mysql
    - engine_version: '8.0'
    - master_username: admin
    - master_user_password: correct-horse
    - database_name: app
    - db_subnet_group_name: example-subnets
    - vpc_security_groups: [default]
    - backup_retention_period: 3
    - preferred_backup_window: '03:00-03:30'
    - preferred_maintenance_window: Sun:05:00-Sun:06:00
    - tags: {team: a}
    - wait_status: available
    - profile: aws_profile

example-member:
  boto_rds.present:
    - engine: aurora-mysql
    - db_instance_class: db.r6g.large
    - db_cluster_identifier: example-cluster
    - wait_status: available
    - profile: aws_profile
