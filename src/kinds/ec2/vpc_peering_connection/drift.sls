connection:
  boto_vpc.vpc_peering_connection_present:
    - conn_name: example-peering
    - requester_vpc_name: example-asks
    - peer_vpc_name: example-is-asked
    - tags:
        team: platform
        owner: somebody
    - profile: aws_profile
