certificate one:
  boto_iam.server_cert_present:
    - name: example-listening-one
    - public_key: |
        -----BEGIN CERTIFICATE-----
        b25lIG9mIHR3byBleGFtcGxlcw==
        -----END CERTIFICATE-----
    - private_key: the key of the one
    - profile: aws_profile

certificate two:
  boto_iam.server_cert_present:
    - name: example-listening-two
    - public_key: |
        -----BEGIN CERTIFICATE-----
        dHdvIG9mIHR3byBleGFtcGxlcw==
        -----END CERTIFICATE-----
    - private_key: the key of the other
    - profile: aws_profile

network:
  boto_vpc.present:
    - name: example-listening
    - cidr_block: 10.93.0.0/16
    - profile: aws_profile

way out:
  boto_vpc.internet_gateway_present:
    - name: example-listening
    - vpc_name: example-listening
    - profile: aws_profile

subnet a:
  boto_vpc.subnet_present:
    - name: example-listening-a
    - vpc_name: example-listening
    - cidr_block: 10.93.1.0/24
    - availability_zone: us-east-1a
    - profile: aws_profile

subnet b:
  boto_vpc.subnet_present:
    - name: example-listening-b
    - vpc_name: example-listening
    - cidr_block: 10.93.2.0/24
    - availability_zone: us-east-1b
    - profile: aws_profile

example-listening-one:
  boto_elbv2.create_target_group:
    - protocol: HTTP
    - port: 8080
    - vpc_name: example-listening
    - profile: aws_profile

example-listening-two:
  boto_elbv2.create_target_group:
    - protocol: HTTP
    - port: 8081
    - vpc_name: example-listening
    - profile: aws_profile

example-listening:
  boto_elbv2.load_balancer_present:
    - subnet_names: [example-listening-a, example-listening-b]
    - profile: aws_profile

https:
  boto_elbv2.listener_present:
    - load_balancer: example-listening
    - port: 443
    - protocol: HTTPS
    - ssl_policy: ELBSecurityPolicy-TLS13-1-2-2021-06
    - certificates: [example-listening-one, example-listening-two]
    - default_actions:
      - authenticate_oidc_config:
          issuer: https://id.example.com
          authorization_endpoint: https://id.example.com/authorize
          token_endpoint: https://id.example.com/token
          user_info_endpoint: https://id.example.com/user
          client_id: shop
          client_secret: only-of-this-example
          on_unauthenticated_request: deny
      - forward_config:
          target_groups:
            - {target_group: example-listening-one, weight: 9}
            - {target_group: example-listening-two}
          target_group_stickiness_config: {enabled: True, duration_seconds: 3600}
    - tags:
        team: payments
        stage: testing
    - profile: aws_profile

http:
  boto_elbv2.listener_present:
    - load_balancer: example-listening
    - port: 80
    - protocol: HTTP
    - default_actions:
      - redirect_config: {protocol: HTTPS, port: 443, status_code: HTTP_301}
    - profile: aws_profile

status:
  boto_elbv2.listener_present:
    - load_balancer: example-listening
    - port: 8000
    - protocol: HTTP
    - default_actions:
      - fixed_response_config: {status_code: 200, message_body: fine}
    - profile: aws_profile
