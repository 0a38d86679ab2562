attached:
  boto_vpc.internet_gateway_present:
    - name: example-gateway
    - vpc_name: example-other
    - tags:
        team: platform
        owner: somebody
    - profile: aws_profile
