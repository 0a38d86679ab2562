options:
  boto_vpc.dhcp_options_present:
    - name: example-options
    - domain_name: example.com
    - tags:
        team: platform
        owner: somebody
    - profile: aws_profile
