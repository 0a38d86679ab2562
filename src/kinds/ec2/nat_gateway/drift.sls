way out:
  boto_vpc.nat_gateway_present:
    - subnet_name: example-nat-public
    - tags:
        team: platform
        owner: somebody
    - profile: aws_profile
