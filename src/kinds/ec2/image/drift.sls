image:
  boto_ec2.snapshot_created:
    - ami_name: example-image
    - instance_name: example-image-builder
    - tags:
        team: platform
        owner: somebody
    - profile: aws_profile
