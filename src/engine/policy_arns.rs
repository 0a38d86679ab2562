//! The ARNs for a policy: those that follow from account, region and name.
//!
//! Kinds whose ARNs hold an id (most of EC2, hosted zones, keys) are not in the list: the id of a thing is unknown
//! before it is created.

use aws::arn::partition;
use kinds::operations::Operation;
use model::Value;

/// How to make the ARN of a thing from its name. `R` stands for its region, `A` for the account, `$N` for its name, `$B` for
/// the part before the first slash, `${X}` for its argument X.
///
/// See <https://docs.aws.amazon.com/service-authorization/latest/reference/reference_policies_actions-resources-contextkeys.html>.
const NAMED: &[(&str, &[&str])] = &[
    // A group may create its launch configuration itself, under its own name followed by a digest.
    (
        "autoscaling.group",
        &[
            "autoscaling:R:A:autoScalingGroup:*:autoScalingGroupName/$N",
            "autoscaling:R:A:launchConfiguration:*:launchConfigurationName/$N-*",
        ],
    ),
    // A name that changes with its content ends with a digest.
    (
        "autoscaling.launch_configuration",
        &[
            "autoscaling:R:A:launchConfiguration:*:launchConfigurationName/$N",
            "autoscaling:R:A:launchConfiguration:*:launchConfigurationName/$N-*",
        ],
    ),
    ("cloudwatch.alarm", &["cloudwatch:R:A:alarm:$N"]),
    ("dynamodb.table", &["dynamodb:R:A:table/$N", "dynamodb:R:A:table/$N/*"]),
    (
        "elasticache.cluster",
        &[
            "elasticache:R:A:cluster:$N",
            "elasticache:R:A:parametergroup:*",
            "elasticache:R:A:replicationgroup:*",
            "elasticache:R:A:snapshot:*",
            "elasticache:R:A:subnetgroup:default*",
        ],
    ),
    (
        "elasticache.replication_group",
        &[
            "elasticache:R:A:replicationgroup:$N",
            "elasticache:R:A:cluster:*",
            "elasticache:R:A:parametergroup:*",
            "elasticache:R:A:snapshot:*",
            "elasticache:R:A:subnetgroup:default*",
            "elasticache:R:A:usergroup:*",
        ],
    ),
    ("elasticache.subnet_group", &["elasticache:R:A:subnetgroup:$N"]),
    ("elb.load_balancer", &["elasticloadbalancing:R:A:loadbalancer/$N"]),
    ("elb.registration", &["elasticloadbalancing:R:A:loadbalancer/$N"]),
    (
        "elbv2.load_balancer",
        &[
            "elasticloadbalancing:R:A:loadbalancer/app/$N/*",
            "elasticloadbalancing:R:A:loadbalancer/gwy/$N/*",
            "elasticloadbalancing:R:A:loadbalancer/net/$N/*",
        ],
    ),
    ("elbv2.target_group", &["elasticloadbalancing:R:A:targetgroup/$N/*"]),
    ("events.rule", &["events:R:A:rule/$N"]),
    ("iam.group", &["iam::A:group/$N", "iam::A:group/*/$N"]),
    ("iam.policy", &["iam::A:policy/$N", "iam::A:policy/*/$N"]),
    (
        "iam.role",
        &["iam::A:role/$N", "iam::A:role/*/$N", "iam::A:instance-profile/$N", "iam::A:instance-profile/*/$N"],
    ),
    ("iam.saml_provider", &["iam::A:saml-provider/$N"]),
    ("iam.server_certificate", &["iam::A:server-certificate/$N", "iam::A:server-certificate/*/$N"]),
    ("iam.user", &["iam::A:user/$N", "iam::A:user/*/$N", "iam::A:mfa/*"]),
    // The id of a key is unknown before it is created.
    ("kms.key", &["kms:R:A:key/*", "kms:R:A:alias/$N"]),
    ("lambda.alias", &["lambda:R:A:function:${FunctionName}", "lambda:R:A:function:${FunctionName}:*"]),
    ("lambda.function", &["lambda:R:A:function:$N", "lambda:R:A:function:$N:*"]),
    ("lambda.uploaded_package", &["s3:::$N", "s3:::$B"]),
    (
        "rds.cluster",
        &["rds:R:A:cluster:$N", "rds:R:A:cluster-pg:*", "rds:R:A:og:*", "rds:R:A:subgrp:default*"],
    ),
    (
        "rds.instance",
        &[
            "rds:R:A:db:$N",
            "rds:R:A:og:*",
            "rds:R:A:pg:default*",
            "rds:R:A:secgrp:*",
            "rds:R:A:subgrp:default*",
        ],
    ),
    ("rds.option_group", &["rds:R:A:og:$N"]),
    ("rds.parameter_group", &["rds:R:A:pg:$N"]),
    ("rds.subnet_group", &["rds:R:A:subgrp:$N"]),
    ("s3.bucket", &["s3:::$N", "s3:::$N/*"]),
    ("s3.object", &["s3:::$N", "s3:::$B"]),
    ("sns.topic", &["sns:R:A:$N"]),
    ("sqs.queue", &["sqs:R:A:$N"]),
    ("ssm.parameter", &["ssm:R:A:parameter/$N"]),
];

