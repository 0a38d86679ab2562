network:
  boto_vpc.present:
    - name: example-ruled
    - cidr_block: 10.94.0.0/16
    - profile: aws_profile

way out:
  boto_vpc.internet_gateway_present:
    - name: example-ruled
    - vpc_name: example-ruled
    - profile: aws_profile

subnet a:
  boto_vpc.subnet_present:
    - name: example-ruled-a
    - vpc_name: example-ruled
    - cidr_block: 10.94.1.0/24
    - availability_zone: us-east-1a
    - profile: aws_profile

subnet b:
  boto_vpc.subnet_present:
    - name: example-ruled-b
    - vpc_name: example-ruled
    - cidr_block: 10.94.2.0/24
    - availability_zone: us-east-1b
    - profile: aws_profile

example-ruled-one:
  boto_elbv2.create_target_group:
    - protocol: HTTP
    - port: 8080
    - vpc_name: example-ruled
    - profile: aws_profile

example-ruled-two:
  boto_elbv2.create_target_group:
    - protocol: HTTP
    - port: 8081
    - vpc_name: example-ruled
    - profile: aws_profile

example-ruled:
  boto_elbv2.load_balancer_present:
    - subnet_names: [example-ruled-a, example-ruled-b]
    - profile: aws_profile

http:
  boto_elbv2.listener_present:
    - load_balancer: example-ruled
    - port: 80
    - protocol: HTTP
    - default_actions:
      - fixed_response_config: {status_code: 404}
    - profile: aws_profile

api:
  boto_elbv2.rule_present:
    - load_balancer: example-ruled
    - port: 80
    - priority: 10
    - conditions:
      - host_header: [api.example.com, '*.api.example.com']
      - path_pattern: [/v1/*, /v2/*]
      - http_header: {name: X-Shop, values: [a*]}
    - actions:
      - target_group: example-ruled-one
    - tags:
        team: payments
        stage: testing
    - profile: aws_profile

beta:
  boto_elbv2.rule_present:
    - load_balancer: example-ruled
    - port: 80
    - priority: 20
    - conditions:
      - query_string: {version: beta}
      - http_request_method: [GET]
      - source_ip: [10.0.0.0/8]
    - actions:
      - forward_config:
          target_groups:
            - {target_group: example-ruled-one, weight: 1}
            - {target_group: example-ruled-two, weight: 3}
    - profile: aws_profile
