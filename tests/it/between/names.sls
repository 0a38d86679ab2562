# Records of a balancer made in the same run, in zones made in the same run.
named:
  boto_route53.present:
    - name: named.between.example
    - zone: between.example
    - record_type: CNAME
    - value: elb:between-named
    - ttl: 60
    - profile: aws_profile

alias:
  boto3_route53.rr_present:
    - Name: alias.between.example.
    - DomainName: between.example.
    - Type: A
    - AliasTarget:
        DNSName: elb:between-named
        EvaluateTargetHealth: True
    - profile: aws_profile

inside:
  boto_route53.present:
    - name: db.inner.between.example
    - zone: inner.between.example
    - record_type: A
    - value: 10.20.0.9
    - private_zone: True
    - profile: aws_profile

between-named:
  boto_elb.present:
    - availability_zones: [us-east-1a]
    - listeners:
      - {elb_port: 80, elb_protocol: HTTP, instance_port: 8080}
    - profile: aws_profile

between.example:
  boto_route53.hosted_zone_present:
    - comment: For everybody
    - profile: aws_profile

inner.between.example.:
  boto3_route53.hosted_zone_present:
    - PrivateZone: True
    - VPCs:
      - {VPCName: main, VPCRegion: us-east-1}
    - profile: aws_profile
