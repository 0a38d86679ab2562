public:
  boto_vpc.route_table_present:
    - name: example-routes
    - vpc_name: example-routing
    - routes:
      - destination_cidr_block: 10.98.0.0/16
        internet_gateway_name: example-routing
    - subnet_names:
        - example-routing-a
    - tags:
        team: platform
    - profile: aws_profile
