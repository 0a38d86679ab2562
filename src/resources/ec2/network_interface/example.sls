router:
  boto_ec2.eni_present:
    - name: example-interface
    - subnet_name: main:main-a
    - description: it stays when its instance goes
    - groups: [default]
    - source_dest_check: False
    - allocate_eip: True
    - tags:
        team: network
        stage: testing
    - profile: aws_profile
