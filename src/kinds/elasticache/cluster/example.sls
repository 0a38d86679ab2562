conformance-cluster:
  boto_elasticache.present:
    - engine: memcached
    - cache_node_type: cache.t4g.micro
    - num_cache_nodes: 2
    - preferred_maintenance_window: Mon:03:00-Mon:04:00
    - auto_minor_version_upgrade: True
    - tags:
      - {Key: team, Value: a}
    - profile: aws_profile

Conformance-Upper:
  boto3_elasticache.cache_cluster_present:
    - Engine: redis
    - CacheNodeType: cache.t4g.small
    - NumCacheNodes: 1
    - SnapshotRetentionLimit: 3
    - SnapshotWindow: 05:00-06:00
    - wait: 60
    - profile: aws_profile
