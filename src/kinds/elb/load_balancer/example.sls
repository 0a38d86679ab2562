balancer group:
  boto_secgroup.present:
    - name: example-elb
    - description: Balancers of example
    - profile: aws_profile

second balancer group:
  boto_secgroup.present:
    - name: example-elb-2
    - description: More balancers of example
    - profile: aws_profile

inner balancer group:
  boto_secgroup.present:
    - name: example-elb
    - description: Inner balancers of example
    - vpc_name: main
    - profile: aws_profile

in zones:
  boto_elb.present:
    - name: example
    - availability_zones:
      - us-east-1a
      - us-east-1b
    - security_groups: example-elb
    - listeners:
      - elb_port: 80
        elb_protocol: http
        instance_port: 8080
        policies:
          - sticky
      - elb_port: 443
        elb_protocol: HTTPS
        instance_port: 8080
        instance_protocol: HTTP
        certificate: arn:aws:iam::123456789012:server-certificate/example-com
      - elb_port: 6379
        elb_protocol: TCP
        instance_port: 6379
    - policies:
      - policy_name: sticky
        policy_type: LBCookieStickinessPolicyType
        policy:
          CookieExpirationPeriod: 60
    - health_check:
        target: HTTP:8080/health
        interval: 10
    - attributes:
        access_log:
          enabled: True
          s3_bucket_name: example-com-elb-logs
          s3_bucket_prefix: example
          emit_interval: 5
        connecting_settings:
          idle_timeout: 120
    - tags:
        Name: example
        team: web
    - profile: aws_profile

in subnets:
  boto_elb.present:
    - name: example-inner
    - scheme: internal
    - subnet_names:
      - main-a
      - main-b
    - security_groups:
      - example-elb
    - listeners:
      - elb_port: 5432
        elb_protocol: TCP
        instance_port: 5432
    - attributes:
        cross_zone_load_balancing:
          enabled: True
        connection_draining:
          enabled: True
          timeout: 20
    - profile: aws_profile
