//! Where our answer is not Salt's, and why.

/// A question, our answer as JSON, and the reason.
pub(super) const DIFFERENT: &[(&str, &str, &str)] = &[
    (
        r#"boto_ec2.find_images([], {"image_ids":["${image}"]})"#,
        r#"{"return":["${image}"]}"#,
        "Salt puts the list into another list, and AWS finds no such image",
    ),
    (
        r#"boto_route53.describe_hosted_zones([], {"domain_name":"example.org."})"#,
        r#"{"return":{"HostedZone":{"Id":"/hostedzone/${zone}","Name":"example.org.","CallerReference":"1","Config":{"PrivateZone":"false"},"ResourceRecordSetCount":"5"},"DelegationSet":{"Id":"","CallerReference":"DelSet_example.org.","NameServers":["ns-2048.awsdns-64.com","ns-2049.awsdns-65.net","ns-2050.awsdns-66.org","ns-2051.awsdns-67.co.uk"]}}}"#,
        "boto 2 does not understand the local Route 53",
    ),
    (
        r#"boto_route53.describe_hosted_zones([], {"zone_id":"${zone}"})"#,
        r#"{"return":{"HostedZone":{"Id":"/hostedzone/${zone}","Name":"example.org.","CallerReference":"1","Config":{"PrivateZone":"false"},"ResourceRecordSetCount":"5"},"DelegationSet":{"Id":"","CallerReference":"DelSet_example.org.","NameServers":["ns-2048.awsdns-64.com","ns-2049.awsdns-65.net","ns-2050.awsdns-66.org","ns-2051.awsdns-67.co.uk"]}}}"#,
        "boto 2 does not understand the local Route 53",
    ),
    (
        r#"boto_elb.get_health_check(["nope"], {})"#,
        r#"{"return": {}}"#,
        "Salt trips over its own logging there",
    ),
    (
        r#"boto_iam.profile_associated(["app","app"], {})"#,
        r#"{"return":true}"#,
        "Salt wants the connection's arguments there, which others may leave out",
    ),
    (
        r#"boto_iam.user_exists_in_group(["ann","crew"], {})"#,
        r#"{"return":true}"#,
        "boto 2 does not understand the local answer about a group",
    ),
    (
        r#"boto_iam.user_exists_in_group(["bob","crew"], {})"#,
        r#"{"return":false}"#,
        "boto 2 does not understand the local answer about a group",
    ),
    (
        r#"boto_iam.get_group_members(["crew"], {})"#,
        r#"{"return":[{"path":"/","user_name":"ann","user_id":"dealt","arn":"arn:aws:iam::123456789012:user/ann","create_date":"dealt"}]}"#,
        "boto 2 does not understand the local answer about a group",
    ),
    (
        r#"boto_route53.get_record(["www.example.org.","example.org.","A"], {})"#,
        r#"{"return":{"name":"www.example.org.","value":"10.0.0.1","record_type":"A","ttl":"300"}}"#,
        "boto 2 does not understand the local Route 53",
    ),
    (
        r#"boto_route53.get_record(["www.example.org","example.org","A"], {"fetch_all":true})"#,
        r#"{"return":{"name":"www.example.org.","value":["10.0.0.1","10.0.0.2"],"record_type":"A","ttl":"300"}}"#,
        "Salt fails on several; here they are all values",
    ),
    (
        r#"boto_route53.get_record(["ftp.example.org.","example.org.","CNAME"], {})"#,
        r#"{"return":{"name":"ftp.example.org.","value":"www.example.org.","record_type":"CNAME","ttl":"300"}}"#,
        "boto 2 does not understand the local Route 53",
    ),
    (
        r#"boto_route53.get_record(["www.nope.org.","nope.org.","A"], {})"#,
        r#"{"return":null}"#,
        "boto 2 does not understand the local Route 53",
    ),
    (
        r#"boto_route53.get_record(["example.org.","example.org.","TXT"], {})"#,
        r#"{"return":{"name":"example.org.","value":"\"v=spf1 -all\"","record_type":"TXT","ttl":"300"}}"#,
        "boto 2 does not understand the local Route 53",
    ),
    (
        r#"boto_route53.zone_exists(["example.org."], {})"#,
        r#"{"return":true}"#,
        "boto 2 does not understand the local Route 53",
    ),
    (
        r#"boto_route53.list_all_zones_by_name([], {})"#,
        r#"{"return":["example.org."]}"#,
        "boto 2 does not understand the local Route 53",
    ),
    (
        r#"boto_route53.list_all_zones_by_id([], {})"#,
        r#"{"return":["/hostedzone/${zone}"]}"#,
        "boto 2 does not understand the local Route 53",
    ),
    (
        r#"boto_cloudwatch.get_alarm(["busy"], {})"#,
        r#"{"return":{"name":"busy","metric":"CPUUtilization","namespace":"AWS/EC2","statistic":"Average","comparison":">","threshold":80.0,"period":60,"evaluation_periods":2,"unit":null,"description":"too busy","dimensions":{"AutoScalingGroupName":["crew"]},"alarm_actions":["${scaling_policy}"],"insufficient_data_actions":[],"ok_actions":[]}}"#,
        "boto 2 does not understand the local CloudWatch",
    ),
    (
        r#"boto_cloudwatch.get_alarm(["nope"], {})"#,
        r#"{"return":null}"#,
        "boto 2 does not understand the local CloudWatch",
    ),
    (
        r#"boto_cloudwatch.get_all_alarms([], {})"#,
        r#"{"return":"manage alarm busy:\n  boto_cloudwatch_alarm.present:\n  - name: busy\n  - attributes:\n      metric: CPUUtilization\n      namespace: AWS/EC2\n      statistic: Average\n      comparison: '>'\n      threshold: 80.0\n      period: 60\n      evaluation_periods: 2\n      unit: null\n      description: too busy\n      dimensions:\n        AutoScalingGroupName:\n        - crew\n      alarm_actions:\n      - ${scaling_policy}\n      insufficient_data_actions: []\n      ok_actions: []\n"}"#,
        "boto 2 does not understand the local CloudWatch",
    ),
    (
        r#"boto_elasticache.get_node_host(["sessions"], {})"#,
        r#"{"return":null}"#,
        "the local AWS leaves out what boto 2 reads",
    ),
    (
        r#"boto_elasticache.list_cache_subnet_groups([], {})"#,
        r#"{"return":["cache"]}"#,
        "the local AWS leaves out what boto 2 reads",
    ),
    (
        r#"boto_elasticache.get_cache_subnet_group(["cache"], {})"#,
        r#"{"return":{"cache_subnet_group_name":"cache","cache_subnet_group_description":"for caches","vpc_id":"${vpc}","subnets":{"${subnet_a}":""}}}"#,
        "the local AWS leaves out what boto 2 reads",
    ),
];
