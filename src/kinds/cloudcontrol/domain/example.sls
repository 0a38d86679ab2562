search:
  boto_elasticsearch_domain.present:
    - DomainName: search
    - ElasticsearchVersion: '7.10'
    - ElasticsearchClusterConfig:
        InstanceType: m5.large.elasticsearch
        InstanceCount: 1
    - EBSOptions:
        EBSEnabled: true
        VolumeType: gp3
        VolumeSize: 20
    - AccessPolicies:
        Version: '2012-10-17'
        Statement:
          - Effect: Allow
            Principal: {AWS: '123456789012'}
            Action: es:*
            Resource: '*'
    - profile: aws_profile

tags of search:
  boto3_elasticsearch.tagged:
    - DomainName: search
    - tags:
        team: search
    - replace: true
    - profile: aws_profile
