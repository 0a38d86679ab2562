events:
  aws.resource_present:
    - name: events
    - type: AWS::Kinesis::Stream
    - properties:
        Name: events
        ShardCount: 1
        StreamModeDetails:
          StreamMode: PROVISIONED
        Tags:
          - Key: team
            Value: data
    - profile: aws_profile

shared files:
  aws.resource_present:
    - name: shared
    - type: AWS::EFS::FileSystem
    - properties:
        Encrypted: true
        ThroughputMode: bursting
        FileSystemTags:
          - Key: Name
            Value: shared
    - profile: aws_profile

database password:
  aws.resource_present:
    - name: db
    - type: AWS::SecretsManager::Secret
    - named_by: Name
    - properties:
        Name: db
        Description: for the database
        SecretString: example-password
    - profile: aws_profile
