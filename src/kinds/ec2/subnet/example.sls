network:
  boto_vpc.present:
    - name: example-subnets
    - cidr_block: 10.64.0.0/16
    - amazon_provided_ipv6_cidr_block: True
    - profile: aws_profile

table:
  boto_vpc.route_table_present:
    - name: example-subnets-table
    - vpc_name: example-subnets
    - profile: aws_profile

other table:
  boto_vpc.route_table_present:
    - name: example-other-table
    - vpc_name: example-subnets
    - profile: aws_profile

subnet-public:
  boto_vpc.subnet_present:
    - name: example-public
    - vpc_name: example-subnets
    - cidr_block: 10.64.1.0/24
    - availability_zone: us-east-1a
    - auto_assign_public_ipv4: True
    - ipv6_cidr_index: 1
    - auto_assign_ipv6: True
    - route_table_name: example-subnets-table
    - tags:
        team: network
        stage: testing
    - profile: aws_profile

subnet-private:
  boto_vpc.subnet_present:
    - name: example-private
    - vpc_name: example-subnets
    - cidr_block: 10.64.2.0/24
    - profile: aws_profile
