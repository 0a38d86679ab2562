shared:
  boto_efs.file_system_present:
    - name: shared
    - throughput_mode: elastic
    - backup: true
    - lifecycle_policies:
        - TransitionToIA: AFTER_30_DAYS
    - tags: {}
    - profile: aws_profile
