public.conformance.example:
  boto_route53.hosted_zone_present:
    - comment: Public
    - profile: aws_profile

other name:
  boto3_route53.hosted_zone_present:
    - Name: other.conformance.example.
    - Comment: Another
    - profile: aws_profile
