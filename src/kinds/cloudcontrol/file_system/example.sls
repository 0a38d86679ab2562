shared:
  boto_efs.file_system_present:
    - name: shared
    - encrypted: true
    - throughput_mode: bursting
    - backup: false
    - tags:
        team: data
    - profile: aws_profile
