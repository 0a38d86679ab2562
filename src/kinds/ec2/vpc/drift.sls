example-net:
  boto_vpc.present:
    - cidr_block: 10.60.0.0/16
    - dns_support: True
    - dns_hostnames: False
    - secondary_cidr_blocks:
        - 10.63.0.0/16
    - tags:
        team: platform
        owner: somebody
    - profile: aws_profile
