# The pillar's 'registration' says which load balancers and target groups, which checks come first, and how long to wait.
Put this instance into service:
  elb.register:
    - profile: aws_profile
