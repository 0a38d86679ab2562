interface:
  boto_ec2.eni_present:
    - name: example-public-interface
    - subnet_name: main-a
    - profile: aws_profile

front:
  boto_ec2.eip_present:
    - name: example-address
    - network_interface_name: example-public-interface
    - tags:
        team: web
        stage: testing
    - profile: aws_profile
