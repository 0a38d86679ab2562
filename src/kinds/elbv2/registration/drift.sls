group:
  boto_elbv2.create_target_group:
    - name: example-targets
    - protocol: HTTP
    - port: 8080
    - vpc_name: main
    - profile: aws_profile

instances:
  boto_elbv2.targets_deregistered:
    - name: example-targets
    - targets: i-0123456789abcdef1
    - profile: aws_profile
