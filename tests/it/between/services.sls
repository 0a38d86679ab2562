# What stands in the network of network.sls: database, cache, bucket, a group from a launch template, a function on a schedule.
site-databases:
  boto_rds.subnet_group_present:
    - description: Databases of the site
    - subnet_names: [site-private-a, 'site:site-private-b', site-private-c]
    - profile: aws_profile

site-settings:
  boto_rds.parameter_present:
    - db_parameter_group_family: mysql8.0
    - description: Settings of the site
    - profile: aws_profile

site-options:
  boto_rds.option_group_present:
    - engine_name: mysql
    - major_engine_version: '8.0'
    - option_group_description: Options of the site
    - options:
      - option_name: MEMCACHED
        vpc_security_groups: ['site:site-web']
    - profile: aws_profile

site-database:
  boto_rds.present:
    - engine: mysql
    - engine_version: '8.0'
    - db_instance_class: db.t4g.small
    - allocated_storage: 20
    - master_username: admin
    - master_user_password: correct-horse
    - db_subnet_group_name: site-databases
    - db_parameter_group_name: site-settings
    - option_group_name: site-options
    - vpc_security_groups: ['site:site-web']
    - wait_status: available
    - profile: aws_profile

site-caches:
  boto_elasticache.subnet_group_present:
    - description: Caches of the site
    - subnet_names: [site-private-a, site-private-b]
    - profile: aws_profile

site-cache:
  boto_elasticache.present:
    - engine: memcached
    - cache_node_type: cache.t4g.micro
    - num_cache_nodes: 1
    - cache_subnet_group_name: site-caches
    - profile: aws_profile

site-files:
  boto_s3_bucket.present:
    - Bucket: site-files-of-the-example
    - Policy:
        Version: '2012-10-17'
        Statement:
          - Effect: Deny
            Principal: '*'
            Action: s3:GetObject
            Resource: arn:aws:s3:::site-files-of-the-example/*
            Condition:
              Bool: {aws:SecureTransport: false}
    - profile: aws_profile

site-workers:
  boto_ec2.launch_template_present:
    - image_name: myapp-base-1
    - instance_type: t3.small
    - vpc_name: site
    - security_groups: [site-web]
    - instance_profile_name: site-app
    - profile: aws_profile

site-worker-group:
  boto_asg.present:
    - launch_template: {name: site-workers, version: $Latest}
    - subnet_names: ['site:site-private-a', 'site:site-private-b']
    - min_size: 0
    - max_size: 2
    - desired_capacity: 0
    - profile: aws_profile

site-caller:
  boto_iam_role.present:
    - policy_document:
        Version: '2012-10-17'
        Statement:
          - Effect: Allow
            Principal: {Service: lambda.amazonaws.com}
            Action: sts:AssumeRole
    - create_instance_profile: False
    - profile: aws_profile

site-sweep:
  boto_lambda.function_present:
    - Runtime: python3.13
    - Role: site-caller
    - Handler: index.handler
    - Files: {index.py: 'def handler(event, context): return 1'}
    - Permissions:
        rule:
          Action: lambda:InvokeFunction
          Principal: events.amazonaws.com
          SourceArn: arn:aws:events:us-east-1:123456789012:rule/site-nightly
    - profile: aws_profile

site-nightly:
  boto_cloudwatch_event.present:
    - ScheduleExpression: cron(0 3 * * ? *)
    - Description: Sweeps every night
    - State: ENABLED
    - Targets:
      - {Id: sweep, Function: site-sweep}
    - profile: aws_profile
