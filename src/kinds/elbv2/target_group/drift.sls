example-web:
  boto_elbv2.create_target_group:
    - protocol: HTTP
    - port: 8080
    - vpc_name: main
    - health_check_path: /
    - health_check_interval_seconds: 30
    - unhealthy_threshold_count: 2
    - matcher: '200'
    - attributes:
        deregistration_delay.timeout_seconds: 300
        stickiness.enabled: False
    - tags:
        team: billing
        owner: somebody
    - profile: aws_profile
