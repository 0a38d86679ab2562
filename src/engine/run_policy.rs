//! The smallest IAM policy for planning or applying some declarations: the operations of their kinds, on what they name.
//!
//! Law: an action is limited to the declared things wherever IAM can limit it by their names, and to the declared regions where
//! the service has regions. Pure, and the same bytes each time.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value as Json, json};

use super::declare::Declared;
use crate::model::Leaves;
use crate::resources::operations::{Operation, operations};

/// What is allowed.
#[derive(Clone, Debug, Default)]
pub struct RunPolicy {
    /// The operations by the ARNs that they are limited to; by nothing where IAM cannot limit them.
    allowed: BTreeMap<Vec<String>, BTreeSet<Operation>>,
    /// The regions of the declarations; empty where one of them names none.
    regions: BTreeSet<String>,
    has_any_region: bool,
    /// What the policy does not hold, one sentence each.
    pub notes: BTreeSet<String>,
}

/// How the ARN of a thing is made of its name. `R` stands for its region, `A` for the account, `N` for its name.
///
/// See <https://docs.aws.amazon.com/service-authorization/latest/reference/reference_policies_actions-resources-contextkeys.html>.
const NAMED: &[(&str, &[&str])] = &[
    ("cloudwatch.alarm", &["cloudwatch:R:A:alarm:N"]),
    ("dynamodb.table", &["dynamodb:R:A:table/N", "dynamodb:R:A:table/N/*"]),
    ("elb.load_balancer", &["elasticloadbalancing:R:A:loadbalancer/N"]),
    ("elb.registration", &["elasticloadbalancing:R:A:loadbalancer/N"]),
    ("events.rule", &["events:R:A:rule/N"]),
    ("iam.group", &["iam::A:group/N", "iam::A:group/*/N"]),
    (
        "iam.role",
        &["iam::A:role/N", "iam::A:role/*/N", "iam::A:instance-profile/N", "iam::A:instance-profile/*/N"],
    ),
    ("iam.user", &["iam::A:user/N", "iam::A:user/*/N"]),
    ("lambda.function", &["lambda:R:A:function:N", "lambda:R:A:function:N:*"]),
    ("s3.bucket", &["s3:::N", "s3:::N/*"]),
    ("sns.topic", &["sns:R:A:N"]),
    ("sqs.queue", &["sqs:R:A:N"]),
    ("ssm.parameter", &["ssm:R:A:parameter/N"]),
];

/// Services without regions: a condition on the region would deny them in most.
const GLOBAL: &[&str] = &["iam", "route53", "s3", "sts"];

/// Kinds whose things are made anew where an attribute cannot change: their deletion belongs to an ordinary run.
const REPLACED: &[&str] =
    &["autoscaling.launch_configuration", "ec2.nat_gateway", "elbv2.rule", "ec2.launch_template"];

impl RunPolicy {
    /// What these declarations need. A plan reads only. `account` is a number, or `*`.
    pub fn of(declared: &[Declared], is_plan: bool, account: &str) -> Self {
        let mut policy = Self::default();
        for part in declared.iter().flat_map(Declared::parts) {
            let kind = part.kind.kind();
            let region = part.connection.region.as_deref();
            policy.has_any_region |= region.is_none();
            policy.regions.extend(region.map(str::to_owned));
            let arns = arns(kind, &part.name, region.unwrap_or("*"), account);
            let used = part.kind.uses(&part.spec).into_iter().map(|it| it.kind);
            for kind in used {
                policy.allow(operations(kind).into_iter().filter(|it| !it.changes()), &[]);
            }
            if kind.starts_with("cloudcontrol.") {
                let note = "Cloud Control makes calls of other services with the same credentials: add what the resource types need";
                policy.notes.insert(note.to_owned());
            }
            let is_needed = |it: &Operation| {
                let is_removal = it.removes(kind) && !REPLACED.contains(&kind);
                !it.changes() || (!is_plan && (part.leaves == Leaves::Absent || !is_removal))
            };
            policy.allow(operations(kind).into_iter().filter(is_needed), &arns);
        }
        policy
    }

    /// Allows operations on these ARNs, where IAM can limit them.
    fn allow(&mut self, operations: impl Iterator<Item = Operation>, arns: &[String]) {
        for operation in operations.filter(|it| it.service != "sts") {
            // Lists have no resource; the role that is passed is not the thing itself.
            let is_listed = ["List", "Describe"].iter().any(|verb| operation.name.starts_with(verb));
            let is_other = operation.name == "PassRole" || operation.name == "GetAccountAuthorizationDetails";
            let limits = if is_listed || is_other { vec![] } else { arns.to_vec() };
            self.allowed.entry(limits).or_default().insert(operation);
        }
    }

    /// Allows what a bucket of the runs' own needs: that of their leases, that of their journal.
    pub fn allow_store(&mut self, bucket: &str, prefix: &str) {
        let objects =
            [prefix, "*"].iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join("/");
        let of = |name| Operation { service: "s3", name };
        self.allowed
            .entry(vec![format!("arn:aws:s3:::{bucket}/{objects}")])
            .or_default()
            .extend([of("GetObject"), of("PutObject")]);
        self.allowed.entry(vec![format!("arn:aws:s3:::{bucket}")]).or_default().insert(of("ListBucket"));
    }

