example-subnets:
  boto_rds.subnet_group_present:
    - description: Databases of the application
    - subnet_names: [main-a, main-b]
    - profile: aws_profile

example-cluster:
  boto_rds.cluster_present:
    - engine: aurora-mysql
    - master_username: admin
    - master_user_password: another-horse
    - backup_retention_period: 7
    - preferred_maintenance_window: mon:05:00-mon:06:00
    - port: 3307
    - copy_tags_to_snapshot: True
    - apply_immediately: True
    - tags: {owner: b}
    - wait_status: available
    - profile: aws_profile

example-member:
  boto_rds.present:
    - engine: aurora-mysql
    - db_instance_class: db.r6g.xlarge
    - db_cluster_identifier: example-cluster
    - apply_immediately: True
    - wait_status: available
    - profile: aws_profile
