//! One test per kind that can be exported, and why the others cannot.

use std::collections::BTreeSet;

use orchestrate::resources::{AnySource, kinds};

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
    #[cfg(feature = "autoscaling")]
    autoscaling_group: "autoscaling.group";
    #[cfg(feature = "autoscaling")]
    autoscaling_launch_configuration: "autoscaling.launch_configuration";
    #[cfg(feature = "cloudcontrol")]
    cloudcontrol_distribution: "cloudcontrol.distribution";
    #[cfg(feature = "cloudcontrol")]
    cloudcontrol_domain: "cloudcontrol.domain";
    #[cfg(feature = "cloudcontrol")]
    cloudcontrol_file_system: "cloudcontrol.file_system";
    #[cfg(feature = "cloudcontrol")]
    cloudcontrol_iot_policy: "cloudcontrol.iot_policy";
    #[cfg(all(feature = "cloudcontrol", feature = "ec2"))]
    cloudcontrol_mount_target: "cloudcontrol.mount_target";
    #[cfg(feature = "cloudcontrol")]
    cloudcontrol_secret: "cloudcontrol.secret";
    #[cfg(feature = "cloudcontrol")]
    cloudcontrol_stack: "cloudcontrol.stack";
    #[cfg(feature = "cloudcontrol")]
    cloudcontrol_stream: "cloudcontrol.stream";
    #[cfg(feature = "cloudcontrol")]
    cloudcontrol_thing_type: "cloudcontrol.thing_type";
    #[cfg(feature = "cloudcontrol")]
    cloudcontrol_topic_rule: "cloudcontrol.topic_rule";
    #[cfg(feature = "cloudcontrol")]
    cloudcontrol_trail: "cloudcontrol.trail";
    #[cfg(feature = "cloudwatch")]
    cloudwatch_alarm: "cloudwatch.alarm";
    #[cfg(feature = "dynamodb")]
    dynamodb_table: "dynamodb.table";
    #[cfg(feature = "ec2")]
    ec2_address: "ec2.address";
    #[cfg(feature = "ec2")]
    ec2_dhcp_options: "ec2.dhcp_options";
    #[cfg(feature = "ec2")]
    ec2_egress_only_internet_gateway: "ec2.egress_only_internet_gateway";
    #[cfg(feature = "ec2")]
    ec2_instance: "ec2.instance";
    #[cfg(feature = "ec2")]
    ec2_internet_gateway: "ec2.internet_gateway";
    #[cfg(feature = "ec2")]
    ec2_key_pair: "ec2.key_pair";
    #[cfg(all(feature = "autoscaling", feature = "ec2"))]
    ec2_launch_template: "ec2.launch_template";
    #[cfg(feature = "ec2")]
    ec2_nat_gateway: "ec2.nat_gateway";
    #[cfg(feature = "ec2")]
    ec2_network_acl: "ec2.network_acl";
    #[cfg(feature = "ec2")]
    ec2_network_interface: "ec2.network_interface";
    #[cfg(feature = "ec2")]
    ec2_route_table: "ec2.route_table";
    #[cfg(feature = "ec2")]
    ec2_security_group: "ec2.security_group";
    #[cfg(feature = "ec2")]
    ec2_subnet: "ec2.subnet";
    #[cfg(feature = "ec2")]
    ec2_volume: "ec2.volume";
    #[cfg(feature = "ec2")]
    ec2_vpc: "ec2.vpc";
    #[cfg(feature = "ec2")]
    ec2_vpc_endpoint: "ec2.vpc_endpoint";
    #[cfg(feature = "ec2")]
    ec2_vpc_peering_connection: "ec2.vpc_peering_connection";
    #[cfg(feature = "elasticache")]
    elasticache_cluster: "elasticache.cluster";
    #[cfg(feature = "elasticache")]
    elasticache_replication_group: "elasticache.replication_group";
    #[cfg(feature = "elasticache")]
    elasticache_subnet_group: "elasticache.subnet_group";
    #[cfg(all(feature = "ec2", feature = "elb"))]
    elb_load_balancer: "elb.load_balancer";
    #[cfg(all(feature = "ec2", feature = "elbv2", feature = "iam"))]
    elbv2_listener: "elbv2.listener";
    #[cfg(all(feature = "ec2", feature = "elbv2"))]
    elbv2_load_balancer: "elbv2.load_balancer";
    #[cfg(all(feature = "ec2", feature = "elbv2"))]
    elbv2_rule: "elbv2.rule";
    #[cfg(all(feature = "ec2", feature = "elbv2"))]
    elbv2_target_group: "elbv2.target_group";
    #[cfg(all(feature = "events", feature = "iam", feature = "lambda"))]
    events_rule: "events.rule";
    #[cfg(feature = "iam")]
    iam_group: "iam.group";
    #[cfg(feature = "iam")]
    iam_password_policy: "iam.password_policy";
    #[cfg(feature = "iam")]
    iam_policy: "iam.policy";
    #[cfg(feature = "iam")]
    iam_role: "iam.role";
    #[cfg(feature = "iam")]
    iam_saml_provider: "iam.saml_provider";
    #[cfg(feature = "iam")]
    iam_user: "iam.user";
    #[cfg(feature = "kms")]
    kms_key: "kms.key";
    #[cfg(all(feature = "iam", feature = "lambda"))]
    lambda_alias: "lambda.alias";
    #[cfg(all(feature = "iam", feature = "lambda", feature = "sqs"))]
    lambda_event_source_mapping: "lambda.event_source_mapping";
    #[cfg(all(feature = "iam", feature = "lambda"))]
    lambda_function: "lambda.function";
    #[cfg(all(feature = "ec2", feature = "rds"))]
    rds_cluster: "rds.cluster";
    #[cfg(all(feature = "ec2", feature = "rds"))]
    rds_instance: "rds.instance";
    #[cfg(all(feature = "ec2", feature = "rds"))]
    rds_option_group: "rds.option_group";
    #[cfg(feature = "rds")]
    rds_parameter_group: "rds.parameter_group";
    #[cfg(all(feature = "ec2", feature = "rds"))]
    rds_subnet_group: "rds.subnet_group";
    #[cfg(feature = "route53")]
    route53_hosted_zone: "route53.hosted_zone";
    #[cfg(feature = "route53")]
    route53_record: "route53.record";
    #[cfg(feature = "s3")]
    s3_bucket: "s3.bucket";
    #[cfg(feature = "sns")]
    sns_topic: "sns.topic";
    #[cfg(feature = "sqs")]
    sqs_queue: "sqs.queue";
    #[cfg(feature = "ssm")]
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
