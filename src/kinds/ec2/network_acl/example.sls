network:
  boto_vpc.present:
    - name: example-acls
    - cidr_block: 10.77.0.0/16
    - profile: aws_profile

example-acls-a:
  boto_vpc.subnet_present:
    - vpc_name: example-acls
    - cidr_block: 10.77.1.0/24
    - profile: aws_profile

example-acls-b:
  boto_vpc.subnet_present:
    - vpc_name: example-acls
    - cidr_block: 10.77.2.0/24
    - profile: aws_profile

example-acls-c:
  boto_vpc.subnet_present:
    - vpc_name: example-acls
    - cidr_block: 10.77.3.0/24
    - profile: aws_profile

example-acl:
  boto_vpc.network_acl_present:
    - vpc_name: example-acls
    - subnet_names: [example-acls-a, 'example-acls:example-acls-b']
    - entries:
      - {rule_number: 100, protocol: tcp, rule_action: allow, cidr_block: 10.77.0.0/16, port_range_from: 443, port_range_to: 443}
      - {rule_number: 90, protocol: tcp, rule_action: deny, cidr_block: 10.77.9.0/24, port_range_from: 0, port_range_to: 65535}
      - {rule_number: 110, protocol: icmp, rule_action: allow, cidr_block: 0.0.0.0/0, icmp_type: 8, icmp_code: -1}
      - {rule_number: 100, protocol: all, rule_action: allow, cidr_block: 0.0.0.0/0, egress: True}
      - {rule_number: 200, protocol: '17', rule_action: allow, ipv6_cidr_block: '::/0', egress: True, port_range_from: 53, port_range_to: 53}
    - tags: {team: network, stage: testing}
    - profile: aws_profile

example-acl-plain:
  boto_vpc.network_acl_present:
    - vpc_name: example-acls
    - profile: aws_profile
