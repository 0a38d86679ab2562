subnet-public:
  boto_vpc.subnet_present:
    - name: example-public
    - vpc_name: example-subnets
    - cidr_block: 10.64.1.0/24
    - auto_assign_public_ipv4: False
    - ipv6_cidr_index: 2
    - auto_assign_ipv6: False
    - route_table_name: example-other-table
    - tags:
        team: platform
        owner: somebody
    - profile: aws_profile
