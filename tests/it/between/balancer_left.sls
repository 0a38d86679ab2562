# What balancer.sls makes beside its own states.
www.between.example.:
  boto_route53.absent:
    - zone: between.example.
    - record_type: CNAME
    - profile: aws_profile

www2.between.example.:
  boto_route53.absent:
    - zone: between.example.
    - record_type: CNAME
    - profile: aws_profile

between-outer slow:
  boto_cloudwatch_alarm.absent:
    - profile: aws_profile