/// Reads of lists that IAM can limit to a thing. All others are not about one thing.
const LIMITED_LISTS: &[&str] = &[
    "DescribeContinuousBackups",
    "DescribeRule",
    "DescribeTable",
    "DescribeTimeToLive",
    "ListAttachedGroupPolicies",
    "ListAttachedRolePolicies",
    "ListAttachedUserPolicies",
    "ListGroupPolicies",
    "ListInstanceProfilesForRole",
    "ListPolicyVersions",
    "ListQueueTags",
    "ListRolePolicies",
    "ListSubscriptionsByTopic",
    "ListTagsForResource",
    "ListTagsOfResource",
    "ListTargetsByRule",
    "ListUserPolicies",
];

/// Calls that IAM cannot limit to the thing: a subscription has no ARN in IAM, and a new key has none yet.
const FREE: &[&str] = &["CreateKey", "GetAccountAuthorizationDetails", "Unsubscribe"];

/// Calls of S3 for objects; all others are for buckets.
const OF_OBJECTS: &[&str] = &["DeleteObject", "DeleteObjects", "GetObject", "HeadObject", "PutObject"];

/// The ARNs for an operation: those of its own service, if IAM can limit it.
pub(super) fn limits(operation: Operation, arns: &[String]) -> Vec<String> {
    let name = operation.name;
    let is_of_buckets = operation.service == "s3" && name != "ListBuckets";
    let is_list = ["List", "Describe"].iter().any(|verb| name.starts_with(verb))
        && !LIMITED_LISTS.contains(&name)
        && !is_of_buckets;
    if is_list || FREE.contains(&name) {
        return vec![];
    }
    let actions = operation.actions();
    let service = actions.first().and_then(|action| action.split(':').next()).unwrap_or_default();
    let is_of_service = |arn: &&String| arn.split(':').nth(2) == Some(service);
    // Objects have a slash in their ARN, buckets have none.
    let is_of_object = OF_OBJECTS.contains(&name);
    let is_right = |arn: &&String| operation.service != "s3" || arn.contains('/') == is_of_object;
    arns.iter().filter(is_of_service).filter(is_right).cloned().collect()
}

