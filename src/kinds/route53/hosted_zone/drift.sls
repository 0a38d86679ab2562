public.conformance.example:
  boto_route53.hosted_zone_present:
    - comment: Public, and changed
    - profile: aws_profile

other name:
  boto3_route53.hosted_zone_present:
    - Name: Other.conformance.example
    - Comment: ''
    - profile: aws_profile
