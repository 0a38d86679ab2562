conformance.example.:
  boto_route53.hosted_zone_present:
    - comment: For the records below
    - profile: aws_profile

plain:
  boto_route53.present:
    - name: www.conformance.example.
    - value: [192.0.2.3]
    - zone: conformance.example.
    - record_type: A
    - ttl: 60
    - profile: aws_profile

text:
  boto_route53.rr_present:
    - name: text.conformance.example.
    - value: '"v=spf1 a -all"'
    - zone: conformance.example.
    - record_type: TXT
    - profile: aws_profile

wildcard:
  boto3_route53.rr_present:
    - Name: '*.conformance.example.'
    - DomainName: conformance.example.
    - Type: CNAME
    - TTL: 120
    - ResourceRecords:
      - other.conformance.example.
    - profile: aws_profile

weighted:
  boto_route53.present:
    - name: weighted.conformance.example.
    - value: two.conformance.example.
    - zone: conformance.example.
    - record_type: CNAME
    - identifier: [one, 20]
    - profile: aws_profile

alias:
  boto3_route53.rr_present:
    - Name: alias.conformance.example.
    - DomainName: conformance.example.
    - Type: A
    - AliasTarget:
        HostedZoneId: Z35SXDOTRQ7X7K
        DNSName: another-1234567890.us-east-1.elb.amazonaws.com.
        EvaluateTargetHealth: True
    - profile: aws_profile
