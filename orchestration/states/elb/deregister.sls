Take this instance out of service:
  elb.deregister:
    - wait: True
    - profile: aws_profile
