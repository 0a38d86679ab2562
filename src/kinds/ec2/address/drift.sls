front:
  boto_ec2.eip_present:
    - name: example-address
    - tags:
        team: platform
        owner: somebody
    - profile: aws_profile
