network:
  boto_vpc.present:
    - name: example-asks
    - cidr_block: 10.69.0.0/16
    - profile: aws_profile

other network:
  boto_vpc.present:
    - name: example-is-asked
    - cidr_block: 10.70.0.0/16
    - profile: aws_profile

connection:
  boto_vpc.vpc_peering_connection_present:
    - conn_name: example-peering
    - requester_vpc_name: example-asks
    - peer_vpc_name: example-is-asked
    - tags:
        team: network
        stage: testing
    - profile: aws_profile

accepted:
  boto_vpc.accept_vpc_peering_connection:
    - conn_name: example-peering
    - profile: aws_profile

table:
  boto_vpc.route_table_present:
    - name: example-peering
    - vpc_name: example-asks
    - routes:
      - destination_cidr_block: 10.70.0.0/16
        vpc_peering_connection_name: example-peering
    - profile: aws_profile
