conformance-template:
  boto_ec2.launch_template_present:
    - image_id: ami-0a1b2c3d4e5f60001
    - instance_type: t3.medium
    - security_groups: [conformance-template]
    - associate_public_ip_address: True
    - spot_price: '0.05'
    - block_device_mappings:
      - /dev/xvda: {size: 30, volume_type: gp3}
      - /dev/xvdb: {ephemeral_name: ephemeral0}
    - cloud_init: {scripts: {hello: "#!/bin/sh\necho hello\n"}}
    - keep_versions: 0
    - tags: {team: b}
    - profile: aws_profile

conformance-template-plain:
  boto_ec2.launch_template_present:
    - instance_type: t3.nano
    - profile: aws_profile

conformance-mixed:
  boto_asg.present:
    - launch_template: {name: conformance-template, version: $Default}
    - mixed_instances_policy:
        LaunchTemplate:
          Overrides:
            - {InstanceType: t3.large}
        InstancesDistribution: {OnDemandPercentageAboveBaseCapacity: 50}
    - availability_zones: [us-east-1a]
    - min_size: 0
    - max_size: 3
    - profile: aws_profile
