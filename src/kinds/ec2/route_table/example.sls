network:
  boto_vpc.present:
    - name: example-routing
    - cidr_block: 10.67.0.0/16
    - profile: aws_profile

gateway:
  boto_vpc.internet_gateway_present:
    - name: example-routing
    - vpc_name: example-routing
    - profile: aws_profile

subnet a:
  boto_vpc.subnet_present:
    - name: example-routing-a
    - vpc_name: example-routing
    - cidr_block: 10.67.1.0/24
    - profile: aws_profile

subnet b:
  boto_vpc.subnet_present:
    - name: example-routing-b
    - vpc_name: example-routing
    - cidr_block: 10.67.2.0/24
    - profile: aws_profile

public:
  boto_vpc.route_table_present:
    - name: example-routes
    - vpc_name: example-routing
    - routes:
      - destination_cidr_block: 0.0.0.0/0
        internet_gateway_name: example-routing
      - destination_cidr_block: 10.99.0.0/16
        internet_gateway_name: example-routing
    - subnet_names:
        - example-routing-a
        - example-routing-b
    - tags:
        team: network
        stage: testing
    - profile: aws_profile
