server:
  boto_ec2.instance_present:
    - name: example-instance
    - image_name: myapp-base-*
    - instance_type: t3.micro
    - subnet_name: main-a
    - attributes:
        sourceDestCheck: True
    - metadata_options:
        http_tokens: optional
    - tags:
        team: platform
        owner: somebody
    - profile: aws_profile
