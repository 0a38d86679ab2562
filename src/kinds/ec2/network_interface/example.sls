network:
  boto_vpc.present:
    - name: example-interfaces
    - cidr_block: 10.66.0.0/16
    - amazon_provided_ipv6_cidr_block: True
    - profile: aws_profile

subnet:
  boto_vpc.subnet_present:
    - name: example-interfaces-a
    - vpc_name: example-interfaces
    - cidr_block: 10.66.1.0/24
    - ipv6_cidr_index: 0
    - profile: aws_profile

router:
  boto_ec2.eni_present:
    - name: example-interface
    - subnet_name: main:main-a
    - description: it stays when its instance goes
    - groups: [default]
    - source_dest_check: False
    - allocate_eip: True
    - tags:
        team: network
        stage: testing
    - profile: aws_profile

router of IPv6:
  boto_ec2.eni_present:
    - name: example-interface-ipv6
    - subnet_name: example-interfaces:example-interfaces-a
    - ipv6_address_count: 2
    - profile: aws_profile
