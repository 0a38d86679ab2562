conformance-subnets:
  boto_elasticache.subnet_group_present:
    - subnet_ids: [subnet-0a0000000000000a1]
    - description: Nodes of another application
    - tags: {team: b}
    - profile: aws_profile
