{% set cluster = grains.cluster_name %}
{% set myapp = pillar.myapp %}
{% set size = myapp.sizes.get(grains.service_instance, myapp.sizes.default) %}

{{ cluster }} balancer group:
  boto_secgroup.present:
    - name: {{ cluster }}-elb
    - description: Load balancer of {{ cluster }}
    - rules:
      {% for port in [80, 443] %}
      - ip_protocol: tcp
        from_port: {{ port }}
        to_port: {{ port }}
        cidr_ip: {{ myapp.clients }}
      {% endfor %}
    - profile: aws_profile

{{ cluster }} instance group:
  boto_secgroup.present:
    - name: {{ cluster }}
    - description: Instances of {{ cluster }}
    - rules:
      - ip_protocol: tcp
        from_port: {{ myapp.port }}
        to_port: {{ myapp.port }}
        source_group_name: {{ cluster }}-elb
    - profile: aws_profile

{{ cluster }} role:
  boto_iam_role.present:
    - name: {{ cluster }}
    - policies:
        queues:
          Version: '2012-10-17'
          Statement:
            - Effect: Allow
              Action:
                - sqs:ChangeMessageVisibility
                - sqs:DeleteMessage
                - sqs:GetQueueAttributes
                - sqs:GetQueueUrl
                - sqs:ReceiveMessage
                - sqs:SendMessage
              Resource: arn:aws:sqs:{{ myapp.aws_region }}:*:{{ cluster }}-*
        registration:
          Version: '2012-10-17'
          Statement:
            - Effect: Allow
              Action:
                - elasticloadbalancing:DeregisterInstancesFromLoadBalancer
                - elasticloadbalancing:DescribeInstanceHealth
                - elasticloadbalancing:DescribeLoadBalancers
                - elasticloadbalancing:RegisterInstancesWithLoadBalancer
              Resource: '*'
    - profile: aws_profile

{{ cluster }} balancer:
  boto_elb.present:
    - name: {{ cluster }}
    - availability_zones: {{ myapp.availability_zones }}
    - security_groups:
      - {{ cluster }}-elb
    - listeners:
      - elb_port: 80
        elb_protocol: HTTP
        instance_port: {{ myapp.port }}
        instance_protocol: HTTP
      - elb_port: 443
        elb_protocol: HTTPS
        instance_port: {{ myapp.port }}
        instance_protocol: HTTP
        certificate: {{ myapp.certificate }}
    - health_check:
        target: HTTP:{{ myapp.port }}/healthcheck
        interval: 10
    - attributes:
        access_log:
          enabled: True
          s3_bucket_name: {{ myapp.log_bucket }}
          s3_bucket_prefix: {{ cluster }}
          emit_interval: 5
        connecting_settings:
          idle_timeout: 120
    - cnames:
      - name: {{ cluster }}.example.com.
        zone: example.com.
        ttl: 60
    - profile: aws_profile

{% for queue in ['jobs', 'results'] %}
{{ cluster }} queue {{ queue }}:
  boto_sqs.present:
    - name: {{ cluster }}-{{ queue }}
    - attributes:
        VisibilityTimeout: '120'
        MessageRetentionPeriod: '345600'
    - profile: aws_profile
{% endfor %}

{{ cluster }} instances:
  boto_asg.present:
    - name: {{ cluster }}
    - launch_config_name: {{ cluster }}
    - launch_config:
      - image_id: {{ myapp.image_id }}
      - key_name: {{ myapp.key_name }}
      - instance_type: {{ size.instance_type }}
      - security_groups:
        - base
        - {{ cluster }}
      - instance_profile_name: {{ cluster }}
      - cloud_init:
          scripts:
            bootstrap: |
              #!/bin/sh
              set -eu
              export SERVICE_NAME={{ grains.service_name }}
              export SERVICE_INSTANCE={{ grains.service_instance }}
              export REGION={{ grains.region }}
              orchestrate deploy "$SERVICE_NAME" "$SERVICE_INSTANCE"
              orchestrate state.sls elb.register
    - availability_zones: {{ myapp.availability_zones }}
    - min_size: {{ size.instances }}
    - max_size: {{ size.instances }}
    - desired_capacity: {{ size.instances }}
    - load_balancers:
      - {{ cluster }}
    - health_check_type: EC2
    - health_check_period: 600
    - suspended_processes:
      - AddToLoadBalancer
    - scaling_policies:
      - name: ScaleUp
        adjustment_type: ChangeInCapacity
        scaling_adjustment: 2
        cooldown: 300
      - name: ScaleDown
        adjustment_type: ChangeInCapacity
        scaling_adjustment: -1
        cooldown: 600
    - tags:
      - key: Name
        value: {{ cluster }}
        propagate_at_launch: True
    - profile: aws_profile

{% for name, policy, comparison, threshold in [
  ('busy', 'ScaleUp', '>=', 60.0),
  ('idle', 'ScaleDown', '<=', 20.0),
] %}
{{ cluster }} alarm {{ name }}:
  boto_cloudwatch_alarm.present:
    - name: {{ cluster }} {{ name }}
    - attributes:
        metric: CPUUtilization
        namespace: AWS/EC2
        statistic: Average
        comparison: '{{ comparison }}'
        threshold: {{ threshold }}
        period: 60
        evaluation_periods: 5
        unit: null
        description: ''
        dimensions:
          AutoScalingGroupName:
            - {{ cluster }}
        alarm_actions:
          - scaling_policy:{{ cluster }}:{{ policy }}
          - {{ myapp.alerts }}
        insufficient_data_actions: []
        ok_actions: []
    - profile: aws_profile
{% endfor %}
