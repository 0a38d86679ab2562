//! The same for topics, rules, files, hosted zones and Auto Scaling groups.

/// As in `different_changes`.
pub(super) const DIFFERENT: &[(&str, &str, &str)] = &[
    (
        r#"boto_sns.subscribe(["lab-nope","https","https://example.com/alarms"], {})"#,
        r#"{"return":false}"#,
        "Salt fails",
    ),
    (
        r#"boto_cloudwatch_event.create_or_update(["lab"], {})"#,
        r#"{"error":"PutRule of lab failed: Parameter(s) EventPattern or ScheduleExpression must be specified"}"#,
        "AWS refuses it",
    ),
    (
        r#"boto_cloudwatch_event.create_or_update(["lab-bad"], {"ScheduleExpression":"every day"})"#,
        r#"{"error":"PutRule of lab-bad failed: Parameter ScheduleExpression is not valid"}"#,
        "AWS refuses it",
    ),
    (
        r#"boto_cloudwatch_event.list_targets(["lab"], {})"#,
        r#"{"return":{"targets":[{"Arn":"arn:aws:sqs:us-east-1:123456789012:jobs-dead","Id":"dead","Input":"{\"a\": 1}"},{"Arn":"arn:aws:sqs:us-east-1:123456789012:jobs","Id":"jobs"}]}}"#,
        "sorted by id",
    ),
    (
        r#"boto_cloudwatch_event.put_targets(["lab-nope",[{"Arn":"arn:aws:sqs:us-east-1:123456789012:jobs","Id":"jobs"}]], {})"#,
        r#"{"error":"PutTargets of lab-nope failed: Rule lab-nope does not exist on EventBus default"}"#,
        "AWS refuses it",
    ),
    (
        r#"boto_cloudwatch_event.remove_targets(["lab-nope",["jobs"]], {})"#,
        r#"{"return":{"failures":null}}"#,
        "there are none of these targets",
    ),
    (
        r#"boto_s3.get_object_metadata(["lab-files/lab.zip"], {})"#,
        r#"{"return":{"result":{"AcceptRanges":"bytes","ContentLength":160,"ContentType":"application/octet-stream","ETag":"\"5f88e550dc61b5b06bbf1ad16b64d74e\"","LastModified":"2026-11-25T16:26:57+00:00","Metadata":{}}}}"#,
        "what boto says of the connection is left out; the type is that of the SDK",
    ),
    (
        r#"boto_s3.get_object_metadata(["lab-files/deep/lab.zip"], {})"#,
        r#"{"return":{"result":{"AcceptRanges":"bytes","CacheControl":"no-cache","ContentLength":160,"ContentType":"application/zip","ETag":"\"5f88e550dc61b5b06bbf1ad16b64d74e\"","LastModified":"2026-11-25T16:26:57+00:00","Metadata":{"made":"by hand"},"StorageClass":"STANDARD_IA"}}}"#,
        "what boto says of the connection is left out; the type is that of the SDK",
    ),
    (
        r#"boto_s3.get_object_metadata(["lab-files/lab.zip"], {})"#,
        r#"{"return":{"result":{"AcceptRanges":"bytes","ContentLength":160,"ContentType":"application/octet-stream","ETag":"\"5f88e550dc61b5b06bbf1ad16b64d74e\"","LastModified":"2026-11-25T16:26:57+00:00","Metadata":{"made":"again"}}}}"#,
        "what boto says of the connection is left out; the type is that of the SDK",
    ),
    (
        r#"boto_s3.upload_file(["tests/it/aws_functions/lab.zip","lab-nope/lab.zip"], {})"#,
        r#"{"error":"PutObject of lab-nope/lab.zip failed: The specified bucket does not exist"}"#,
        "AWS refuses it",
    ),
    (
        r#"boto_s3.upload_file(["tests/it/aws_functions/nope.zip","lab-files/nope.zip"], {})"#,
        r#"{"error":"reading of tests/it/aws_functions/nope.zip failed: "}"#,
        "our error says it in our words",
    ),
    (
        r#"boto3_route53.create_hosted_zone(["lab.org."], {"CallerReference":"lab-1","Comment":"laboratory"})"#,
        r#"{"return":[{"DelegationSet":{"CallerReference":"DelSet_lab.org.","Id":"","NameServers":["ns-2048.awsdns-64.com","ns-2049.awsdns-65.net","ns-2050.awsdns-66.org","ns-2051.awsdns-67.co.uk"]},"HostedZone":{"CallerReference":"lab-1","Config":{"Comment":"laboratory","PrivateZone":false},"Id":"${lab_zone_path}","Name":"lab.org.","ResourceRecordSetCount":2}}]}"#,
        "the zone as it is described, without the change that made it",
    ),
    (
        r#"boto3_route53.create_hosted_zone(["lab.org."], {"CallerReference":"lab-5","PrivateZone":true,"VPCName":"main","VPCRegion":"us-east-1"})"#,
        r#"{"return":[{"HostedZone":{"CallerReference":"lab-5","Config":{"Comment":"","PrivateZone":true},"Id":"${lab_private_path}","Name":"lab.org.","ResourceRecordSetCount":2},"VPCs":[{"VPCId":"${vpc}","VPCRegion":"us-east-1"}]}]}"#,
        "the zone as it is described, without the change that made it",
    ),
    (
        r#"boto3_route53.create_hosted_zone(["lab.org."], {"CallerReference":"lab-3","PrivateZone":true})"#,
        r#"{"error":"give one of 'VPCId' and 'VPCName'"}"#,
        "our error says it in our words",
    ),
    (
        r#"boto3_route53.update_hosted_zone_comment([], {"Comment":"changed"})"#,
        r#"{"error":"give one of 'Id' and 'Name'"}"#,
        "our error says it in our words",
    ),
    (
        r#"boto3_route53.associate_vpc_with_hosted_zone([], {"Name":"lab.org."})"#,
        r#"{"error":"give one of 'VPCId' and 'VPCName'"}"#,
        "our error says it in our words",
    ),
    (
        r#"boto3_route53.change_resource_record_sets([], {"ChangeBatch":{"Changes":[{"Action":"CREATE","ResourceRecordSet":{"Name":"www.lab.org.","ResourceRecords":[{"Value":"10.0.0.1"}],"TTL":60,"Type":"A"}}]}})"#,
        r#"{"error":"give one of 'HostedZoneId' and 'Name'"}"#,
        "our error says it in our words",
    ),
    (
        r#"boto3_route53.change_resource_record_sets([], {"ChangeBatch":{"Changes":[{"Action":"CREATE","ResourceRecordSet":{"Name":"www.lab.org.","ResourceRecords":[{"Value":"10.0.0.1"}],"TTL":60,"Type":"A"}}]},"HostedZoneId":"${lab_zone_path}"})"#,
        r#"{"error":"ChangeResourceRecordSets of www.lab.org. A failed: "}"#,
        "our error says what AWS says",
    ),
    (
        r#"boto3_route53.find_hosted_zone([], {"Name":"lab.org."})"#,
        r#"{"return":[{"DelegationSet":{"CallerReference":"DelSet_lab.org.","Id":"","NameServers":["ns-2048.awsdns-64.com","ns-2049.awsdns-65.net","ns-2050.awsdns-66.org","ns-2051.awsdns-67.co.uk"]},"HostedZone":{"CallerReference":"lab-1","Config":{"Comment":"laboratory","PrivateZone":false},"Id":"${lab_zone_path}","Name":"lab.org.","ResourceRecordSetCount":2}}]}"#,
        "of a public and a private zone the public one is meant",
    ),
    (
        r#"boto3_route53.delete_hosted_zone_by_domain(["lab.org."], {})"#,
        r#"{"error":"2 hosted zones are named lab.org.: say which with 'PrivateZone' or its id"}"#,
        "which one is not known",
    ),
    (
        r#"boto3_route53.delete_hosted_zone(["${lab_zone_path}"], {})"#,
        r#"{"error":"DeleteHostedZone of lab.org. failed: The hosted zone contains resource records that are not SOA or NS records"}"#,
        "AWS refuses it",
    ),
    (
        r#"boto_route53.create_healthcheck(["10.0.0.1"], {})"#,
        r#"{"return":{"result":{"CreateHealthCheckResponse":{"HealthCheck":{"Id":"${lab_check_1}","CallerReference":"${lab_check_1_reference}","HealthCheckConfig":{"IPAddress":"10.0.0.1","Port":"53","Type":"TCP","RequestInterval":"30","FailureThreshold":"3"},"HealthCheckVersion":"1"}}}}}"#,
        "the local AWS does not understand boto 2",
    ),
    (
        r#"boto_route53.create_healthcheck(["10.0.0.1"], {"failure_threshold":5,"fqdn":"lab.org","hc_type":"HTTPS","port":443,"resource_path":"/"})"#,
        r#"{"return":{"result":{"CreateHealthCheckResponse":{"HealthCheck":{"Id":"${lab_check_2}","CallerReference":"${lab_check_2_reference}","HealthCheckConfig":{"IPAddress":"10.0.0.1","Port":"443","Type":"HTTPS","ResourcePath":"/","FullyQualifiedDomainName":"lab.org","RequestInterval":"30","FailureThreshold":"5"},"HealthCheckVersion":"1"}}}}}"#,
        "the local AWS does not understand boto 2",
    ),
    (
        r#"boto_route53.create_healthcheck([null,"lab.org"], {"hc_type":"HTTP_STR_MATCH","port":80,"request_interval":10,"resource_path":"/up","string_match":"fine"})"#,
        r#"{"return":{"result":{"CreateHealthCheckResponse":{"HealthCheck":{"Id":"${lab_check_3}","CallerReference":"${lab_check_3_reference}","HealthCheckConfig":{"Port":"80","Type":"HTTP_STR_MATCH","ResourcePath":"/up","FullyQualifiedDomainName":"lab.org","SearchString":"fine","RequestInterval":"10","FailureThreshold":"3"},"HealthCheckVersion":"1"}}}}}"#,
        "the local AWS does not understand boto 2",
    ),
    (
        r#"boto_asg.create_launch_configuration(["lab-lc","${image}"], {"instance_type":"t3.micro"})"#,
        r#"{"return":false}"#,
        "AWS refuses a second one, the local AWS does not",
    ),
    (
        r#"boto_asg.create(["lab-crew","lab-lc",null,0,2], {"vpc_zone_identifier":["${subnet_b}"]})"#,
        r#"{"return":false}"#,
        "AWS refuses a second one, the local AWS does not",
    ),
    (
        r#"boto_asg.create(["lab-other","lab-nope",null,0,1], {"vpc_zone_identifier":["${subnet_b}"]})"#,
        r#"{"error":"lab-nope"}"#,
        "our error says it in our words",
    ),
    (
        r#"boto_asg.get_config(["lab-crew"], {})"#,
        r#"{"return":{"availability_zones":["us-east-1b"],"default_cooldown":300,"desired_capacity":0,"health_check_period":0,"health_check_type":"EC2","launch_config_name":"lab-lc-2","load_balancers":[],"max_size":4,"min_size":0,"name":"lab-crew","placement_group":null,"scaling_policies":[{"adjustment_type":"ChangeInCapacity","cooldown":60,"min_adjustment_step":null,"name":"down","scaling_adjustment":-1},{"adjustment_type":"ChangeInCapacity","cooldown":60,"min_adjustment_step":null,"name":"up","scaling_adjustment":1}],"scheduled_actions":{},"suspended_processes":["AZRebalance"],"tags":[{"key":"role","propagate_at_launch":true,"value":"crew"}],"termination_policies":["Default"],"vpc_zone_identifier":["${subnet_b}"]}}"#,
        "what is left out stays",
    ),
    (
        r#"boto_asg.update(["lab-crew","lab-nope",null,0,4], {"vpc_zone_identifier":["${subnet_b}"]})"#,
        r#"{"return":[false,"Auto Scaling group lab-crew cannot be made as declared: launch configuration 'lab-nope' does not exist, and no state of this run creates it (create it, declare it in this run, or correct the name).\nNothing was changed.\nDeclared at the call"]}"#,
        "our reason",
    ),
    (
        r#"boto_asg.update(["lab-other","lab-lc",null,0,1], {"vpc_zone_identifier":["${subnet_b}"]})"#,
        r#"{"return":[false,"there is no group lab-other"]}"#,
        "our reason",
    ),
];
