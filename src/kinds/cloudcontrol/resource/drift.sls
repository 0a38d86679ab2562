events:
  aws.resource_present:
    - name: events
    - type: AWS::Kinesis::Stream
    - properties:
        Name: events
        ShardCount: 3
        Tags: []
    - profile: aws_profile

shared files:
  aws.resource_present:
    - name: shared
    - type: AWS::EFS::FileSystem
    - properties:
        ThroughputMode: elastic
        FileSystemTags:
          - Key: Name
            Value: shared
          - Key: team
            Value: data
    - profile: aws_profile

database password:
  aws.resource_present:
    - name: db
    - type: AWS::SecretsManager::Secret
    - named_by: Name
    - properties:
        Name: db
        Description: for another database
        SecretString: example-password
    - profile: aws_profile
