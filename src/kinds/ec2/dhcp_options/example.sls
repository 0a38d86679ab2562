network:
  boto_vpc.present:
    - name: example-options
    - cidr_block: 10.71.0.0/16
    - profile: aws_profile

options:
  boto_vpc.dhcp_options_present:
    - name: example-options
    - domain_name: example.com
    - domain_name_servers:
        - 10.71.0.2
        - 10.71.0.3
    - vpc_name: example-options
    - tags:
        team: network
        stage: testing
    - profile: aws_profile
