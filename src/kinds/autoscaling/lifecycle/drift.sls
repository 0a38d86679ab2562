i-0123456789abcdef0:
  boto_asg.lifecycle_completed:
    - profile: aws_profile
