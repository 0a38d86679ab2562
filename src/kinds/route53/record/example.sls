conformance.example.:
  boto_route53.hosted_zone_present:
    - comment: For the records below
    - profile: aws_profile

plain:
  boto_route53.present:
    - name: www.conformance.example
    - value: 192.0.2.1,192.0.2.2
    - zone: conformance.example.
    - record_type: A
    - ttl: 300
    - profile: aws_profile

text:
  boto_route53.rr_present:
    - name: Text.conformance.example.
    - value: v=spf1 -all
    - zone: conformance.example
    - record_type: TXT
    - wait_for_sync: False
    - profile: aws_profile

wildcard:
  boto3_route53.rr_present:
    - Name: '*.conformance.example.'
    - DomainName: conformance.example.
    - Type: CNAME
    - TTL: 60
    - ResourceRecords:
      - www.conformance.example.
    - profile: aws_profile

weighted:
  boto_route53.present:
    - name: weighted.conformance.example.
    - value: one.conformance.example.
    - zone: conformance.example.
    - record_type: CNAME
    - identifier: [one, 10]
    - profile: aws_profile

alias:
  boto3_route53.rr_present:
    - Name: alias.conformance.example.
    - DomainName: conformance.example.
    - Type: A
    - AliasTarget:
        HostedZoneId: Z35SXDOTRQ7X7K
        DNSName: some-1234567890.us-east-1.elb.amazonaws.com
        EvaluateTargetHealth: False
    - profile: aws_profile
