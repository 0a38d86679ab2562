addresses:
  boto_ec2.private_ips_absent:
    - network_interface_name: example-addresses-interface
    - private_ip_addresses: [10.20.7.22]
    - profile: aws_profile
