# Which balancers and target groups, what must hold first, how long to wait: 'registration' in the pillar.
Put this instance into service:
  elb.register:
    - profile: aws_profile
