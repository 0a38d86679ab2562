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
      - instance_type: t3.medium
      - key_name: myapp
      - block_device_mappings:
        - /dev/xvda: {size: 20, volume_type: gp3, delete_on_termination: True}
      - cloud_init:
          scripts:
            bootstrap: |
              #!/bin/sh
              orchestrate deploy myapp testing
    - instance_profile_name: conformance-profile
    - availability_zones: [us-east-1b, us-east-1a]
    - min_size: 0
    - max_size: '4'
    - desired_capacity: 0
    - default_cooldown: 120
    - health_check_type: EC2
    - health_check_period: 600
    - termination_policies: [OldestInstance, Default]
    - max_instance_lifetime: 604800
    - capacity_rebalance: True
    - default_instance_warmup: 60
    - new_instances_protected_from_scale_in: True
    - lifecycle_hooks:
      - name: drain
        lifecycle_transition: autoscaling:EC2_INSTANCE_TERMINATING
        heartbeat_timeout: 300
        default_result: CONTINUE
    - warm_pool: {min_size: 0, pool_state: Stopped}
    - instance_refresh: {min_healthy_percentage: 50, instance_warmup: 0, skip_matching: True}
    - suspended_processes: [AddToLoadBalancer, AZRebalance]
    - scaling_policies:
      - name: ScaleUp
        adjustment_type: ChangeInCapacity
        scaling_adjustment: 2
        cooldown: 300
      - name: ScaleDown
        adjustment_type: ChangeInCapacity
        scaling_adjustment: -1
        cooldown: 600
      - name: Track
        target_tracking_configuration:
          predefined_metric_specification: {predefined_metric_type: ASGAverageCPUUtilization}
          target_value: 50
      - name: Burst
        adjustment_type: PercentChangeInCapacity
        min_adjustment_step: 1
        step_adjustments:
          - {metric_interval_lower_bound: 0, metric_interval_upper_bound: 20, scaling_adjustment: 10}
          - {metric_interval_lower_bound: 20, scaling_adjustment: 30}
    - scheduled_actions:
        morning: {min_size: 1, max_size: 4, desired_capacity: 2, recurrence: 0 8 * * 1-5}
        evening: {min_size: 0, max_size: 4, desired_capacity: 0, start_time: '2035-01-31T20:00:00Z'}
    - notification_arn: arn:aws:sns:us-east-1:123456789012:myapp-alerts
    - notification_types:
      - autoscaling:EC2_INSTANCE_LAUNCH
      - autoscaling:EC2_INSTANCE_TERMINATE
    - tags:
      - {key: Name, value: conformance, propagate_at_launch: True}
      - {key: team, value: a}
    - profile: aws_profile

conformance-group-plain:
  boto_asg.present:
    - launch_config_name: conformance-launch
    - availability_zones: [us-east-1a]
    - min_size: 0
    - max_size: 2
    - profile: aws_profile
