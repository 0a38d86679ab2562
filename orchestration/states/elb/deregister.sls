Take this instance out of its load balancer:
  module.run:
    - name: boto_elb.deregister_instances
    - m_name: {{ grains.cluster_name }}
    - instances:
      - {{ grains.ec2_instance_id }}
    - profile: aws_profile
