balancers:
  boto_secgroup.present:
    - name: example-elb
    - description: Balancers of example
    - rules:
      - ip_protocol: tcp
        from_port: 80
        to_port: 80
        cidr_ip:
          - 0.0.0.0/0
          - 10.1.2.3/8
      - ip_protocol: tcp
        from_port: 443
        to_port: 443
        cidr_ip: 0.0.0.0/0
        description: everyone
    - tags:
        Name: example-elb
        team: web
    - profile: aws_profile

instances:
  boto_secgroup.present:
    - name: example
    - description: Instances of example
    - rules:
      - ip_protocol: 6
        from_port: 8080
        to_port: 8080
        source_group_name: example-elb
      - ip_protocol: all
        source_group_name: example
      - ip_protocol: icmp
        from_port: 8
        to_port: -1
        cidr_ip: 10.0.0.0/8
    - rules_egress:
      - ip_protocol: tcp
        from_port: 443
        to_port: 443
        cidr_ip: 0.0.0.0/0
      - ip_protocol: tcp
        from_port: 5432
        to_port: 5432
        source_group_name: example-elb
    - profile: aws_profile

elsewhere:
  boto_secgroup.present:
    - name: example-main
    - description: A group in a VPC by name
    - vpc_name: main
    - rules:
      - ip_protocol: tcp
        from_port: 22
        to_port: 22
        cidr_ip: 10.0.0.0/8
    - tags:
        Name: example-main
    - profile: aws_profile
