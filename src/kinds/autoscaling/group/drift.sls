conformance-launch:
  boto_lc.present:
    - image_id: ami-0a1b2c3d4e5f60001
    - instance_type: t3.small
    - profile: aws_profile

conformance-group:
  boto_asg.present:
    - launch_config_name: conformance-group
    - launch_config:
      - image_id: ami-0a1b2c3d4e5f60001
      - instance_type: t3.large
      - instance_profile_name: conformance-other
      - user_data: '#!/bin/sh'
    - availability_zones: [us-east-1c, us-east-1a]
    - min_size: 1
    - max_size: 3
    - desired_capacity: 2
    - default_cooldown: 60
    - health_check_type: ELB
    - health_check_period: 300
    - termination_policies: []
    - max_instance_lifetime: 0
    - capacity_rebalance: False
    - default_instance_warmup: 0
    - new_instances_protected_from_scale_in: False
    - lifecycle_hooks:
      - name: drain
        lifecycle_transition: autoscaling:EC2_INSTANCE_TERMINATING
        heartbeat_timeout: 60
      - name: leave
        lifecycle_transition: autoscaling:EC2_INSTANCE_TERMINATING
    - warm_pool: {min_size: 1, max_group_prepared_capacity: 3}
    - suspended_processes: [AZRebalance, ScheduledActions]
    - scaling_policies:
      - name: ScaleUp
        adjustment_type: PercentChangeInCapacity
        scaling_adjustment: 50
        min_adjustment_step: 2
      - name: ScaleOut
        adjustment_type: ExactCapacity
        scaling_adjustment: 3
        cooldown: 60
      - name: Track
        target_tracking_configuration:
          predefined_metric_specification: {predefined_metric_type: ASGAverageNetworkIn}
          target_value: 1000000
      - name: Burst
        adjustment_type: ChangeInCapacity
        scaling_adjustment: 1
    - scheduled_actions:
        morning: {min_size: 2, max_size: 3, desired_capacity: 2, recurrence: 0 7 * * 1-5}
        night: {min_size: 0, max_size: 3, desired_capacity: 1, recurrence: 0 23 * * *}
    - notification_arn: arn:aws:sns:us-east-1:123456789012:myapp-alerts
    - notification_types:
      - autoscaling:EC2_INSTANCE_LAUNCH_ERROR
    - tags:
      - {key: Name, value: conformance, propagate_at_launch: False}
      - {key: tier, value: web}
    - profile: aws_profile

conformance-group-plain:
  boto_asg.present:
    - launch_config_name: conformance-launch
    - availability_zones: [us-east-1a, us-east-1b]
    - min_size: 0
    - max_size: 1
    - scaling_policies: []
    - tags: []
    - profile: aws_profile
