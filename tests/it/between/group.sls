# A group and all it stands on, who uses first, who provides last.
between group:
  boto_asg.present:
    - name: between
    - launch_config_name: between
    - launch_config:
      - image_name: myapp-base-1
      - instance_type: t3.small
      - security_groups: [between-web, between-inner]
      - instance_profile_name: between-app
    - subnet_names: [main-a, main-b]
    - min_size: 0
    - max_size: 3
    - desired_capacity: 0
    - load_balancers: [between-inner]
    - suspended_processes: [AddToLoadBalancer]
    - scaling_policies:
      - {name: ScaleUp, adjustment_type: ChangeInCapacity, scaling_adjustment: 1}
    - alarms:
        busy:
          attributes:
            metric: CPUUtilization
            namespace: AWS/EC2
            statistic: Average
            comparison: '>='
            threshold: 60
            period: 60
            evaluation_periods: 5
            unit: null
            description: busy
            alarm_actions: ['scaling_policy:self:ScaleUp']
    - profile: aws_profile

between template group:
  boto_asg.present:
    - name: between-template
    - launch_template: {name: between-template, version: '1'}
    - subnet_names: [main-c]
    - min_size: 0
    - max_size: 1
    - load_balancers: [between-inner]
    - profile: aws_profile

between balancer:
  boto_elb.present:
    - name: between-inner
    - scheme: internal
    - subnet_names: [main-a, main-b]
    - security_groups: [between-inner]
    - listeners:
      - {elb_port: 80, elb_protocol: HTTP, instance_port: 8080}
    - profile: aws_profile

between-app:
  boto_iam_role.present:
    - policies:
        queues:
          Version: '2012-10-17'
          Statement:
            - {Effect: Allow, Action: 'sqs:SendMessage', Resource: '*'}
    - profile: aws_profile

between web:
  boto_secgroup.present:
    - name: between-web
    - description: Instances
    - vpc_name: main
    - rules:
      - {ip_protocol: tcp, from_port: 8080, to_port: 8080, source_group_name: between-inner}
    - profile: aws_profile

between inner:
  boto_secgroup.present:
    - name: between-inner
    - description: Balancers
    - vpc_name: main
    - profile: aws_profile
