#!yaml
## Declarations with one mistake each. 'lint' prints the advice of the line above each of them; see mod.rs.

# write the Name tag as the state's name, or leave it out of 'tags'
vpc with another name:
  boto_vpc.present: [{name: one}, {cidr_block: 10.0.0.0/16}, {tags: {Name: two}}]

# write 'subnet_name' or 'subnet_id'
interface nowhere:
  boto_ec2.eni_present: []

# write 'subnet_name' or 'subnet_id'
gateway nowhere:
  boto_vpc.nat_gateway_present: []

# write 'instance_name' or 'instance_id'
image of nothing:
  boto_ec2.snapshot_created: [{ami_name: web}]

# write 'vpc_name' or 'vpc_id'
endpoint nowhere:
  boto_vpc.endpoint_present: [{service_name: s3}]

# write tcp, udp, icmp, icmpv6, all, or a number from 0 to 255
group of tpc:
  boto_secgroup.present: [{description: x}, {rules: [{ip_protocol: tpc, from_port: 1, to_port: 1, cidr_ip: 10.0.0.0/8}]}]

# write one of cidr_ip, cidr_ipv6, prefix_list_id, source_group_name, source_group_group_id
group for nobody:
  boto_secgroup.present: [{description: x}, {rules: [{ip_protocol: tcp, from_port: 1, to_port: 1}]}]

# write two rules
group for two:
  boto_secgroup.present: [{description: x}, {rules: [{ip_protocol: tcp, from_port: 1, to_port: 1, cidr_ip: 10.0.0.0/8, source_group_name: web}]}]

# write a range such as 10.0.0.0/8 or 2001:db8::/32
group of no range:
  boto_secgroup.present: [{description: x}, {rules: [{ip_protocol: tcp, from_port: 1, to_port: 1, cidr_ip: ten}]}]

# keep one of them
template of two images:
  boto_ec2.launch_template_present: [{image_id: ami-0123456789abcdef0}, {image_name: web}]

# write it in network_interfaces
template with groups beside interfaces:
  boto_ec2.launch_template_present: [{network_interfaces: [{device_index: 0}]}, {security_groups: [web]}]

# write 'network_interface_name' or 'network_interface_id'
addresses of nothing:
  boto_ec2.private_ips_present: [{private_ip_addresses: [10.0.0.5]}]

# keep one of them
instance of two images:
  boto_ec2.instance_present: [{image_id: ami-0123456789abcdef0}, {image_name: web}, {instance_type: t3.micro}]

# write exactly one of 'upload_public' and 'save_private'
key that is neither:
  boto_ec2.key_present: []

# write {{ salt['cp.get_file_str']('salt://…') }} to read it from the tree
key by its address:
  boto_ec2.key_present: [{upload_public: 'salt://keys/web.pub'}]

# write scaling_policy:<auto scaling group>:<policy>
alarm for no policy:
  boto_cloudwatch_alarm.present: [{attributes: {metric: CPUUtilization, namespace: AWS/EC2, statistic: Average, comparison: '>=', threshold: 1, period: 60, evaluation_periods: 1, alarm_actions: ['scaling_policy:web']}}]

# write a mapping of names to values, a list of Name and Value, or either as JSON
alarm of no dimensions:
  boto_cloudwatch_alarm.present: [{attributes: {metric: CPUUtilization, namespace: AWS/EC2, statistic: Average, comparison: '>=', threshold: 1, period: 60, evaluation_periods: 1, dimensions: web}}]

# write its ARN, acm:<domain>, or the name of a server certificate of IAM
balancer without a certificate:
  boto_elb.present: [{availability_zones: [us-east-1a]}, {listeners: [{elb_port: 443, instance_port: 80, elb_protocol: HTTPS}]}]

# write HTTP, HTTPS, TCP or SSL
balancer of UDP:
  boto_elb.present: [{availability_zones: [us-east-1a]}, {listeners: [{elb_port: 53, instance_port: 53, elb_protocol: UDP}]}]

# declare it under 'policies', or in the pillar
balancer without its policy:
  boto_elb.present: [{availability_zones: [us-east-1a]}, {listeners: [{elb_port: 80, instance_port: 80, elb_protocol: HTTP, policies: [sticky]}]}]

# write one of availability_zones, subnets, subnet_names
balancer nowhere:
  boto_elb.present: [{listeners: [{elb_port: 80, instance_port: 80, elb_protocol: HTTP}]}]

# leave out 'security_groups' to keep the present ones
balancer without a group:
  boto_elb.present: [{availability_zones: [us-east-1a]}, {security_groups: []}, {listeners: [{elb_port: 80, instance_port: 80, elb_protocol: HTTP}]}]

