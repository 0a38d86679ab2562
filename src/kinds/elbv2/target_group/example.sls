example-web:
  boto_elbv2.create_target_group:
    - protocol: HTTP
    - port: 8080
    - vpc_name: main
    - health_check_path: /health
    - health_check_interval_seconds: 10
    - unhealthy_threshold_count: 3
    - matcher: 200-299
    - attributes:
        deregistration_delay.timeout_seconds: 60
        stickiness.enabled: True
    - tags:
        team: payments
        stage: testing
    - profile: aws_profile

example-plain:
  boto_elbv2.create_target_group:
    - protocol: HTTPS
    - port: 8443
    - vpc_name: main
    - profile: aws_profile

targets:
  boto_elbv2.targets_registered:
    - name: example-web
    - targets: i-0123456789abcdef0
    - profile: aws_profile
