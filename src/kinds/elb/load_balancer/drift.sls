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
      - us-east-1b
      - us-east-1c
    - security_groups: example-elb, example-elb-2
    - listeners:
      - elb_port: 80
        elb_protocol: HTTP
        instance_port: 9090
        policies:
          - sticky
      - elb_port: 443
        elb_protocol: HTTPS
        instance_port: 8080
        instance_protocol: HTTP
        certificate: arn:aws:iam::123456789012:server-certificate/example-com
      - elb_port: 81
        elb_protocol: TCP
        instance_port: 81
    - policies:
      - policy_name: sticky
        policy_type: LBCookieStickinessPolicyType
        policy:
          CookieExpirationPeriod: 90
    - health_check:
        unhealthy_threshold: 3
        interval: 20
    - attributes:
        access_log:
          enabled: False
        connecting_settings:
          idle_timeout: 60
    - tags:
        Name: example-2
        owner: platform
    - profile: aws_profile

in subnets:
  boto_elb.present:
    - name: example-inner
    - scheme: internal
    - subnet_names:
      - main-b
      - main-c
    - security_groups:
      - example-elb
    - listeners:
      - elb_port: 5433
        elb_protocol: TCP
        instance_port: 5432
    - attributes:
        cross_zone_load_balancing:
          enabled: False
        connection_draining:
          enabled: True
          timeout: 30
    - profile: aws_profile