# declare the permission in 'Permissions' of the alias: boto_lambda.alias_present
permission of an alias:
  boto_lambda.function_present: [{Role: web}, {Runtime: python3.12}, {Handler: a.b}, {ZipFile: /a.zip}, {Permissions: {one: {Action: 'lambda:InvokeFunction', Principal: s3.amazonaws.com, Qualifier: live}}}]

# write 'EventSourceArn' or 'Table'
mapping of nothing:
  boto_lambda.event_source_mapping_present: [{FunctionName: web}, {StartingPosition: LATEST}]

# write it as CloudFormation does: AWS::Kinesis::Stream
resource of a short type:
  aws.resource_present: [{type: Kinesis}, {properties: {}}]

# write 'apiId' or 'api_name'
plan of no API:
  boto_apigateway.usage_plan_association_present: [{plan_name: web}, {api_stages: [{stage: live}]}]

# write '- sns: {targetArn: …, roleArn: …}' below 'actions'
rule without actions:
  boto_iot.topic_rule_present: [{ruleName: web}, {sql: SELECT * FROM a}, {actions: nothing}]

# write 'Cidr: 10.0.0.0/16' below 'parameters'
stack with bare parameters:
  boto_cfn.present: [{template_body: '{}'}, {parameters: [Cidr]}]

# write ROLLBACK or DO_NOTHING
stack that deletes itself:
  boto_cfn.present: [{template_body: '{}'}, {on_failure: DELETE}]

# write one of target_group
listener that does nothing:
  boto_elbv2.listener_present: [{load_balancer: web}, {port: 80}, {protocol: HTTP}, {default_actions: [{type: forward}]}]

# or write 'use_existing_client_secret: True' if AWS already has it
listener without its secret:
  boto_elbv2.listener_present: [{load_balancer: web}, {port: 443}, {protocol: HTTPS}, {certificates: ['acm:example.com']}, {default_actions: [{authenticate_oidc_config: {issuer: 'https://a', authorization_endpoint: 'https://a', token_endpoint: 'https://a', user_info_endpoint: 'https://a', client_id: a}}]}]

# write one of host_header
rule of no condition:
  boto_elbv2.rule_present: [{load_balancer: web}, {port: 80}, {priority: 1}, {conditions: [{}]}, {actions: [{target_group: web}]}]

# write 'subnet_ids' or 'subnet_names'
cache subnets of none:
  boto_elasticache.subnet_group_present: [{description: x}]

# give the key another name
key of AWS:
  boto_kms.key_present: [{name: aws/web}, {policy: {Version: '2012-10-17', Statement: []}}]

# write a list of mappings, each with Id and Arn
rule with a word as targets:
  boto_cloudwatch_event.present: [{ScheduleExpression: rate(1 day)}, {Targets: everybody}]

# keep one of them
rule with two goals:
  boto_cloudwatch_event.present: [{ScheduleExpression: rate(1 day)}, {Targets: [{Id: one, Topic: web, Function: web}]}]

# write 'final_db_snapshot_identifier', or 'skip_final_snapshot: True'
database that goes without a word:
  boto_rds.absent: []

# only members of a cluster ('db_cluster_identifier') do not need it
database without a size:
  boto_rds.present: [{db_instance_class: db.t3.micro}, {engine: postgres}, {master_username: web}, {master_user_password: longenough}]

# write 'subnet_ids' or 'subnet_names'
database subnets of none:
  boto_rds.subnet_group_present: [{description: x}]

# write it as 2030-01-31T08:00:00Z
group that wakes some day:
  boto_asg.present: [{launch_config_name: web}, {availability_zones: [us-east-1a]}, {min_size: 0}, {max_size: 1}, {scheduled_actions: {morning: {min_size: 1, start_time: tomorrow}}}]

# the template already contains it
group of a template and a configuration:
  boto_asg.present: [{launch_template: {name: web}}, {launch_config_name: web}, {availability_zones: [us-east-1a]}, {min_size: 0}, {max_size: 1}]

# give 'launch_config_name' or 'launch_template'
group that launches nothing:
  boto_asg.present: [{availability_zones: [us-east-1a]}, {min_size: 0}, {max_size: 1}]

# the template gets their name and content
group that migrates nothing:
  boto_asg.present: [{launch_config_name: web}, {migrate_to_launch_template: True}, {availability_zones: [us-east-1a]}, {min_size: 0}, {max_size: 1}]

# leave 'as_name' out
group with the policy of another:
  boto_asg.present: [{launch_config_name: web}, {availability_zones: [us-east-1a]}, {min_size: 0}, {max_size: 1}, {scaling_policies: [{name: up, as_name: other, adjustment_type: ChangeInCapacity, scaling_adjustment: 1}]}]

