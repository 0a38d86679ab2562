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
    (
        r#"boto_lambda.create_function(["lab","python3.11","arn:aws:iam::123456789012:role/lab-lambda","index.handler","tests/it/aws_functions/lab.zip"], {})"#,
        r#"{"error":"CreateFunction of lab failed: Function already exist: lab"}"#,
        "a call that AWS refuses is an error, no answer",
    ),
    (
        r#"boto_lambda.describe_function(["lab"], {})"#,
        r#"{"return":{"function":{"FunctionName":"lab","FunctionArn":"arn:aws:lambda:us-east-1:123456789012:function:lab","CodeSha256":"oGAdWK+e0YI5tNAO82utWXxC01ai+aKVRhssk9nxcB0=","CodeSize":160,"LastModified":"2026-11-24T11:08:17.786016000Z","Role":"arn:aws:iam::123456789012:role/lab-lambda","VpcConfig":null,"Runtime":"python3.11","Handler":"index.handler","Description":"laboratory","Timeout":5,"MemorySize":128,"Environment":{"Variables":{"STAGE":null}}}}}"#,
        "values of an environment may be secret, so they are left out",
    ),
    (
        r#"boto_lambda.describe_function(["lab-second"], {})"#,
        r#"{"return":{"function":{"FunctionName":"lab-second","FunctionArn":"arn:aws:lambda:us-east-1:123456789012:function:lab-second","CodeSha256":"oGAdWK+e0YI5tNAO82utWXxC01ai+aKVRhssk9nxcB0=","CodeSize":160,"LastModified":"2026-11-24T11:08:17.800319000Z","Role":"arn:aws:iam::123456789012:role/lab-lambda","VpcConfig":{"SubnetIds":["${subnet_a}"],"SecurityGroupIds":["${group_web}"]},"Runtime":"python3.11","Handler":"index.handler","Description":"","Timeout":3,"MemorySize":128,"Environment":null}}}"#,
        "the VPC follows from the subnets, and the kind does not read it",
    ),
    (
        r#"boto_lambda.list_functions([], {})"#,
        r#"{"return":[{"FunctionName":"lab","FunctionArn":"arn:aws:lambda:us-east-1:123456789012:function:lab","Runtime":"python3.11","Role":"arn:aws:iam::123456789012:role/lab-lambda","Handler":"index.handler","CodeSize":160,"Description":"laboratory","Timeout":5,"MemorySize":128,"LastModified":"2026-11-24T11:08:17.786016000Z","CodeSha256":"oGAdWK+e0YI5tNAO82utWXxC01ai+aKVRhssk9nxcB0=","Version":"$LATEST","Environment":{"Variables":{"STAGE":null}},"TracingConfig":{"Mode":"PassThrough"},"Layers":[],"State":"Active","LastUpdateStatus":"Successful","PackageType":"Zip","Architectures":["x86_64"],"EphemeralStorage":{"Size":512},"SnapStart":{"ApplyOn":"None","OptimizationStatus":"Off"}},{"FunctionName":"lab-second","FunctionArn":"arn:aws:lambda:us-east-1:123456789012:function:lab-second","Runtime":"python3.11","Role":"arn:aws:iam::123456789012:role/lab-lambda","Handler":"index.handler","CodeSize":160,"Description":"","Timeout":3,"MemorySize":128,"LastModified":"2026-11-24T11:08:17.800319000Z","CodeSha256":"oGAdWK+e0YI5tNAO82utWXxC01ai+aKVRhssk9nxcB0=","Version":"$LATEST","VpcConfig":{"SubnetIds":["${subnet_a}"],"SecurityGroupIds":["${group_web}"],"VpcId":"vpc-123abc"},"TracingConfig":{"Mode":"PassThrough"},"Layers":[],"State":"Active","LastUpdateStatus":"Successful","PackageType":"Zip","Architectures":["x86_64"],"EphemeralStorage":{"Size":512},"SnapStart":{"ApplyOn":"None","OptimizationStatus":"Off"}}]}"#,
        "values of an environment may be secret, so they are left out",
    ),
    (
        r#"boto_lambda.update_function_config(["lab"], {"Description":"changed","Environment":{"Variables":{"MORE":"1","STAGE":"lab"}},"MemorySize":256,"Timeout":7})"#,
        r#"{"return":{"updated":true,"function":{"FunctionName":"lab","Runtime":"python3.11","Role":"arn:aws:iam::123456789012:role/lab-lambda","Handler":"index.handler","CodeSha256":"oGAdWK+e0YI5tNAO82utWXxC01ai+aKVRhssk9nxcB0=","CodeSize":160,"Description":"changed","Timeout":7,"MemorySize":256,"FunctionArn":"arn:aws:lambda:us-east-1:123456789012:function:lab","LastModified":"2026-11-24T11:08:17.786016000Z","VpcConfig":null,"Environment":{"Variables":{"MORE":null,"STAGE":null}}}}}"#,
        "values of an environment may be secret, so they are left out",
    ),
    (
        r#"boto_lambda.update_function_config(["lab","lab-lambda","index.other"], {})"#,
        r#"{"return":{"updated":true,"function":{"FunctionName":"lab","Runtime":"python3.11","Role":"arn:aws:iam::123456789012:role/lab-lambda","Handler":"index.other","CodeSha256":"oGAdWK+e0YI5tNAO82utWXxC01ai+aKVRhssk9nxcB0=","CodeSize":160,"Description":"changed","Timeout":7,"MemorySize":256,"FunctionArn":"arn:aws:lambda:us-east-1:123456789012:function:lab","LastModified":"2026-11-24T11:08:17.786016000Z","VpcConfig":null,"Environment":{"Variables":{"MORE":null,"STAGE":null}}}}}"#,
        "values of an environment may be secret, so they are left out",
    ),
    (
        r#"boto_lambda.update_function_config(["nope"], {"Timeout":7})"#,
        r#"{"error":"UpdateFunctionConfiguration of nope failed: Function not found: arn:aws:lambda:us-east-1:123456789012:function:nope"}"#,
        "a call that AWS refuses is an error, no answer",
    ),
    (
        r#"boto_lambda.update_function_code(["lab","tests/it/aws_functions/lab2.zip"], {"Publish":true})"#,
        r#"{"return":{"updated":true,"function":{"FunctionName":"lab","Runtime":"python3.11","Role":"arn:aws:iam::123456789012:role/lab-lambda","Handler":"index.other","CodeSha256":"w+dW16IVbYFy7NACAaZA/gl+R6B1i7WYIFrnupXU6Nw=","CodeSize":167,"Description":"changed","Timeout":7,"MemorySize":256,"FunctionArn":"arn:aws:lambda:us-east-1:123456789012:function:lab:1","LastModified":"2026-11-24T11:08:17.847854000Z","VpcConfig":null,"Environment":{"Variables":{"MORE":null,"STAGE":null}}}}}"#,
        "values of an environment may be secret, so they are left out",
    ),
    (
        r#"boto_lambda.update_function_code(["nope","tests/it/aws_functions/lab2.zip"], {})"#,
        r#"{"error":"UpdateFunctionCode of nope failed: Function not found: arn:aws:lambda:us-east-1:123456789012:function:nope"}"#,
        "a call that AWS refuses is an error, no answer",
    ),
    (
        r#"boto_lambda.list_function_versions(["lab"], {})"#,
        r#"{"return":{"Versions":[{"FunctionName":"lab","FunctionArn":"arn:aws:lambda:us-east-1:123456789012:function:lab:$LATEST","Runtime":"python3.11","Role":"arn:aws:iam::123456789012:role/lab-lambda","Handler":"index.other","CodeSize":167,"Description":"changed","Timeout":7,"MemorySize":256,"LastModified":"2026-11-24T11:08:17.786016000Z","CodeSha256":"w+dW16IVbYFy7NACAaZA/gl+R6B1i7WYIFrnupXU6Nw=","Version":"$LATEST","Environment":{"Variables":{"MORE":null,"STAGE":null}},"TracingConfig":{"Mode":"PassThrough"},"Layers":[],"State":"Active","LastUpdateStatus":"Successful","PackageType":"Zip","Architectures":["x86_64"],"EphemeralStorage":{"Size":512},"SnapStart":{"ApplyOn":"None","OptimizationStatus":"Off"}},{"FunctionName":"lab","FunctionArn":"arn:aws:lambda:us-east-1:123456789012:function:lab:1","Runtime":"python3.11","Role":"arn:aws:iam::123456789012:role/lab-lambda","Handler":"index.other","CodeSize":167,"Description":"changed","Timeout":7,"MemorySize":256,"LastModified":"2026-11-24T11:08:17.847854000Z","CodeSha256":"w+dW16IVbYFy7NACAaZA/gl+R6B1i7WYIFrnupXU6Nw=","Version":"1","Environment":{"Variables":{"MORE":null,"STAGE":null}},"TracingConfig":{"Mode":"PassThrough"},"Layers":[],"State":"Active","LastUpdateStatus":"Successful","PackageType":"Zip","Architectures":["x86_64"],"EphemeralStorage":{"Size":512},"SnapStart":{"ApplyOn":"None","OptimizationStatus":"Off"}}]}}"#,
        "values of an environment may be secret, so they are left out",
    ),
    (
        r#"boto_lambda.create_alias(["lab","live","1"], {})"#,
        r#"{"error":"CreateAlias of live failed: Alias already exists: arn:aws:lambda:us-east-1:123456789012:function:lab:live"}"#,
        "a call that AWS refuses is an error, no answer",
    ),
    (
        r#"boto_lambda.create_alias(["nope","live","1"], {})"#,
        r#"{"error":"CreateAlias of live failed: Function not found: arn:aws:lambda:us-east-1:123456789012:function:nope"}"#,
        "a call that AWS refuses is an error, no answer",
    ),
    (
        r#"boto_lambda.alias_exists(["nope","live"], {})"#,
        r#"{"return":{"exists":false}}"#,
        "what does not exist is an answer, no error",
    ),
    (
        r#"boto_lambda.update_alias(["lab","nope","1"], {})"#,
        r#"{"error":"UpdateAlias of nope failed: Cannot find alias arn: arn:aws:lambda:us-east-1:123456789012:function:lab:nope"}"#,
        "a call that AWS refuses is an error, no answer",
    ),
    (
        r#"boto_lambda.create_event_source_mapping(["arn:aws:sqs:us-east-1:123456789012:jobs","nope","LATEST"], {"BatchSize":10})"#,
        r#"{"error":"CreateEventSourceMapping of nope failed: Function not found: arn:aws:lambda:us-east-1:123456789012:function:nope"}"#,
        "a call that AWS refuses is an error, no answer",
    ),
    (
        r#"boto_lambda.describe_event_source_mapping(["00000000-0000-0000-0000-000000000000"], {})"#,
        r#"{"return":{"event_source_mapping":null}}"#,
        "what does not exist is an answer, no error",
    ),
    (
        r#"boto_lambda.event_source_mapping_exists(["00000000-0000-0000-0000-000000000000"], {})"#,
        r#"{"return":{"exists":false}}"#,
        "what does not exist is an answer, no error",
    ),
    (
        r#"boto_lambda.delete_function(["lab"], {})"#,
        r#"{"return":{"deleted":true}}"#,
        "what is gone already is deleted, as with all other functions",
    ),
    (
        r#"boto_dynamodb.extract_index([{"by user":[{"name":"by-user"},{"hash_key":"user"},{"hash_key_data_type":"S"},{"read_capacity_units":2},{"write_capacity_units":1}]},true], {})"#,
        r#"{"return":{"name":"by-user","parts":[{"name":"user","data_type":"S","attr_type":"HASH"}],"projection_type":"ALL","throughput":{"read":2,"write":1}}}"#,
        "Salt wants no connection there, which all others take, and answers an object of boto 2",
    ),
    (
        r#"boto_dynamodb.create_table(["lab"], {"hash_key":"id","hash_key_data_type":"S","read_capacity_units":2,"write_capacity_units":1})"#,
        r#"{"error":"CreateTable of lab failed: Table already exists: lab"}"#,
        "our error says what AWS says",
    ),
    (
        r#"boto_dynamodb.describe(["lab"], {})"#,
        r#"{"return":{"Table":{"TableName":"lab","TableArn":"arn:aws:dynamodb:us-east-1:123456789012:table/lab","TableStatus":"ACTIVE","KeySchema":[{"AttributeName":"id","KeyType":"HASH"},{"AttributeName":"at","KeyType":"RANGE"}],"AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"},{"AttributeName":"at","AttributeType":"N"},{"AttributeName":"place","AttributeType":"S"},{"AttributeName":"user","AttributeType":"S"}],"ProvisionedThroughput":{"ReadCapacityUnits":2,"WriteCapacityUnits":1},"BillingModeSummary":{"BillingMode":"PROVISIONED"},"DeletionProtectionEnabled":false,"LocalSecondaryIndexes":[{"IndexName":"by-place","KeySchema":[{"AttributeName":"id","KeyType":"HASH"},{"AttributeName":"place","KeyType":"RANGE"}],"Projection":{"ProjectionType":"ALL"}}],"GlobalSecondaryIndexes":[{"IndexName":"by-user","KeySchema":[{"AttributeName":"user","KeyType":"HASH"}],"Projection":{"ProjectionType":"KEYS_ONLY"},"ProvisionedThroughput":{"ReadCapacityUnits":2,"WriteCapacityUnits":1}}]}}}"#,
        "what the kind knows of a table is shown",
    ),
    (
        r#"boto_dynamodb.describe(["nope"], {})"#,
        r#"{"return":{"Table":null}}"#,
        "a table that does not exist is an answer, no error",
    ),
    (
        r#"boto_dynamodb.update(["nope",{"read":5,"write":3}], {})"#,
        r#"{"error":"UpdateTable of nope failed: Requested resource not found"}"#,
        "our error says what AWS says",
    ),
    (
        r#"boto_dynamodb.describe(["lab"], {})"#,
        r#"{"return":{"Table":{"TableName":"lab","TableArn":"arn:aws:dynamodb:us-east-1:123456789012:table/lab","TableStatus":"ACTIVE","KeySchema":[{"AttributeName":"id","KeyType":"HASH"},{"AttributeName":"at","KeyType":"RANGE"}],"AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"},{"AttributeName":"at","AttributeType":"N"},{"AttributeName":"place","AttributeType":"S"},{"AttributeName":"user","AttributeType":"S"}],"ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":3},"BillingModeSummary":{"BillingMode":"PROVISIONED"},"DeletionProtectionEnabled":false,"LocalSecondaryIndexes":[{"IndexName":"by-place","KeySchema":[{"AttributeName":"id","KeyType":"HASH"},{"AttributeName":"place","KeyType":"RANGE"}],"Projection":{"ProjectionType":"ALL"}}],"GlobalSecondaryIndexes":[{"IndexName":"by-user","KeySchema":[{"AttributeName":"user","KeyType":"HASH"}],"Projection":{"ProjectionType":"KEYS_ONLY"},"ProvisionedThroughput":{"ReadCapacityUnits":4,"WriteCapacityUnits":2}}]}}}"#,
        "what the kind knows of a table is shown",
    ),
    (
        r#"boto_dynamodb.create_global_secondary_index(["lab",{"by team":[{"name":"by-team"},{"hash_key":"team"},{"hash_key_data_type":"S"},{"read_capacity_units":2},{"write_capacity_units":1}]}], {})"#,
        r#"{"return":true}"#,
        "Salt takes an object of boto 2 alone, which no SLS and no command line can write",
    ),
    (
        r#"boto_dynamodb.update_global_secondary_index(["nope",{"by-user":{"read":6,"write":6}}], {})"#,
        r#"{"error":"UpdateTable of nope failed: Requested resource not found"}"#,
        "our error says what AWS says",
    ),
    (
        r#"boto_dynamodb.list_tags_of_resource(["arn:aws:dynamodb:us-east-1:123456789012:table/nope"], {})"#,
        r#"{"error":"ListTagsOfResource of arn:aws:dynamodb:us-east-1:123456789012:table/nope failed: Requested resource not found"}"#,
        "Salt's own handling of the refusal fails on Python 3",
    ),
    (
        r#"boto_kinesis.exists(["lab"], {})"#,
        r#"{"return":{"result":false}}"#,
        "what does not exist is an answer, no error",
    ),
    (
        r#"boto_kinesis.get_stream_when_active(["lab"], {})"#,
        r#"{"return":{"result":{"StreamDescription":{"StreamName":"lab","StreamARN":"arn:aws:kinesis:us-east-1:123456789012:stream/lab","StreamStatus":"ACTIVE","Shards":[{"ShardId":"shardId-000000000000","HashKeyRange":{"StartingHashKey":"0","EndingHashKey":"340282366920938463463374607431768211455"},"SequenceNumberRange":{"StartingSequenceNumber":"0"}}],"HasMoreShards":false,"RetentionPeriodHours":24,"StreamCreationTimestamp":"2026-11-24T11:32:31.082999Z","EnhancedMonitoring":[{"ShardLevelMetrics":[]}],"EncryptionType":"NONE"}}}}"#,
        "what boto says of the connection is left out",
    ),
    (
        r#"boto_kinesis.exists([], {"stream_name":"lab"})"#,
        r#"{"return":{"result":false}}"#,
        "the local Cloud Control knows only what it made itself",
    ),
    (
        r#"boto_kinesis.decrease_stream_retention_period(["nope",24], {})"#,
        r#"{"error":"DecreaseStreamRetentionPeriod of nope failed: Stream nope under account 123456789012 not found"}"#,
        "a call that AWS refuses is an error, no answer",
    ),
    (
        r#"boto_kinesis.get_info_for_reshard([{"Shards":[{"HashKeyRange":{"EndingHashKey":"9","StartingHashKey":"0"},"SequenceNumberRange":{"EndingSequenceNumber":"2","StartingSequenceNumber":"1"},"ShardId":"shard-1"},{"HashKeyRange":{"EndingHashKey":"9","StartingHashKey":"5"},"SequenceNumberRange":{"StartingSequenceNumber":"3"},"ShardId":"shard-3"},{"HashKeyRange":{"EndingHashKey":"4","StartingHashKey":"0"},"SequenceNumberRange":{"StartingSequenceNumber":"3"},"ShardId":"shard-2"}],"StreamName":"lab"}], {})"#,
        r#"{"return":[0,9,{"Shards":[{"HashKeyRange":{"EndingHashKey":"9","StartingHashKey":"0"},"SequenceNumberRange":{"EndingSequenceNumber":"2","StartingSequenceNumber":"1"},"ShardId":"shard-1"},{"HashKeyRange":{"EndingHashKey":9,"StartingHashKey":5},"SequenceNumberRange":{"StartingSequenceNumber":"3"},"ShardId":"shard-3"},{"HashKeyRange":{"EndingHashKey":4,"StartingHashKey":0},"SequenceNumberRange":{"StartingSequenceNumber":"3"},"ShardId":"shard-2"}],"StreamName":"lab","OpenShards":[{"HashKeyRange":{"EndingHashKey":4,"StartingHashKey":0},"SequenceNumberRange":{"StartingSequenceNumber":"3"},"ShardId":"shard-2"},{"HashKeyRange":{"EndingHashKey":9,"StartingHashKey":5},"SequenceNumberRange":{"StartingSequenceNumber":"3"},"ShardId":"shard-3"}]}]}"#,
        "Salt wants no connection there, which all others take",
    ),
    (
        r#"boto_kinesis.long_int(["4711"], {})"#,
        r#"{"return":4711}"#,
        "Salt wants no connection there, which all others take",
    ),
    (
        r#"boto_kinesis.reshard(["lab",2,true], {})"#,
        r#"{"return":{"result":true}}"#,
        "Salt computes with floating-point numbers on Python 3, and never finds a shard's end",
    ),
    (
        r#"boto_kinesis.reshard(["lab",2,true], {})"#,
        r#"{"return":{"result":false}}"#,
        "Salt computes with floating-point numbers on Python 3, and never finds a shard's end",
    ),
    (
        r#"boto_kinesis.reshard(["lab",1,true], {})"#,
        r#"{"return":{"result":true}}"#,
        "Salt computes with floating-point numbers on Python 3, and never finds a shard's end",
    ),
    (
        r#"boto_kinesis.reshard(["nope",1], {})"#,
        r#"{"error":"DescribeStream of nope failed: Stream nope under account 123456789012 not found"}"#,
        "a call that AWS refuses is an error, no answer",
    ),
    (
        r#"boto_kinesis.delete_stream(["lab"], {})"#,
        r#"{"return":{"result":true}}"#,
        "what is gone already is deleted, as with all other functions",
    ),
    (
        r#"boto_kinesis.exists(["lab"], {})"#,
        r#"{"return":{"result":false}}"#,
        "what does not exist is an answer, no error",
    ),
    (
        r#"boto_cloudtrail.exists(["lab"], {})"#,
        r#"{"return":{"exists":false}}"#,
        "the local Cloud Control knows only what it made itself",
    ),
    (
        r#"boto_cloudtrail.describe(["nope"], {})"#,
        r#"{"return":{"trail":null}}"#,
        "the local AWS answers all trails, whichever is asked for",
    ),
    (
        r#"boto_cloudtrail.update(["nope","lab-trails"], {})"#,
        r#"{"error":"UpdateTrail of nope failed: Unknown trail: nope for the user: 123456789012"}"#,
        "a call that AWS refuses is an error, no answer",
    ),
    (
        r#"boto_cloudtrail.start_logging(["nope"], {})"#,
        r#"{"error":"StartLogging of nope failed: Unknown trail: nope for the user: 123456789012"}"#,
        "a call that AWS refuses is an error, no answer",
    ),
    (
        r#"boto_cloudtrail.add_tags(["nope"], {"env":"lab"})"#,
        r#"{"error":"there is no trail 'nope'"}"#,
        "a trail that does not exist has no tags; the local AWS does not look",
    ),
    (
        r#"boto_cloudtrail.list_tags(["nope"], {})"#,
        r#"{"error":"there is no trail 'nope'"}"#,
        "a trail that does not exist has no tags; the local AWS does not look",
    ),
    (
        r#"boto_efs.create_file_system(["lab"], {})"#,
        r#"{"return":{"CreationToken":"lab","PerformanceMode":"generalPurpose","Encrypted":false,"ThroughputMode":"bursting","LifecyclePolicies":[],"FileSystemId":"${lab_files}","FileSystemArn":"arn:aws:elasticfilesystem:us-east-1:123456789012:file-system/${lab_files}","CreationTime":"2026-11-24T11:45:17.74404Z","OwnerId":"123456789012","LifeCycleState":"available","Tags":[{"Key":"Name","Value":"lab"}],"SizeInBytes":{"Value":0,"ValueInIA":0,"ValueInStandard":0,"Timestamp":"2026-11-24T11:45:17.744081Z"},"NumberOfMountTargets":0,"Name":"lab"}}"#,
        "Salt writes the Name tag in a form that boto3 refuses",
    ),
    (
        r#"boto_efs.get_file_systems([], {"creation_token":"lab"})"#,
        r#"{"return":[{"CreationToken":"lab","PerformanceMode":"generalPurpose","Encrypted":false,"ThroughputMode":"bursting","LifecyclePolicies":[],"FileSystemId":"${lab_files}","FileSystemArn":"arn:aws:elasticfilesystem:us-east-1:123456789012:file-system/${lab_files}","CreationTime":"2026-11-24T11:45:17.74404Z","OwnerId":"123456789012","LifeCycleState":"available","Tags":[{"Key":"Name","Value":"lab"}],"SizeInBytes":{"Value":0,"ValueInIA":0,"ValueInStandard":0,"Timestamp":"2026-11-24T11:45:17.752296Z"},"NumberOfMountTargets":0,"Name":"lab"}]}"#,
        "the file system has the Name tag, which Salt failed to give it",
    ),
    (
        r#"boto_efs.get_file_systems(["${lab_files}"], {})"#,
        r#"{"return":[{"CreationToken":"lab","PerformanceMode":"generalPurpose","Encrypted":false,"ThroughputMode":"bursting","LifecyclePolicies":[],"FileSystemId":"${lab_files}","FileSystemArn":"arn:aws:elasticfilesystem:us-east-1:123456789012:file-system/${lab_files}","CreationTime":"2026-11-24T11:45:17.74404Z","OwnerId":"123456789012","LifeCycleState":"available","Tags":[{"Key":"Name","Value":"lab"}],"SizeInBytes":{"Value":0,"ValueInIA":0,"ValueInStandard":0,"Timestamp":"2026-11-24T11:45:17.758963Z"},"NumberOfMountTargets":0,"Name":"lab"}]}"#,
        "the file system has the Name tag, which Salt failed to give it",
    ),
    (
        r#"boto_efs.get_tags(["${lab_files}"], {})"#,
        r#"{"return":[{"Key":"Name","Value":"lab"}]}"#,
        "Salt calls operations that AWS has replaced and the local AWS lacks",
    ),
    (
        r#"boto_efs.create_tags(["${lab_files}",{"env":"lab"}], {})"#,
        r#"{"return":null}"#,
        "Salt calls operations that AWS has replaced and the local AWS lacks",
    ),
    (
        r#"boto_efs.delete_tags(["${lab_files}",["env"]], {})"#,
        r#"{"return":null}"#,
        "Salt calls operations that AWS has replaced and the local AWS lacks",
    ),
    (
        r#"boto_efs.create_mount_target(["${lab_files}","${subnet_a}"], {"ipaddress":"10.1.1.77","securitygroups":["${group_web}"]})"#,
        r#"{"return":{"FileSystemId":"${lab_files}","SubnetId":"${subnet_a}","VpcId":"${vpc}","SecurityGroups":["${group_web}"],"IpAddress":"10.1.1.77","OwnerId":"123456789012","MountTargetId":"${lab_mount}","LifeCycleState":"available","NetworkInterfaceId":"${lab_mount_interface}","AvailabilityZoneId":"use1-az6","AvailabilityZoneName":"us-east-1a"}}"#,
        "what boto says of the connection is left out; the local AWS shows the groups",
    ),
    (
        r#"boto_efs.get_mount_targets(["${lab_files}"], {})"#,
        r#"{"return":[{"FileSystemId":"${lab_files}","SubnetId":"${subnet_a}","VpcId":"${vpc}","SecurityGroups":["${group_web}"],"IpAddress":"10.1.1.77","OwnerId":"123456789012","MountTargetId":"${lab_mount}","LifeCycleState":"available","NetworkInterfaceId":"${lab_mount_interface}","AvailabilityZoneId":"use1-az6","AvailabilityZoneName":"us-east-1a"}]}"#,
        "the local AWS shows the groups, and boto drops them",
    ),
    (
        r#"boto_efs.get_mount_targets([], {"mounttargetid":"${lab_mount}"})"#,
        r#"{"return":[{"FileSystemId":"${lab_files}","SubnetId":"${subnet_a}","VpcId":"${vpc}","SecurityGroups":["${group_web}"],"IpAddress":"10.1.1.77","OwnerId":"123456789012","MountTargetId":"${lab_mount}","LifeCycleState":"available","NetworkInterfaceId":"${lab_mount_interface}","AvailabilityZoneId":"use1-az6","AvailabilityZoneName":"us-east-1a"}]}"#,
        "the local AWS shows the groups, and boto drops them",
    ),
    (
        r#"boto_efs.delete_file_system(["${lab_files}"], {})"#,
        r#"{"error":"DeleteFileSystem of ${lab_files} failed: Must delete all mount targets before deleting file system"}"#,
        "our error says what AWS says",
    ),
    (
        r#"boto_efs.delete_mount_target(["${lab_mount}"], {})"#,
        r#"{"error":"DeleteMountTarget of ${lab_mount} failed: Mount target '${lab_mount}' does not exist"}"#,
        "our error says what AWS says",
    ),
    (
        r#"boto_efs.delete_file_system(["${lab_files}"], {})"#,
        r#"{"error":"DeleteFileSystem of ${lab_files} failed: File system '${lab_files}' does not exist"}"#,
        "our error says what AWS says",
    ),
];
