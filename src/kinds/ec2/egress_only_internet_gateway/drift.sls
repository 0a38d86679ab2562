out:
  boto_vpc.egress_only_internet_gateway_present:
    - name: example-egress-gateway
    - vpc_name: example-egress
    - tags: {team: platform, owner: somebody}
    - profile: aws_profile
