search:
  boto_elasticsearch_domain.present:
    - DomainName: search
    - ElasticsearchClusterConfig:
        InstanceCount: 3
    - EBSOptions:
        VolumeSize: 40
    - AccessPolicies: '{"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Principal": {"AWS": "*"}, "Action": "es:ESHttpGet", "Resource": "*"}]}'
    - profile: aws_profile

tags of search:
  boto3_elasticsearch.tagged:
    - DomainName: search
    - tags:
        owner: others
    - profile: aws_profile
