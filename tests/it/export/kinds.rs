//! One test per kind that can be exported, and why the others cannot.

use std::collections::BTreeSet;

use kind::AnySource;
use kinds::kinds;

use super::law;
use crate::conformance::on_a_large_stack;

macro_rules! exported {
    ($($(#[$cfg:meta])* $name:ident: $kind:literal;)*) => {
        $(
            $(#[$cfg])*
            #[test]
            fn $name() {
                on_a_large_stack(|| law($kind));
            }
        )*

        /// The kinds above, whether or not this build has them.
        const EXPORTED: &[&str] = &[$($kind,)*];
    };
}

exported! {
    autoscaling_group: "autoscaling.group";
    autoscaling_launch_configuration: "autoscaling.launch_configuration";
    cloudcontrol_distribution: "cloudcontrol.distribution";
    cloudcontrol_domain: "cloudcontrol.domain";
    cloudcontrol_file_system: "cloudcontrol.file_system";
    cloudcontrol_iot_policy: "cloudcontrol.iot_policy";
    cloudcontrol_mount_target: "cloudcontrol.mount_target";
    cloudcontrol_secret: "cloudcontrol.secret";
    cloudcontrol_stack: "cloudcontrol.stack";
    cloudcontrol_stream: "cloudcontrol.stream";
    cloudcontrol_thing_type: "cloudcontrol.thing_type";
    cloudcontrol_topic_rule: "cloudcontrol.topic_rule";
    cloudcontrol_trail: "cloudcontrol.trail";
    cloudwatch_alarm: "cloudwatch.alarm";
    dynamodb_table: "dynamodb.table";
    ec2_address: "ec2.address";
    ec2_dhcp_options: "ec2.dhcp_options";
    ec2_egress_only_internet_gateway: "ec2.egress_only_internet_gateway";
    ec2_instance: "ec2.instance";
    ec2_internet_gateway: "ec2.internet_gateway";
    ec2_key_pair: "ec2.key_pair";
    ec2_launch_template: "ec2.launch_template";
    ec2_nat_gateway: "ec2.nat_gateway";
    ec2_network_acl: "ec2.network_acl";
    ec2_network_interface: "ec2.network_interface";
    ec2_route_table: "ec2.route_table";
    ec2_security_group: "ec2.security_group";
    ec2_subnet: "ec2.subnet";
    ec2_volume: "ec2.volume";
    ec2_vpc: "ec2.vpc";
    ec2_vpc_endpoint: "ec2.vpc_endpoint";
    ec2_vpc_peering_connection: "ec2.vpc_peering_connection";
    elasticache_cluster: "elasticache.cluster";
    elasticache_replication_group: "elasticache.replication_group";
    elasticache_subnet_group: "elasticache.subnet_group";
    elb_load_balancer: "elb.load_balancer";
    elbv2_listener: "elbv2.listener";
    elbv2_load_balancer: "elbv2.load_balancer";
    elbv2_rule: "elbv2.rule";
    elbv2_target_group: "elbv2.target_group";
    events_rule: "events.rule";
    iam_group: "iam.group";
    iam_password_policy: "iam.password_policy";
    iam_policy: "iam.policy";
    iam_role: "iam.role";
    iam_saml_provider: "iam.saml_provider";
    iam_user: "iam.user";
    kms_key: "kms.key";
    lambda_alias: "lambda.alias";
    lambda_event_source_mapping: "lambda.event_source_mapping";
    lambda_function: "lambda.function";
    rds_cluster: "rds.cluster";
    rds_instance: "rds.instance";
    rds_option_group: "rds.option_group";
    rds_parameter_group: "rds.parameter_group";
    rds_subnet_group: "rds.subnet_group";
    route53_hosted_zone: "route53.hosted_zone";
    route53_record: "route53.record";
    s3_bucket: "s3.bucket";
    sns_topic: "sns.topic";
    sqs_queue: "sqs.queue";
    ssm_parameter: "ssm.parameter";
}

/// What is not exported, and why.
const LACKING: &[(&str, &str)] = &[
    ("autoscaling.lifecycle", "an act on an instance, and no thing"),
    ("cloudcontrol.iot_policy_attachment", "AWS lists the policies of one principal only"),
    (
        "cloudcontrol.identity_pool",
        "its roles are a resource of their own, and the state declares both together",
    ),
    ("cloudcontrol.identity_pool_roles", "the state of the pool declares them"),
    ("cloudcontrol.usage_plan", "its stages are declared by states of their own, one for each stage"),
    ("cloudcontrol.resource", "of any type: Cloud Control does not list the types that an account uses"),
    ("cloudcontrol.rest_api", "AWS does not show the Swagger file"),
    (
        "ec2.image",
        "an act on an instance as it is at that moment: an SLS could not make the same image again",
    ),
    ("ec2.private_ips", "part of a network interface"),
    ("ec2.volume_tags", "tags of volumes that instances have"),
    ("elb.registration", "the instances that are registered come and go"),
    ("elbv2.registration", "the targets that are registered come and go"),
    ("iam.access_keys", "nobody can read a secret key"),
    ("iam.server_certificate", "nobody can read a private key"),
    ("s3.object", "content, and no setting"),
];

#[test]
fn every_kind_is_exported_or_it_is_written_here_that_it_is_not() {
    let can: BTreeSet<&str> = kinds().filter(|kind| kind.listing().is_some()).map(AnySource::kind).collect();
    let all: BTreeSet<&str> = kinds().map(AnySource::kind).collect();
    let lacking: BTreeSet<&str> =
        LACKING.iter().map(|(kind, _)| *kind).filter(|kind| all.contains(kind)).collect();
    let expected: BTreeSet<&str> = all.difference(&lacking).copied().collect();
    assert_eq!(can, expected);
    let tested: BTreeSet<&str> = EXPORTED.iter().copied().filter(|kind| all.contains(kind)).collect();
    assert_eq!(tested, can, "each has a test above");
}
