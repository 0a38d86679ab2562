# Rules that name another group of the run, and their own.
between app:
  boto_secgroup.present:
    - name: between-app
    - description: Applications
    - rules:
      - {ip_protocol: tcp, from_port: 8080, to_port: 8080, source_group_name: between-front}
      - {ip_protocol: all, source_group_name: between-app}
    - rules_egress:
      - {ip_protocol: tcp, from_port: 5432, to_port: 5432, source_group_name: between-front}
      - {ip_protocol: tcp, from_port: 443, to_port: 443, cidr_ip: 0.0.0.0/0}
    - profile: aws_profile

between front:
  boto_secgroup.present:
    - name: between-front
    - description: Front ends
    - rules:
      - {ip_protocol: tcp, from_port: 80, to_port: 80, cidr_ip: [10.0.0.0/8, 192.168.0.0/16]}
      - {ip_protocol: tcp, from_port: 9000, to_port: 9001, source_group_name: [between-front, base]}
    - profile: aws_profile
