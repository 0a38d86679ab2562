balancers:
  boto_secgroup.present:
    - name: example-elb
    - description: Balancers of example
    - rules:
      - ip_protocol: tcp
        from_port: 80
        to_port: 81
        cidr_ip: 0.0.0.0/0
      - ip_protocol: tcp
        from_port: 443
        to_port: 443
        cidr_ip: 0.0.0.0/0
        description: the world
    - tags:
        Name: example-elb
        owner: platform
    - profile: aws_profile

instances:
  boto_secgroup.present:
    - name: example
    - description: Instances of example
    - rules:
      - ip_protocol: tcp
        from_port: 9090
        to_port: 9090
        source_group_name: example-elb
    - rules_egress: []
    - profile: aws_profile

elsewhere:
  boto_secgroup.present:
    - name: example-main
    - description: A group in a VPC by name
    - vpc_name: main
    - rules: []
    - tags: {}
    - profile: aws_profile
