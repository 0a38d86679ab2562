events:
  boto_kinesis.present:
    - name: events
    - num_shards: 2
    - retention_hours: 48
    - enhanced_monitoring: true
    - tags: {}
    - profile: aws_profile
