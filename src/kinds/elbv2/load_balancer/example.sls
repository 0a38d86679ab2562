network:
  boto_vpc.present:
    - name: example-balanced
    - cidr_block: 10.92.0.0/16
    - profile: aws_profile

way out:
  boto_vpc.internet_gateway_present:
    - name: example-balanced
    - vpc_name: example-balanced
    - profile: aws_profile

subnet a:
  boto_vpc.subnet_present:
    - name: example-balanced-a
    - vpc_name: example-balanced
    - cidr_block: 10.92.1.0/24
    - availability_zone: us-east-1a
    - profile: aws_profile

subnet b:
  boto_vpc.subnet_present:
    - name: example-balanced-b
    - vpc_name: example-balanced
    - cidr_block: 10.92.2.0/24
    - availability_zone: us-east-1b
    - profile: aws_profile

subnet c:
  boto_vpc.subnet_present:
    - name: example-balanced-c
    - vpc_name: example-balanced
    - cidr_block: 10.92.3.0/24
    - availability_zone: us-east-1c
    - profile: aws_profile

front:
  boto_secgroup.present:
    - name: example-balanced-front
    - description: balancers
    - vpc_name: example-balanced
    - profile: aws_profile

spare:
  boto_secgroup.present:
    - name: example-balanced-spare
    - description: other balancers
    - vpc_name: example-balanced
    - profile: aws_profile

example-web:
  boto_elbv2.load_balancer_present:
    - type: application
    - scheme: internet-facing
    - vpc_name: example-balanced
    - subnet_names: [example-balanced-a, example-balanced-b, example-balanced-c]
    - security_groups: [example-balanced-front]
    - attributes:
        idle_timeout.timeout_seconds: 120
        routing.http.drop_invalid_header_fields.enabled: True
        access_logs.s3.enabled: True
        access_logs.s3.bucket: example-com-elb-logs
    - tags:
        team: payments
        stage: testing
    - profile: aws_profile

example-stream:
  boto_elbv2.load_balancer_present:
    - type: network
    - scheme: internal
    - subnet_mappings:
      - {subnet: example-balanced-a, private_ipv4_address: 10.92.1.10}
      - {subnet: example-balanced-b, private_ipv4_address: 10.92.2.10}
    - attributes: {load_balancing.cross_zone.enabled: True}
    - profile: aws_profile
