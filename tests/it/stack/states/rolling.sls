{% set cluster = grains.cluster_name %}

{{ cluster }} rolling instances:
  boto_asg.present:
    - name: {{ cluster }}-rolling
    - launch_config_name: {{ cluster }}-rolling
    - launch_config:
      - image_id: ami-0a1b2c3d4e5f60001
      - instance_type: {{ pillar.get('size', 't3.small') }}
    - migrate_to_launch_template: {{ pillar.get('migrate', False) }}
    - availability_zones: [us-east-1a, us-east-1b]
    - min_size: 2
    - max_size: 2
    - desired_capacity: 2
    - instance_refresh: {min_healthy_percentage: 50, instance_warmup: 0}
    - profile: aws_profile
