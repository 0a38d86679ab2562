server:
  boto_ec2.instance_present:
    - name: example-instance
    - image_name: myapp-base-*
    - instance_type: t3.micro
    - key_name: myapp
    - subnet_name: main:main-a
    - security_group_names: [default]
    - user_data: |
        #!/bin/sh
        echo ready
    - disable_api_termination: False
    - instance_initiated_shutdown_behavior: terminate
    - attributes:
        sourceDestCheck: False
    - metadata_options:
        http_tokens: required
    - allocate_eip: True
    - tags:
        team: web
        stage: testing
    - profile: aws_profile
