data:
  boto_ec2.volume_present:
    - volume_name: example-volume
    - instance_name: example-volume-server
    - device: /dev/xvdg
    - size: 8
    - tags:
        team: platform
        owner: somebody
    - profile: aws_profile
