//! The smallest IAM policy for planning or applying some declarations: the operations of their kinds, on the things
//! that they name.
//!
//! Law: an action is limited to the declared things if IAM can limit it by their names, and to the declared regions if
//! the service has regions. Pure, and the same bytes each time.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value as Json, json};

use super::declare::Declared;
use super::policy_arns::{arns, limits};
use crate::model::Leaves;
use crate::resources::operations::{Operation, operations};

/// The allowed operations.
#[derive(Clone, Debug, Default)]
pub struct RunPolicy {
    /// The operations by the ARNs that they are limited to; without ARNs if IAM cannot limit them.
    allowed: BTreeMap<Vec<String>, BTreeSet<Operation>>,
    /// The regions of the declarations; empty if one of them names none.
    regions: BTreeSet<String>,
    has_any_region: bool,
    /// What the policy does not cover, one sentence each.
    pub notes: BTreeSet<String>,
}

/// Services without regions: a condition on the region would deny them in most regions.
const GLOBAL: &[&str] = &["iam", "route53", "s3", "sts"];

/// Kinds whose things are created again if an attribute cannot change: an ordinary run deletes them.
const REPLACED: &[&str] =
    &["autoscaling.launch_configuration", "ec2.nat_gateway", "elbv2.rule", "ec2.launch_template"];

impl RunPolicy {
    /// The operations for these declarations. A plan only reads. `account` is a number, or `*`.
    pub fn of(declared: &[Declared], is_plan: bool, account: &str) -> Self {
        let mut policy = Self::default();
        for part in declared.iter().flat_map(Declared::parts) {
            let kind = part.kind.kind();
            let region = part.connection.region.as_deref();
            policy.has_any_region |= region.is_none();
            policy.regions.extend(region.map(str::to_owned));
            let place = (region.unwrap_or("*"), account);
            let mut limits = arns(kind, &part.name, &part.named_by, place);
            for used in part.kind.uses(&part.spec) {
                let of_used = arns(used.kind, &used.name, &[], place);
                policy.allow(operations(used.kind).into_iter().filter(|it| !it.changes()), &of_used);
                // A call also names the things that it uses: a database its subnet group, a user its groups.
                if !limits.is_empty() {
                    limits.extend(of_used);
                }
            }
            limits.sort();
            limits.dedup();
            if kind.starts_with("cloudcontrol.") {
                let note = "Cloud Control makes calls of other services with the same credentials: add \
                            what the resource types need";
                policy.notes.insert(note.to_owned());
            }
            let is_needed = |it: &Operation| {
                let is_removal = it.removes(kind) && !REPLACED.contains(&kind);
                !it.changes() || (!is_plan && (part.leaves == Leaves::Absent || !is_removal))
            };
            policy.allow(operations(kind).into_iter().filter(is_needed), &limits);
        }
        policy
    }

    /// Allows operations on these ARNs, where IAM can limit them.
    fn allow(&mut self, operations: impl Iterator<Item = Operation>, arns: &[String]) {
        for operation in operations.filter(|it| it.service != "sts") {
            self.allowed.entry(limits(operation, arns)).or_default().insert(operation);
        }
    }

    /// Allows the operations on the buckets of the runs themselves: for leases and for the journal.
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

    /// All allowed operations, by name.
    pub fn operations(&self) -> BTreeSet<&'static str> {
        self.allowed.values().flatten().map(|operation| operation.name).collect()
    }

    /// The policy in IAM's form.
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

#[cfg(test)]
mod tests {
    use super::*;

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
