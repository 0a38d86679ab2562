example-options:
  boto_rds.option_group_present:
    - engine_name: mysql
    - major_engine_version: '8.0'
    - option_group_description: Options of the application
    - options:
      - option_name: MARIADB_AUDIT_PLUGIN
        option_settings: {SERVER_AUDIT_EVENTS: CONNECT, SERVER_AUDIT_FILE_ROTATIONS: 12}
      - option_name: MEMCACHED
        port: 11212
        option_settings: {CHUNK_SIZE: 32, CAS_DISABLED: True}
        vpc_security_groups: [default]
    - tags: {team: a}
    - profile: aws_profile
