example-net:
  boto_vpc.present:
    - cidr_block: 10.60.0.0/16
    - instance_tenancy: default
    - dns_support: True
    - dns_hostnames: True
    - secondary_cidr_blocks:
        - 10.61.0.0/16
    - tags:
        team: network
        stage: testing
    - profile: aws_profile

example-plain:
  boto_vpc.present:
    - cidr_block: 10.62.0.0/16
    - profile: aws_profile
