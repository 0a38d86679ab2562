# A function in a VPC, with what calls it and what it reads: everything is named. Who provides comes first here; `absent` goes through
# it backwards.
works:
  boto_vpc.present:
    - cidr_block: 10.93.0.0/16
    - profile: aws_profile

works-a:
  boto_vpc.subnet_present:
    - vpc_name: works
    - cidr_block: 10.93.0.0/24
    - availability_zone: us-east-1a
    - profile: aws_profile

works-group:
  boto_secgroup.present:
    - description: Functions of works
    - vpc_name: works
    - profile: aws_profile

works-role:
  boto_iam_role.present:
    - policy_document:
        Version: '2012-10-17'
        Statement:
          - Effect: Allow
            Principal: {Service: lambda.amazonaws.com}
            Action: sts:AssumeRole
    - create_instance_profile: False
    - profile: aws_profile

works-key:
  boto_kms.key_present:
    - policy:
        Version: '2012-10-17'
        Statement:
          - Effect: Allow
            Principal: {AWS: 'arn:aws:iam::123456789012:root'}
            Action: kms:*
            Resource: '*'
          - Effect: Allow
            Principal: {AWS: 'arn:aws:iam::123456789012:role/works-role'}
            Action: kms:Decrypt
            Resource: '*'
    - profile: aws_profile

works-table:
  boto_dynamodb.present:
    - hash_key: id
    - stream_view_type: KEYS_ONLY
    - sse_kms_key: alias/works-key
    - profile: aws_profile

works-news:
  boto_sns.present:
    - profile: aws_profile

works-lost:
  boto_sqs.present:
    - profile: aws_profile

works-nightly:
  boto_lambda.function_present:
    - Runtime: python3.13
    - Role: works-role
    - Handler: index.handler
    - Files: {index.py: 'def handler(event, context): return 1'}
    - VpcConfig:
        SubnetNames: [works-a]
        SecurityGroupNames: [works-group]
    - DeadLetterConfig: {TargetArn: 'arn:aws:sqs:us-east-1:123456789012:works-lost'}
    - Permissions:
        rule:
          Action: lambda:InvokeFunction
          Principal: events.amazonaws.com
          SourceArn: arn:aws:events:us-east-1:123456789012:rule/works-rule
    - profile: aws_profile

works-live:
  boto_lambda.alias_present:
    - FunctionName: works-nightly
    - FunctionVersion: $LATEST
    - profile: aws_profile

works-records:
  boto_lambda.event_source_mapping_present:
    - FunctionName: works-nightly
    - Table: works-table
    - StartingPosition: LATEST
    - profile: aws_profile

works-rule:
  boto_cloudwatch_event.present:
    - ScheduleExpression: rate(1 day)
    - Targets:
      - Id: function
        Function: works-nightly
      - Id: news
        Topic: works-news
    - profile: aws_profile
