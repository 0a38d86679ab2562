interface:
  boto_ec2.eni_present:
    - name: example-addresses-interface
    - subnet_name: main-a
    - profile: aws_profile

addresses:
  boto_ec2.private_ips_present:
    - network_interface_name: example-addresses-interface
    - private_ip_addresses: [10.20.7.21, 10.20.7.22]
    - profile: aws_profile
