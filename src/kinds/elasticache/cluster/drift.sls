conformance-cluster:
  boto_elasticache.present:
    - engine: memcached
    - cache_node_type: cache.t4g.small
    - num_cache_nodes: 1
    - preferred_maintenance_window: tue:03:00-tue:04:00
    - tags: {team: b}
    - profile: aws_profile
