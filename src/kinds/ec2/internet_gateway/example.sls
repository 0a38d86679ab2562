network:
  boto_vpc.present:
    - name: example-gateways
    - cidr_block: 10.65.0.0/16
    - profile: aws_profile

other network:
  boto_vpc.present:
    - name: example-other
    - cidr_block: 10.66.0.0/16
    - profile: aws_profile

attached:
  boto_vpc.internet_gateway_present:
    - name: example-gateway
    - vpc_name: example-gateways
    - tags:
        team: network
        stage: testing
    - profile: aws_profile

loose:
  boto_vpc.internet_gateway_present:
    - name: example-loose
    - profile: aws_profile
