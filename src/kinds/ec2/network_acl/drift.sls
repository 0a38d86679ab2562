example-acl:
  boto_vpc.network_acl_present:
    - vpc_name: example-acls
    - subnet_names: [example-acls-b]
    - entries:
      - {rule_number: 100, protocol: tcp, rule_action: allow, cidr_block: 10.77.0.0/16, port_range_from: 80, port_range_to: 443}
      - {rule_number: 120, protocol: udp, rule_action: deny, cidr_block: 0.0.0.0/0, port_range_from: 53, port_range_to: 53}
    - tags: {team: platform}
    - profile: aws_profile

example-acl-plain:
  boto_vpc.network_acl_present:
    - vpc_name: example-acls
    - subnet_names: [example-acls-c]
    - profile: aws_profile