/// The ARNs of a thing in a region and an account, if its name and arguments determine them.
pub(super) fn arns(
    kind: &str,
    name: &str,
    named_by: &[(&'static str, Value)],
    (region, account): (&str, &str),
) -> Vec<String> {
    if name.starts_with("arn:") {
        return vec![name.to_owned()];
    }
    let partition = partition(region);
    let forms = match NAMED.iter().find(|(known, _)| *known == kind) {
        Some(("kms.key", _)) if is_key_id(name) => &["kms:R:A:key/$N"][..],
        Some((_, forms)) => forms,
        None => &[],
    };
    let name = name.strip_prefix("alias/").filter(|_| kind == "kms.key").unwrap_or(name);
    // AWS makes some names lower-case.
    let is_lower = ["elasticache.", "rds."].iter().any(|service| kind.starts_with(service));
    let name = name.trim_start_matches('/');
    let name = if is_lower { name.to_lowercase() } else { name.to_owned() };
    let made = |form: &&str| {
        let rest = filled(form.splitn(4, ':').nth(3)?, &name, named_by)?;
        let mut parts = form.split(':');
        let (service, of_region, of_account) = (parts.next()?, parts.next()?, parts.next()?);
        let of_region = if of_region.is_empty() { "" } else { region };
        let of_account = if of_account.is_empty() { "" } else { account };
        Some(format!("arn:{partition}:{service}:{of_region}:{of_account}:{rest}"))
    };
    let all: Option<Vec<String>> = forms.iter().map(made).collect();
    all.unwrap_or_default()
}

/// True for the id of a key of KMS; any other name is an alias.
pub(super) fn is_key_id(name: &str) -> bool {
    name.len() == 36 && name.matches('-').count() == 4 || name.starts_with("mrk-")
}

/// The end of an ARN; none if an argument is not given, or is an ARN itself.
fn filled(form: &str, name: &str, named_by: &[(&'static str, Value)]) -> Option<String> {
    let Some((before, rest)) = form.split_once("${") else {
        let bucket = name.split('/').next().unwrap_or(name);
        return Some(form.replace("$N", name).replace("$B", bucket));
    };
    let (argument, after) = rest.split_once('}')?;
    let value = named_by.iter().find(|(name, _)| *name == argument)?.1.as_str()?;
    (!value.contains(':')).then(|| format!("{before}{value}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(kind: &str, name: &str, region: &str, account: &str) -> Vec<String> {
        arns(kind, name, &[], (region, account))
    }

    #[test]
    fn names_make_arns_where_aws_has_names_in_them() {
        assert_eq!(named("sqs.queue", "jobs", "us-east-1", "*"), ["arn:aws:sqs:us-east-1:*:jobs"]);
        assert_eq!(
            named("s3.bucket", "logs", "cn-north-1", "1"),
            ["arn:aws-cn:s3:::logs", "arn:aws-cn:s3:::logs/*"]
        );
        let object = named("s3.object", "logs/a/b", "r", "1");
        assert_eq!(object, ["arn:aws:s3:::logs/a/b", "arn:aws:s3:::logs"]);
        let of = |name| limits(Operation { service: "s3", name }, &object);
        assert_eq!((of("PutObject"), of("ListBucket")), (object[..1].to_vec(), object[1..].to_vec()));
        assert_eq!(named("ssm.parameter", "/a/b", "*", "1"), ["arn:aws:ssm:*:1:parameter/a/b"]);
        assert_eq!(
            named("iam.group", "Net", "*", "1"),
            ["arn:aws:iam::1:group/Net", "arn:aws:iam::1:group/*/Net"]
        );
        assert_eq!(
            named("autoscaling.group", "web", "us-east-1", "1"),
            [
                "arn:aws:autoscaling:us-east-1:1:autoScalingGroup:*:autoScalingGroupName/web",
                "arn:aws:autoscaling:us-east-1:1:launchConfiguration:*:launchConfigurationName/web-*",
            ]
        );
        assert_eq!(named("rds.parameter_group", "Web", "r", "1"), ["arn:aws:rds:r:1:pg:web"]);
        assert_eq!(named("ec2.vpc", "net", "us-east-1", "1"), Vec::<String>::new());
        assert_eq!(
            named("kms.key", "alias/data", "r", "1"),
            ["arn:aws:kms:r:1:key/*", "arn:aws:kms:r:1:alias/data"]
        );
        let id = "1234abcd-12ab-34cd-56ef-1234567890ab";
        assert_eq!(named("kms.key", id, "r", "1"), [format!("arn:aws:kms:r:1:key/{id}")]);
    }

    #[test]
    fn an_alias_has_the_arn_of_its_function() {
        let of =
            |function: &str| arns("lambda.alias", "live", &[("FunctionName", function.into())], ("r", "1"));
        assert_eq!(of("app"), ["arn:aws:lambda:r:1:function:app", "arn:aws:lambda:r:1:function:app:*"]);
        assert_eq!(of("arn:aws:lambda:r:1:function:app"), Vec::<String>::new());
        assert_eq!(named("lambda.alias", "live", "r", "1"), Vec::<String>::new());
    }

    #[test]
    fn an_operation_is_limited_to_arns_of_its_own_service() {
        let arns = ["arn:aws:lambda:r:1:function:app".to_owned(), "arn:aws:s3:::code".to_owned()];
        let of = |service, name| limits(Operation { service, name }, &arns);
        assert_eq!(of("lambda", "GetFunction"), arns[..1]);
        assert_eq!(of("s3", "GetBucketPolicy"), arns[1..]);
        assert_eq!(of("iam", "PassRole"), Vec::<String>::new(), "no role is known");
        assert_eq!(of("lambda", "ListFunctions"), Vec::<String>::new());
    }
}
