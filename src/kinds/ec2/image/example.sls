builder:
  boto_ec2.instance_present:
    - name: example-image-builder
    - image_name: myapp-base-1
    - instance_type: t3.micro
    - profile: aws_profile

image:
  boto_ec2.snapshot_created:
    - ami_name: example-image
    - instance_name: example-image-builder
    - description: made by the example
    - no_reboot: True
    - tags:
        team: web
        stage: testing
    - profile: aws_profile
