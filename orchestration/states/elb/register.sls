Register this instance with its load balancer:
  module.run:
    - name: boto_elb.register_instances
    - m_name: {{ grains.cluster_name }}
    - instances:
      - {{ grains.ec2_instance_id }}
    - profile: aws_profile
