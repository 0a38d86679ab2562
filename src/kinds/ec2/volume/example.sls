server:
  boto_ec2.instance_present:
    - name: example-volume-server
    - instance_name: example-volume-server
    - image_name: myapp-base-1
    - instance_type: t3.micro
    - placement: us-east-1a
    - profile: aws_profile

data:
  boto_ec2.volume_present:
    - volume_name: example-volume
    - instance_name: example-volume-server
    - device: /dev/xvdf
    - size: 8
    - volume_type: gp3
    - encrypted: True
    - tags:
        team: storage
        stage: testing
    - profile: aws_profile
