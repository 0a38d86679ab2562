server:
  boto_ec2.instance_present:
    - name: example-tags-server
    - image_name: myapp-base-1
    - instance_type: t3.micro
    - placement: us-east-1a
    - profile: aws_profile

data:
  boto_ec2.volume_present:
    - volume_name: example-tags-volume
    - instance_name: example-tags-server
    - device: /dev/xvdf
    - size: 8
    - profile: aws_profile

volumes:
  boto_ec2.volumes_tagged:
    - tag_maps:
      - filters: {instance_name: example-tags-server, "tag:Name": example-tags-volume}
        tags: {team: web, stage: testing}
    - profile: aws_profile
