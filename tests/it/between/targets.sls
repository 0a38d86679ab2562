# Target groups after the targets and the group of instances that name them.
one more:
  boto_elbv2.targets_registered:
    - name: between-targets
    - targets: [i-0123456789abcdef0]
    - profile: aws_profile

between-served:
  boto_asg.present:
    - launch_config_name: between-served
    - availability_zones: [us-east-1a]
    - min_size: 0
    - max_size: 2
    - target_groups: [between-targets]
    - profile: aws_profile

launched:
  boto_lc.present:
    - name: between-served
    - image_id: ami-0a1b2c3d4e5f60001
    - instance_type: t3.small
    - profile: aws_profile

between-targets:
  boto_elbv2.create_target_group:
    - protocol: HTTP
    - port: 8080
    - vpc_name: main
    - attributes: {deregistration_delay.timeout_seconds: 60}
    - profile: aws_profile
