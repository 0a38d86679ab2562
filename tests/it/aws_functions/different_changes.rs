//! Where our answer to a change, or to what is read after one, is not Salt's, and why.

/// A question, our answer as JSON, and the reason; of the same question in the order in which it is asked.
pub(super) const DIFFERENT: &[(&str, &str, &str)] = &[
    (
        r#"boto_vpc.delete_route([], {"destination_cidr_block":"0.0.0.0/0","route_table_name":"nope"})"#,
        r#"{"return":{"deleted":false,"error":{"message":"route table nope does not exist."}}}"#,
        "Salt speaks of making it",
    ),
    (
        r#"boto_vpc.get_dhcp_options([], {"dhcp_options_name":"lab-dhcp"})"#,
        r#"{"return":{"dhcp_options":{"domain_name_servers":["10.7.0.2"],"domain_name":["example.org"],"ntp_servers":["10.7.0.3"],"netbios_name_servers":["10.7.0.4"],"netbios_node_type":["2"]}}}"#,
        "Salt looks for the options under names that boto 2 does not use",
    ),
    (
        r#"boto_vpc.get_dhcp_options([], {"dhcp_options_id":"${lab_dhcp}"})"#,
        r#"{"return":{"dhcp_options":{"domain_name_servers":["10.7.0.2"],"domain_name":["example.org"],"ntp_servers":["10.7.0.3"],"netbios_name_servers":["10.7.0.4"],"netbios_node_type":["2"]}}}"#,
        "Salt looks for the options under names that boto 2 does not use",
    ),
    (
        r#"boto_ec2.get_eip_address_info([], {"allocation_ids":["${allocation}"]})"#,
        r#"{"return":[{"allocation_id":"${allocation}","association_id":null,"domain":"vpc","instance_id":null,"network_interface_id":null,"network_interface_owner_id":null,"public_ip":"${address}","private_ip_address":null}]}"#,
        "the local AWS says what AWS leaves out",
    ),
    (
        r#"boto_ec2.import_key(["imported","ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQDLU6RQM9JDwo4wwXyI/gQ1klm2R2NjMfKfxcbji3flIbxCbouVYunQ+DjF8P24JLIQUZDzNv5iPVku5BpIe46tkfyyBOt2A8+4GTdpDrZNySFoBp8aBTo8XSNwYu15q6RxzzDh6i1/p5iAmzgYnqBr+3GpNo7JYMlkofJs2yLvVxJu7RT0w2zdLfBYcfFgh+T07wyixgxdf1YxSiMj86FdaWXRUhVMwC9TG2lQrMlRbZYThMy8nbjrHaMIUWhn4XI8vVl0vxnlZ+Mnye2ly7Zwj7RW2rzea8a+Q1oTXMVAutx6gCkfF/Q6oOHOuU6gjO6zvii8Iuth6Ju1aYcJAJlv imported@example.org"], {})"#,
        r#"{"return":"b2:8d:3f:2d:ad:23:64:c6:53:9c:48:a8:8e:1a:ef:31"}"#,
        "Salt fails on Python 3",
    ),
    (
        r#"boto_ec2.get_key(["imported"], {})"#,
        r#"{"return":["imported","b2:8d:3f:2d:ad:23:64:c6:53:9c:48:a8:8e:1a:ef:31"]}"#,
        "Salt has imported none",
    ),
    (r#"boto_ec2.get_keys([], {})"#, r#"{"return":["imported"]}"#, "Salt has imported none"),
    (
        r#"boto_secgroup.create(["lab","laboratory"], {"vpc_name":"nope"})"#,
        r#"{"return":false}"#,
        "Salt makes the group elsewhere",
    ),
    (
        r#"boto_elb.listener_dict_to_tuple([{"elb_port":80,"elb_protocol":"HTTP","instance_port":8080}], {})"#,
        r#"{"return":[80,8080,"HTTP","HTTP"]}"#,
        "Salt wants no connection there, which all others take",
    ),
    (
        r#"boto_cloudwatch.create_or_update_alarm([], {"alarm_actions":["arn:aws:sns:us-east-1:123456789012:ops"],"comparison":">=","description":"lab","dimensions":{"InstanceId":["${instance}"]},"evaluation_periods":3,"metric":"CPUUtilization","name":"lab","namespace":"AWS/EC2","period":60,"statistic":"Average","threshold":70})"#,
        r#"{"return":true}"#,
        "boto 2 does not understand the local CloudWatch",
    ),
    (
        r#"boto_elasticache.create_subnet_group(["lab-nets","laboratory"], {"subnet_names":["net-a"]})"#,
        r#"{"return":true}"#,
        "the local AWS leaves out what boto 2 reads",
    ),
    (
        r#"boto_elasticache.create_subnet_group(["lab-nets","laboratory"], {"subnet_names":["net-a"]})"#,
        r#"{"return":true}"#,
        "the local AWS leaves out what boto 2 reads",
    ),
    (
        r#"boto_elasticache.subnet_group_exists(["lab-nets"], {})"#,
        r#"{"return":true}"#,
        "the local AWS leaves out what boto 2 reads",
    ),
    (
        r#"boto_iam.add_user_to_group(["cat","cats"], {})"#,
        r#"{"return":true}"#,
        "boto 2 does not understand the local answer about a group",
    ),
    (
        r#"boto_iam.remove_user_from_group(["cats","cat"], {})"#,
        r#"{"return":true}"#,
        "boto 2 does not understand the local answer about a group",
    ),
    (
        r#"boto_iam.create_login_profile(["cat","p4ssw0rd-of-cat"], {})"#,
        r#"{"return":"Conflict"}"#,
        "Salt fails on Python 3",
    ),
    (
        r#"boto_s3_bucket.describe(["lab-store"], {})"#,
        r#"{"return":{"bucket":{"ACL":{"Grants":[{"Grantee":{"ID":"75aa57f09aa0c8caeab4f8c24e99d10f8e7faeebf76c078efc7c6caea54ba06a","Type":"CanonicalUser"},"Permission":"FULL_CONTROL"}],"Owner":{"ID":"75aa57f09aa0c8caeab4f8c24e99d10f8e7faeebf76c078efc7c6caea54ba06a","DisplayName":"webfile"}},"Policy":{"Policy":"{\"Statement\":[{\"Action\":\"s3:GetObject\",\"Effect\":\"Allow\",\"Principal\":{\"AWS\":\"arn:aws:iam::123456789012:root\"},\"Resource\":\"arn:aws:s3:::lab-store/*\"}],\"Version\":\"2012-10-17\"}"},"Versioning":{"Status":"Enabled"},"Tagging":{"env":"lab","team":"web"},"Logging":{"LoggingEnabled":{"TargetBucket":"lab-logs","TargetPrefix":"store/"}},"CORS":{"CORSRules":[{"AllowedMethods":["GET"],"AllowedOrigins":["*"],"MaxAgeSeconds":3000}]},"LifecycleConfiguration":{"Rules":[{"ID":"old","Prefix":"old/","Status":"Enabled","Expiration":{"Days":30}}]},"NotificationConfiguration":{"QueueConfigurations":[{"Id":"made","QueueArn":"arn:aws:sqs:us-east-1:123456789012:jobs","Events":["s3:ObjectCreated:*"]}]},"RequestPayment":{"Payer":"BucketOwner"},"Website":{"ErrorDocument":{"Key":"error.html"},"IndexDocument":{"Suffix":"index.html"}},"Location":{"LocationConstraint":null}}}}"#,
        "the default size of transitions is no setting of the kind; a policy is sent without spaces",
    ),
    (
        r#"boto_s3_bucket.list_objects(["lab-store"], {"Delimiter":"/","Prefix":"old/"})"#,
        r#"{"return":{"Contents":[]}}"#,
        "Salt sends EncodingType: None",
    ),
    (
        r#"boto_s3_bucket.list_objects(["lab-nope"], {})"#,
        r#"{"error":"ListObjectsV2 of lab-nope failed: The specified bucket does not exist"}"#,
        "what AWS refuses is an error, no answer",
    ),
    (
        r#"boto_kms.create_key([], {"description":"lab","policy":{"Statement":[{"Action":"kms:*","Effect":"Allow","Principal":{"AWS":"arn:aws:iam::123456789012:root"},"Resource":"*","Sid":"all"}],"Version":"2012-10-17"}})"#,
        r#"{"return":{"key_metadata":{"KeyId":"${lab_key}","Arn":"arn:aws:kms:us-east-1:123456789012:key/${lab_key}","Description":"lab","KeyState":"Enabled","Enabled":true,"KeyUsage":"","KeySpec":"SYMMETRIC_DEFAULT","MultiRegion":false}}}"#,
        "what the kind knows of a key is shown",
    ),
    (
        r#"boto_kms.describe_key(["alias/lab"], {})"#,
        r#"{"return":{"key_metadata":{"KeyId":"${lab_key}","Arn":"arn:aws:kms:us-east-1:123456789012:key/${lab_key}","Description":"lab","KeyState":"Enabled","Enabled":true,"KeyUsage":"","KeySpec":"SYMMETRIC_DEFAULT","MultiRegion":false}}}"#,
        "what the kind knows of a key is shown",
    ),
    (
        r#"boto_kms.list_grants(["${lab_key}"], {})"#,
        r#"{"return":{"grants":[{"KeyId":"${lab_key}","GrantId":"${lab_grant}","GranteePrincipal":"arn:aws:iam::123456789012:role/web","Operations":["Encrypt","Decrypt"]}]}}"#,
        "what a grant does not have is left out",
    ),
    (
        r#"boto_kms.encrypt(["${lab_key}","tea at five"], {})"#,
        r#"{"return":{"ciphertext":"${lab_cipher}"}}"#,
        "Salt takes bytes alone, which no SLS and no command line can write",
    ),
    (
        r#"boto_kms.decrypt(["${lab_cipher}"], {})"#,
        r#"{"return":{"plaintext":"tea at five"}}"#,
        "Salt takes bytes alone, which no SLS and no command line can write",
    ),
    (
        r#"boto_kms.describe_key(["alias/nope"], {})"#,
        r#"{"return":{"key_metadata":null}}"#,
        "a key that does not exist is an answer, no error",
    ),
    (
        r#"boto_kms.update_key_description(["alias/nope","x"], {})"#,
        r#"{"error":"there is no key 'alias/nope'"}"#,
        "what cannot be done is an error, no answer",
    ),
];