    /// All operations that are allowed, by name.
    pub fn operations(&self) -> BTreeSet<&'static str> {
        self.allowed.values().flatten().map(|operation| operation.name).collect()
    }

    /// The policy, as IAM takes it.
    pub fn document(&self) -> Json {
        let mut free: [BTreeSet<String>; 2] = Default::default();
        let mut statements = vec![];
        let nothing = BTreeSet::new();
        for operation in self.allowed.get(&vec![]).unwrap_or(&nothing) {
            free[usize::from(GLOBAL.contains(&operation.service))].extend(operation.actions());
        }
        let [regional, global] = free;
        if !regional.is_empty() {
            let mut statement =
                json!({"Sid": "Regional", "Effect": "Allow", "Action": regional, "Resource": "*"});
            if !self.has_any_region {
                statement["Condition"] = json!({"StringEquals": {"aws:RequestedRegion": self.regions}});
            }
            statements.push(statement);
        }
        if !global.is_empty() {
            statements.push(json!({"Sid": "Global", "Effect": "Allow", "Action": global, "Resource": "*"}));
        }
        for (arns, operations) in self.allowed.iter().filter(|(arns, _)| !arns.is_empty()) {
            let all: BTreeSet<String> = operations.iter().flat_map(|it| it.actions()).collect();
            let actions: Vec<String> = all.into_iter().collect();
            let same =
                statements.iter_mut().find(|it| it["Action"] == json!(actions) && it["Resource"].is_array());
            match same.and_then(|it| it["Resource"].as_array_mut()) {
                Some(resources) => resources.extend(arns.iter().map(|arn| json!(arn))),
                None => statements.push(json!({"Effect": "Allow", "Action": actions, "Resource": arns})),
            }
        }
        json!({"Version": "2012-10-17", "Statement": statements})
    }
}

/// The ARNs of a thing, where its name makes them.
fn arns(kind: &str, name: &str, region: &str, account: &str) -> Vec<String> {
    if name.starts_with("arn:") {
        return vec![name.to_owned()];
    }
    let partition = match region {
        _ if region.starts_with("cn-") => "aws-cn",
        _ if region.starts_with("us-gov-") => "aws-us-gov",
        _ => "aws",
    };
    let forms = NAMED.iter().find(|(known, _)| *known == kind).map_or(&[][..], |(_, forms)| forms);
    let made = |form: &&str| {
        let parts: Vec<&str> = form.splitn(4, ':').collect();
        let [service, of_region, of_account, rest] = parts[..] else {
            return format!("arn:{partition}:{form}");
        };
        let of_region = if of_region.is_empty() { "" } else { region };
        let of_account = if of_account.is_empty() { "" } else { account };
        let rest = rest.replacen('N', name.trim_start_matches('/'), 1);
        format!("arn:{partition}:{service}:{of_region}:{of_account}:{rest}")
    };
    forms.iter().map(made).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_make_arns_where_aws_has_names_in_them() {
        assert_eq!(arns("sqs.queue", "jobs", "us-east-1", "*"), ["arn:aws:sqs:us-east-1:*:jobs"]);
        assert_eq!(
            arns("s3.bucket", "logs", "cn-north-1", "1"),
            ["arn:aws-cn:s3:::logs", "arn:aws-cn:s3:::logs/*"]
        );
        assert_eq!(arns("ssm.parameter", "/a/b", "*", "1"), ["arn:aws:ssm:*:1:parameter/a/b"]);
        assert_eq!(
            arns("iam.user", "ada", "*", "1"),
            ["arn:aws:iam::1:user/ada", "arn:aws:iam::1:user/*/ada"]
        );
        assert_eq!(arns("ec2.vpc", "net", "us-east-1", "1"), Vec::<String>::new());
    }

    #[test]
    fn what_iam_cannot_limit_is_limited_to_the_regions() {
        let mut policy = RunPolicy { regions: ["eu-west-1".to_owned()].into(), ..RunPolicy::default() };
        let of = |service, name| Operation { service, name };
        let arn = ["arn:aws:sqs:eu-west-1:*:jobs".to_owned()];
        policy.allow(
            [of("sqs", "CreateQueue"), of("sqs", "ListQueues"), of("iam", "PassRole")].into_iter(),
            &arn,
        );
        policy.allow_store("ops", "leases");
        let expected = json!({"Version": "2012-10-17", "Statement": [
            {"Sid": "Regional", "Effect": "Allow", "Action": ["sqs:ListQueues"], "Resource": "*",
             "Condition": {"StringEquals": {"aws:RequestedRegion": ["eu-west-1"]}}},
            {"Sid": "Global", "Effect": "Allow", "Action": ["iam:PassRole"], "Resource": "*"},
            {"Effect": "Allow", "Action": ["s3:ListBucket"], "Resource": ["arn:aws:s3:::ops"]},
            {"Effect": "Allow", "Action": ["s3:GetObject", "s3:PutObject"], "Resource": ["arn:aws:s3:::ops/leases/*"]},
            {"Effect": "Allow", "Action": ["sqs:CreateQueue"], "Resource": arn},
        ]});
        assert_eq!(policy.document(), expected);
    }
}
