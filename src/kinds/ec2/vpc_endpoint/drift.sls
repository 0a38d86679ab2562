buckets:
  boto_vpc.endpoint_present:
    - name: example-endpoint-s3
    - vpc_name: main
    - service_name: com.amazonaws.us-east-1.s3
    - policy:
        Version: '2012-10-17'
        Statement:
          - {Effect: Allow, Principal: '*', Action: 's3:PutObject', Resource: '*'}
    - tags:
        team: platform
        owner: somebody
    - profile: aws_profile

queues:
  boto_vpc.endpoint_present:
    - name: example-endpoint-sqs
    - vpc_name: main
    - service_name: com.amazonaws.us-east-1.sqs
    - endpoint_type: Interface
    - subnet_names: [main-a, main-b]
    - profile: aws_profile
