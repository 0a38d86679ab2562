Take this instance out of its load balancer:
  boto_elb.deregister_instances:
    - name: {{ grains.cluster_name }}
    - instances:
      - {{ grains.ec2_instance_id }}
    - profile: aws_profile
