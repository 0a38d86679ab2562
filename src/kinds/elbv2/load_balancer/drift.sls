example-web:
  boto_elbv2.load_balancer_present:
    - ip_address_type: ipv4
    - subnet_names: [example-balanced-a, example-balanced-b]
    - security_groups: [example-balanced-spare]
    - attributes:
        idle_timeout.timeout_seconds: 60
        routing.http.drop_invalid_header_fields.enabled: False
        access_logs.s3.enabled: False
    - tags:
        team: billing
        owner: somebody
    - profile: aws_profile

example-stream:
  boto_elbv2.load_balancer_present:
    - attributes: {load_balancing.cross_zone.enabled: False}
    - profile: aws_profile
