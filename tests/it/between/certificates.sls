# Balancers before the certificates that they name: one of Certificate Manager by its domain, one of IAM by its name.
certified listener:
  boto_elbv2.listener_present:
    - load_balancer: between-certified
    - port: 443
    - protocol: HTTPS
    - certificates: ['acm:*.between.example.com', between-certificate]
    - default_actions:
      - fixed_response_config: {status_code: 200, message_body: fine}
    - profile: aws_profile

between-certified:
  boto_elbv2.load_balancer_present:
    - subnet_names: [between-certified-a, between-certified-b]
    - profile: aws_profile

between-classic:
  boto_elb.present:
    - availability_zones: [us-east-1a]
    - listeners:
      - elb_port: 443
        elb_protocol: HTTPS
        instance_port: 8080
        instance_protocol: HTTP
        certificate: acm:*.between.example.com
      - elb_port: 8443
        elb_protocol: HTTPS
        instance_port: 8080
        instance_protocol: HTTP
        certificate: between-certificate
    - profile: aws_profile

between-certificate:
  boto_iam.server_cert_present:
    - public_key: |
        -----BEGIN CERTIFICATE-----
        b25lIG9mIHR3byBleGFtcGxlcw==
        -----END CERTIFICATE-----
    - private_key: the key of the one
    - profile: aws_profile

between-certified-a:
  boto_vpc.subnet_present:
    - vpc_name: between-certified
    - cidr_block: 10.94.1.0/24
    - availability_zone: us-east-1a
    - profile: aws_profile

between-certified-b:
  boto_vpc.subnet_present:
    - vpc_name: between-certified
    - cidr_block: 10.94.2.0/24
    - availability_zone: us-east-1b
    - profile: aws_profile

way out:
  boto_vpc.internet_gateway_present:
    - name: between-certified
    - vpc_name: between-certified
    - profile: aws_profile

network:
  boto_vpc.present:
    - name: between-certified
    - cidr_block: 10.94.0.0/16
    - profile: aws_profile
