conformance-subnets:
  boto_elasticache.subnet_group_present:
    - subnet_ids: [subnet-0a0000000000000a1, subnet-0a0000000000000a2]
    - description: Nodes of the application
    - tags: {team: a}
    - profile: aws_profile
