conformance template group:
  boto_secgroup.present:
    - name: conformance-template
    - description: for the launch template
    - profile: aws_profile

conformance-template:
  boto_ec2.launch_template_present:
    - image_id: ami-0a1b2c3d4e5f60001
    - instance_type: t3.small
    - key_name: myapp
    - security_groups: [conformance-template]
    - instance_profile_name: conformance-profile
    - instance_monitoring: True
    - ebs_optimized: True
    - metadata_options: {http_tokens: required, http_put_response_hop_limit: 2}
    - credit_specification: {cpu_credits: standard}
    - block_device_mappings:
        /dev/xvda: {size: 20, volume_type: gp3, encrypted: True, delete_on_termination: True}
    - user_data: '#!/bin/sh'
    - instance_tags: {Name: conformance, team: a}
    - volume_tags: {team: a}
    - keep_versions: 1
    - tags: {team: a, stage: testing}
    - profile: aws_profile

conformance-template-plain:
  boto_ec2.launch_template_present:
    - image_ssm_parameter: /aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-x86_64
    - profile: aws_profile

conformance-mixed:
  boto_asg.present:
    - launch_template: {name: conformance-template, version: $Latest}
    - mixed_instances_policy:
        launch_template:
          overrides:
            - instance_type: t3.small
            - {instance_type: t3.medium, weighted_capacity: 2}
        instances_distribution: {on_demand_base_capacity: 1, spot_allocation_strategy: price-capacity-optimized}
    - availability_zones: [us-east-1a]
    - min_size: 0
    - max_size: 2
    - profile: aws_profile
