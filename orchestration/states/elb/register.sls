Register this instance with its load balancer:
  boto_elb.register_instances:
    - name: {{ grains.cluster_name }}
    - instances:
      - {{ grains.ec2_instance_id }}
    - profile: aws_profile
