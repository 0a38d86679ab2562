kept shared:
  boto_efs.file_system_present:
    - name: shared
    - profile: aws_profile

shared in zone a:
  boto_efs.mount_target_present:
    - file_system_name: shared
    - subnet_name: main-a
    - security_groups: [sg-0123456789abcdef1, sg-0123456789abcdef2]
    - profile: aws_profile
