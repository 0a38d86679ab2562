example-options:
  boto_rds.option_group_present:
    - engine_name: mysql
    - major_engine_version: '8.0'
    - option_group_description: Options of the application
    - options:
      - option_name: MEMCACHED
        port: 11211
        option_settings: {CHUNK_SIZE: 48, CAS_DISABLED: False, VERBOSITY: vv}
    - apply_immediately: True
    - tags: {owner: b}
    - profile: aws_profile
