//! Things that can be owned: the kinds whose tags are compared key by key, the form of their ARNs, and how they are
//! deleted.

/// A kind that can have the tag.
pub(super) struct OwnedKind {
    /// Service and kind, as in plans.
    pub name: &'static str,
    /// The state functions that declare one.
    pub present: &'static [&'static str],
    /// The state function that deletes one; none for things that hold data.
    pub absent: Option<&'static str>,
    /// The service in its ARN.
    pub service: &'static str,
    /// The word before its name or id in the ARN, without the sign after it; empty if there is none.
    pub resource: &'static str,
    /// Lower numbers are deleted first: a user is deleted before the things that it uses.
    pub order: u32,
}

/// The forms of ARNs are those of
/// <https://docs.aws.amazon.com/service-authorization/latest/reference/reference_policies_actions-resources-contextkeys.html>.
pub(super) const KINDS: &[OwnedKind] = &[
    kind(
        "events.rule",
        &["boto_cloudwatch_event.present"],
        "boto_cloudwatch_event.absent",
        ("events", "rule"),
        1,
    ),
    kind("ec2.instance", &["boto_ec2.instance_present"], "boto_ec2.instance_absent", ("ec2", "instance"), 2),
    kind(
        "lambda.function",
        &["boto_lambda.function_present"],
        "boto_lambda.function_absent",
        ("lambda", "function"),
        2,
    ),
    kind(
        "elb.load_balancer",
        &["boto_elb.present"],
        "boto_elb.absent",
        ("elasticloadbalancing", "loadbalancer"),
        3,
    ),
    kind(
        "elbv2.load_balancer",
        &["boto_elbv2.load_balancer_present"],
        "boto_elbv2.load_balancer_absent",
        ("elasticloadbalancing", "loadbalancer/app"),
        3,
    ),
    kind(
        "elbv2.target_group",
        &["boto_elbv2.create_target_group"],
        "boto_elbv2.delete_target_group",
        ("elasticloadbalancing", "targetgroup"),
        4,
    ),
    kind("sns.topic", &["boto_sns.present", "boto3_sns.topic_present"], "boto_sns.absent", ("sns", ""), 5),
    kind("sqs.queue", &["boto_sqs.present"], "boto_sqs.absent", ("sqs", ""), 5),
    kind(
        "ssm.parameter",
        &["boto_ssm.parameter_present"],
        "boto_ssm.parameter_absent",
        ("ssm", "parameter"),
        5,
    ),
    kind(
        "ec2.security_group",
        &["boto_secgroup.present"],
        "boto_secgroup.absent",
        ("ec2", "security-group"),
        6,
    ),
    kind(
        "ec2.route_table",
        &["boto_vpc.route_table_present"],
        "boto_vpc.route_table_absent",
        ("ec2", "route-table"),
        7,
    ),
    kind("ec2.subnet", &["boto_vpc.subnet_present"], "boto_vpc.subnet_absent", ("ec2", "subnet"), 8),
    kind("ec2.vpc", &["boto_vpc.present"], "boto_vpc.absent", ("ec2", "vpc"), 9),
    kept("dynamodb.table", &["boto_dynamodb.present"], ("dynamodb", "table")),
    kept("rds.instance", &["boto_rds.present", "boto_rds.replica_present"], ("rds", "db")),
    kept("rds.cluster", &["boto_rds.cluster_present"], ("rds", "cluster")),
];

const fn kind(
    name: &'static str,
    present: &'static [&'static str],
    absent: &'static str,
    (service, resource): (&'static str, &'static str),
    order: u32,
) -> OwnedKind {
    OwnedKind { name, present, absent: Some(absent), service, resource, order }
}

/// Things that hold data are deleted only by a declaration.
const fn kept(
    name: &'static str,
    present: &'static [&'static str],
    (service, resource): (&'static str, &'static str),
) -> OwnedKind {
    OwnedKind { name, present, absent: None, service, resource, order: 0 }
}
