Conformance-Group:
  boto3_elasticache.replication_group_present:
    - ReplicationGroupDescription: Jobs of another application
    - Engine: redis
    - CacheNodeType: cache.t4g.medium
    - NumCacheClusters: 2
    - AutomaticFailoverEnabled: False
    - SnapshotRetentionLimit: 5
    - profile: aws_profile
