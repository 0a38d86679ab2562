Conformance-Group:
  boto3_elasticache.replication_group_present:
    - ReplicationGroupDescription: Jobs of the application
    - Engine: redis
    - CacheNodeType: cache.t4g.small
    - NumCacheClusters: 2
    - AutomaticFailoverEnabled: True
    - SnapshotRetentionLimit: 3
    - profile: aws_profile