# the AMI to launch, such as ami-0123456789abcdef0
configuration without an image:
  boto_lc.present: [{instance_type: t3.micro}]

# write 0, 1 or 2
three keys:
  boto_iam.keys_present: [{number: 3}, {save_dir: /tmp}]

# write '{{' and '}}' for braces
keys in braces:
  boto_iam.keys_present: [{number: 1}, {save_dir: /tmp}, {save_format: '{key}'}]

# write exactly one of 'access_keys' and 'all: True'
keys that nobody names:
  boto_iam.keys_absent: [{user_name: web}]

# write it as '/team/'
policy on a bare path:
  boto_iam.policy_present: [{policy_document: {Version: '2012-10-17', Statement: []}}, {path: team}]

# add it to the pillar, or write 'policy_document'
role without its document:
  boto_iam_role.present: [{policy_document_from_pillars: nowhere}]

# it begins and ends with a slash: '/team/'
role on a bare path:
  boto_iam_role.present: [{path: team}]

# write bucket and key: 'bucket/key'
object without a bucket:
  boto_s3.object_present: [{name: bare}, {source: /etc/hosts}]

# keep one of them
bucket of two lists:
  boto_s3_bucket.present: [{ACL: {ACL: private, GrantRead: 'id=1'}}]

# write the account's canonical user ID: id=…
bucket for an address:
  boto_s3_bucket.present: [{ACL: {GrantRead: 'emailAddress=a@example.com'}}]

# write 'VPCId' or 'VPCName'
zone of no network:
  boto3_route53.hosted_zone_present: [{Name: example.com.}, {PrivateZone: True}, {VPCs: [{VPCRegion: us-east-1}]}]

# write magic:ec2_instance_tag:Name:<value of the tag Name>:<attribute>
record of magic:
  boto_route53.present: [{name: a.example.com.}, {zone: example.com.}, {record_type: CNAME}, {value: 'magic:web'}]

# only elb:<name> does not need it
record of an alias:
  boto3_route53.rr_present: [{Name: a.example.com.}, {DomainName: example.com.}, {Type: A}, {AliasTarget: {DNSName: web.example.com.}}]

# write the record's name in full: 'a.example.com.'
record outside its zone:
  boto_route53.present: [{name: a.}, {zone: example.com.}, {record_type: A}, {value: 192.0.2.1}]

# keep one of them
record of two ways:
  boto3_route53.rr_present: [{Name: a.example.com.}, {DomainName: example.com.}, {Type: A}, {ResourceRecords: [192.0.2.1]}, {SetIdentifier: x}, {Weight: 1}, {Failover: PRIMARY}]

# to remove the record, use boto_route53.absent
record of nothing:
  boto_route53.present: [{name: a.example.com.}, {zone: example.com.}, {record_type: A}, {value: []}]

# write [web-1, 10] or [web-1, us-east-1]
record with a long identifier:
  boto_route53.present: [{name: a.example.com.}, {zone: example.com.}, {record_type: A}, {value: 192.0.2.1}, {identifier: [a, b, c]}]

# elb:NAME makes an alias of a balancer; a record of type CNAME holds a name
record of a name:
  boto_route53.present: [{name: a.example.com.}, {zone: example.com.}, {record_type: A}, {value: web.example.com}]

# elbv2:NAME stands for that of a balancer or target group
alarm of a bare name:
  boto_cloudwatch_alarm.present: [{attributes: {metric: RequestCount, namespace: AWS/ApplicationELB, statistic: Sum, comparison: '>=', threshold: 1, period: 60, evaluation_periods: 1, dimensions: {LoadBalancer: shop}}}]

# regions are named as us-east-1, eu-central-1
queue on the moon:
  boto_sqs.present: [{region: moon}]

# the keys of a profile are region, region_name, keyid
queue of a long profile:
  boto_sqs.present: [{profile: {colour: x}}]

# begin the line with '- '
group with one rule:
  boto_secgroup.present: [{description: x}, {rules: 3}]

# write 'port' or 'host:port'
instances behind nothing:
  elb.register: [{balancers: [web]}, {instance: i-0123456789abcdef0}, {gate: {tcp: anything}}]

# write http://127.0.0.1:8080/health
instances behind no address:
  elb.register: [{balancers: [web]}, {instance: i-0123456789abcdef0}, {gate: {http: here}}]

# write 'balancers' or 'target_groups', or give the host a name by the convention of 'host_names'
instances of nobody:
  elb.register: [{instance: i-0123456789abcdef0}]

# run it on the instance, or write 'instance: i-…'
instances nowhere:
  elb.register: [{balancers: [web]}]

# write both for a connection from another account
connection from an account without a network:
  boto_vpc.accept_vpc_peering_connection: [{conn_name: pair}, {requester_owner_id: '111111111111'}]
