network:
  boto_vpc.present:
    - name: example-egress
    - cidr_block: 10.78.0.0/16
    - profile: aws_profile

out:
  boto_vpc.egress_only_internet_gateway_present:
    - name: example-egress-gateway
    - vpc_name: example-egress
    - tags: {team: network, stage: testing}
    - profile: aws_profile

plain out:
  boto_vpc.egress_only_internet_gateway_present:
    - name: example-egress-plain
    - vpc_name: example-egress
    - profile: aws_profile
