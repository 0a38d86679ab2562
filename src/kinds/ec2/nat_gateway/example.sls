network:
  boto_vpc.present:
    - name: example-nat
    - cidr_block: 10.68.0.0/16
    - profile: aws_profile

public subnet:
  boto_vpc.subnet_present:
    - name: example-nat-public
    - vpc_name: example-nat
    - cidr_block: 10.68.1.0/24
    - profile: aws_profile

way out:
  boto_vpc.nat_gateway_present:
    - subnet_name: example-nat-public
    - tags:
        team: network
        stage: testing
    - profile: aws_profile

private table:
  boto_vpc.route_table_present:
    - name: example-nat-private
    - vpc_name: example-nat
    - routes:
      - destination_cidr_block: 0.0.0.0/0
        nat_gateway_subnet_name: example-nat-public
    - profile: aws_profile
