# Alarms about policies of a group made in the same run.
between busy:
  boto_cloudwatch_alarm.present:
    - attributes:
        metric: CPUUtilization
        namespace: AWS/EC2
        statistic: Average
        comparison: '>='
        threshold: 60
        period: 60
        evaluation_periods: 5
        unit: null
        description: ''
        dimensions: {AutoScalingGroupName: [between-policies]}
        alarm_actions: ['scaling_policy:between-policies:Up', 'arn:aws:sns:us-east-1:123456789012:myapp-alerts']
        ok_actions: ['scaling_policy:between-policies:Down']
    - profile: aws_profile

between-policies:
  boto_asg.present:
    - launch_config_name: between-plain
    - availability_zones: [us-east-1a]
    - min_size: 0
    - max_size: 2
    - scaling_policies:
      - {name: Up, adjustment_type: ChangeInCapacity, scaling_adjustment: 1}
      - {name: Down, adjustment_type: ChangeInCapacity, scaling_adjustment: -1}
    - profile: aws_profile

between-plain:
  boto_lc.present:
    - image_id: ami-0a1b2c3d4e5f60001
    - instance_type: t3.small
    - profile: aws_profile
