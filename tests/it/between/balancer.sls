# A balancer with its records and alarms, its group and its zone after it.
between-outer:
  boto_elb.present:
    - availability_zones: [us-east-1a, us-east-1b]
    - security_groups: [between-outer]
    - listeners:
      - {elb_port: 80, elb_protocol: HTTP, instance_port: 8080, policies: [sticky]}
      - {elb_port: 6379, elb_protocol: TCP, instance_port: 6379}
    - policies:
      - policy_name: sticky
        policy_type: LBCookieStickinessPolicyType
        policy: {CookieExpirationPeriod: 60}
    - health_check: {target: 'HTTP:8080/health', interval: 10}
    - attributes:
        connecting_settings: {idle_timeout: 120}
    - instance_names: [between-one]
    - tags: {team: web}
    - cnames:
      - {name: www.between.example., zone: between.example., ttl: 60}
      - {name: www2.between.example., zone: between.example.}
    - alarms:
        slow:
          name: slow
          attributes:
            metric: Latency
            namespace: AWS/ELB
            statistic: Average
            comparison: '>='
            threshold: 1
            period: 60
            evaluation_periods: 5
            description: slow
    - profile: aws_profile

between outer group:
  boto_secgroup.present:
    - name: between-outer
    - description: Balancers
    - profile: aws_profile

between.example.:
  boto_route53.hosted_zone_present:
    - comment: Names of the balancer
    - profile: aws_profile
