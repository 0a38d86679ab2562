# Two groups that name each other: neither can be complete before the other is there.
one:
  boto_secgroup.present:
    - name: between-one
    - description: One
    - rules:
      - {ip_protocol: tcp, from_port: 1000, to_port: 1000, source_group_name: between-two}
      - {ip_protocol: tcp, from_port: 22, to_port: 22, cidr_ip: 10.0.0.0/8}
    - profile: aws_profile

two:
  boto_secgroup.present:
    - name: between-two
    - description: Two
    - rules:
      - {ip_protocol: tcp, from_port: 2000, to_port: 2000, source_group_name: between-one}
    - profile: aws_profile
