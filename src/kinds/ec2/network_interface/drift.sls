router:
  boto_ec2.eni_present:
    - name: example-interface
    - subnet_name: main-a
    - description: it has another purpose
    - source_dest_check: True
    - tags:
        team: platform
        owner: somebody
    - profile: aws_profile

router of IPv6:
  boto_ec2.eni_present:
    - name: example-interface-ipv6
    - subnet_name: example-interfaces-a
    - ipv6_addresses: []
    - profile: aws_profile
