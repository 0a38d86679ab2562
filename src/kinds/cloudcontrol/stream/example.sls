events:
  boto_kinesis.present:
    - name: events
    - num_shards: 1
    - retention_hours: 24
    - enhanced_monitoring: [IncomingBytes]
    - tags:
        team: data
    - profile: aws_profile
