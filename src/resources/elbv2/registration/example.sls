instances:
  boto_elbv2.targets_registered:
    - name: example-targets
    - targets:
      - i-0123456789abcdef0
      - i-0123456789abcdef1
    - profile: aws_profile
