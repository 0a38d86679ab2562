//! The smallest IAM policy for planning or applying some declarations: the operations of their kinds, on the things
//! that they name.
//!
//! Law: an action is limited to the declared things if IAM can limit it by their names, and to the declared regions if
//! the service has regions. Pure, and the same bytes each time.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value as Json, json};

use super::declare::Declared;
use super::policy_arns::{arns, limits};
use super::policy_conditions::{Condition, of_call};
use super::policy_roles::{Passed, passed};
use kinds::operations::{Operation, operations};
use model::Leaves;

/// The allowed operations.
#[derive(Clone, Debug, Default)]
pub struct RunPolicy {
    /// The operations, by their limits.
    allowed: BTreeMap<Limits, BTreeSet<Operation>>,
    /// The regions of the declarations; empty if one of them names none.
    regions: BTreeSet<String>,
    has_any_region: bool,
    /// What the policy does not cover, one sentence each.
    pub notes: BTreeSet<String>,
}

/// The limits of some operations.
#[derive(Clone, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
struct Limits {
    /// The ARNs; empty if IAM cannot limit them.
    arns: Vec<String>,
    condition: Option<Condition>,
}

impl From<Vec<String>> for Limits {
    fn from(arns: Vec<String>) -> Self {
        Self { arns, condition: None }
    }
}

/// Services without regions: a condition on the region would deny them in most regions.
const GLOBAL: &[&str] = &["iam", "route53", "s3", "sts"];

/// Kinds whose things are created again if an attribute cannot change: an ordinary run deletes them.
const REPLACED: &[&str] =
    &["autoscaling.launch_configuration", "ec2.nat_gateway", "elbv2.rule", "ec2.launch_template"];

/// True for reads of a function's package in S3. Only a function that names such a package needs them, and it uses the
/// package's own kind.
fn is_of_package(kind: &str, operation: Operation) -> bool {
    ["lambda.function", "lambda.package"].contains(&kind) && operation.service == "s3"
}

/// What is done with the declarations.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Extent {
    /// They are compared with AWS.
    Plan,
    /// They are applied.
    Run,
    /// They are applied, and the run is undone: what it made is deleted.
    RunAndUndo,
}

/// The size of a managed policy, in characters; white space does not count.
///
/// See <https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html>.
const LONGEST: usize = 6144;

impl RunPolicy {
    /// The operations for these declarations. `account` is a number, or `*`.
    pub fn of<'a>(
        declared: impl IntoIterator<Item = &'a Declared> + Clone,
        extent: Extent,
        account: &str,
    ) -> Self {
        let mut policy = Self::default();
        let is_plan = extent == Extent::Plan;
        let parts = || declared.clone().into_iter().flat_map(Declared::parts);
        let all: BTreeSet<(&str, &str)> =
            parts().map(|part| (part.kind.kind(), part.name.as_str())).collect();
        for part in parts() {
            let kind = part.kind.kind();
            let region = part.connection.region.as_deref();
            policy.has_any_region |= region.is_none();
            policy.regions.extend(region.map(str::to_owned));
            let place = (region.unwrap_or("*"), account);
            let mut limits = arns(kind, &part.name, &part.named_by, place);
            for used in part.kind.uses(&part.spec) {
                let of_used = arns(used.kind, &used.name, &[], place);
                let is_read = |it: &Operation| !it.changes() && !is_of_package(used.kind, *it);
                policy.allow(operations(used.kind).into_iter().filter(is_read), &of_used);
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
                let may_remove = part.leaves == Leaves::Absent || extent == Extent::RunAndUndo;
                !is_of_package(kind, *it) && (!it.changes() || (!is_plan && (may_remove || !is_removal)))
            };
            let (pass, own): (Vec<Operation>, Vec<Operation>) =
                operations(kind).into_iter().filter(is_needed).partition(|it| it.name == "PassRole");
            for operation in own {
                policy.allow_under(operation, &limits, of_call(operation, part));
            }
            for operation in pass {
                policy.allow_passing(operation, passed(part, &all), place);
            }
        }
        policy
    }

    /// Allows to pass these roles to a service.
    fn allow_passing(&mut self, operation: Operation, passed: Passed, place: (&str, &str)) {
        match passed {
            Passed::Roles(names) => {
                let all = names.iter().flat_map(|role| arns("iam.role", role, &[], place));
                let roles: Vec<String> = all.filter(|arn| arn.contains(":role/")).collect();
                if !roles.is_empty() {
                    self.allow_under(operation, &roles, None);
                }
            }
            Passed::Unknown { to, why } => {
                self.notes.insert(format!(
                    "iam:PassRole is allowed for all roles, but only to {}: {why}",
                    to.join(", ")
                ));
                self.allow_under(operation, &[], Some(Condition::passed_to(to)));
            }
        }
    }

    /// Allows operations on these ARNs, where IAM can limit them.
    fn allow(&mut self, operations: impl Iterator<Item = Operation>, arns: &[String]) {
        for operation in operations {
            self.allow_under(operation, arns, None);
        }
    }

    /// Allows an operation on these ARNs, where IAM can limit it, under a condition.
    fn allow_under(&mut self, operation: Operation, arns: &[String], condition: Option<Condition>) {
        if operation.service != "sts" {
            let limits = Limits { arns: limits(operation, arns), condition };
            self.allowed.entry(limits).or_default().insert(operation);
        }
    }

    /// Allows the operations on the buckets of the runs themselves: for leases and for the journal.
    pub fn allow_store(&mut self, bucket: &str, prefix: &str) {
        let objects =
            [prefix, "*"].iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join("/");
        let of = |name| Operation { service: "s3", name };
        self.grant(vec![format!("arn:aws:s3:::{bucket}/{objects}")], &[of("GetObject"), of("PutObject")]);
        self.grant(vec![format!("arn:aws:s3:::{bucket}")], &[of("ListBucket")]);
    }

    /// Allows to assume these roles.
    pub fn allow_roles(&mut self, roles: &[&str]) {
        if !roles.is_empty() {
            let arns: Vec<String> = roles.iter().map(|arn| (*arn).to_owned()).collect();
            self.grant(arns, &[Operation { service: "sts", name: "AssumeRole" }]);
        }
    }

    /// Allows operations on exactly these ARNs.
    fn grant(&mut self, arns: Vec<String>, operations: &[Operation]) {
        self.allowed.entry(arns.into()).or_default().extend(operations);
    }

    /// The policy as documents that IAM accepts: each within the limit of a managed policy.
    pub fn documents(&self) -> Vec<Json> {
        let whole = self.document();
        let mut open: Vec<Json> = whole["Statement"].as_array().cloned().unwrap_or_default();
        open.reverse();
        let mut documents: Vec<Vec<Json>> = vec![];
        let size = |statements: &[Json]| document_of(statements).to_string().len();
        while let Some(statement) = open.pop() {
            if size(std::slice::from_ref(&statement)) > LONGEST
                && let Some((first, second)) = halves(&statement)
            {
                open.extend([second, first]);
                continue;
            }
            match documents.last_mut() {
                Some(last)
                    if size(&[last.as_slice(), std::slice::from_ref(&statement)].concat()) <= LONGEST =>
                {
                    last.push(statement);
                }
                _ => documents.push(vec![statement]),
            }
        }
        documents.iter().map(|statements| document_of(statements)).collect()
    }

    /// The policy in IAM's form, as one document of any length.
    pub fn document(&self) -> Json {
        let mut free: [BTreeSet<String>; 2] = Default::default();
        let mut statements = vec![];
        let nothing = BTreeSet::new();
        for operation in self.allowed.get(&Limits::default()).unwrap_or(&nothing) {
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
        for (limits, operations) in self.allowed.iter().filter(|(limits, _)| **limits != Limits::default()) {
            add(&mut statements, limits, operations);
        }
        document_of(&statements)
    }
}

fn document_of(statements: &[Json]) -> Json {
    json!({"Version": "2012-10-17", "Statement": statements})
}

/// A statement as two, each with half of its resources or actions; none if it has one of each.
fn halves(statement: &Json) -> Option<(Json, Json)> {
    for key in ["Resource", "Action"] {
        let Some(all) = statement[key].as_array().filter(|all| all.len() > 1) else { continue };
        let (first, second) = all.split_at(all.len() / 2);
        let with = |part: &[Json], sid: &str| {
            let mut half = statement.clone();
            half[key] = json!(part);
            // A statement's name is unique in its document.
            if let Some(name) = statement["Sid"].as_str() {
                half["Sid"] = json!(format!("{name}{sid}"));
            }
            half
        };
        return Some((with(first, "A"), with(second, "B")));
    }
    None
}

/// Adds operations to the statement of the same actions, or as a statement of their own.
fn add(statements: &mut Vec<Json>, limits: &Limits, operations: &BTreeSet<Operation>) {
    let all: BTreeSet<String> = operations.iter().flat_map(|it| it.actions()).collect();
    let actions = json!(all);
    let key = limits.condition.as_ref().map(Condition::key);
    let is_limited = !limits.arns.is_empty();
    let is_alike = |it: &&mut Json| {
        it["Action"] == actions && it["Resource"].is_array() == is_limited && Condition::key_in(it) == key
    };
    let arns = limits.arns.iter().map(|arn| json!(arn));
    if let Some(same) = statements.iter_mut().find(is_alike) {
        if let Some(resources) = same["Resource"].as_array_mut() {
            resources.extend(arns);
            resources.sort_by_key(Json::to_string);
            resources.dedup();
        }
        if let Some(condition) = &limits.condition {
            condition.join(same);
        }
        return;
    }
    let mut statement = json!({"Effect": "Allow", "Action": actions, "Resource": "*"});
    if is_limited {
        statement["Resource"] = arns.collect();
    }
    if let Some(condition) = &limits.condition {
        condition.join(&mut statement);
    }
    statements.push(statement);
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

    #[test]
    fn a_long_policy_is_several_documents_that_iam_accepts_and_allows_the_same() {
        let mut policy = RunPolicy { regions: ["eu-west-1".to_owned()].into(), ..RunPolicy::default() };
        let names: Vec<String> = (0..600).map(|it| format!("arn:aws:sqs:eu-west-1:*:queue-{it}")).collect();
        for name in &names {
            let operations = ["CreateQueue", "DeleteQueue"].map(|name| Operation { service: "sqs", name });
            policy.allow(operations.into_iter(), std::slice::from_ref(name));
        }
        assert!(policy.document().to_string().len() > 20_000);
        let documents = policy.documents();
        let mut allowed = BTreeSet::new();
        for document in &documents {
            assert!(document.to_string().len() <= LONGEST, "{}", document.to_string().len());
            for statement in document["Statement"].as_array().unwrap() {
                assert_eq!(statement["Action"], json!(["sqs:CreateQueue", "sqs:DeleteQueue"]));
                allowed.extend(statement["Resource"].as_array().unwrap().iter().map(ToString::to_string));
            }
        }
        assert_eq!(allowed.len(), names.len());
        assert_eq!(RunPolicy::default().documents(), Vec::<Json>::new());
        policy.allowed.clear();
        policy.allow_store("ops", "leases");
        assert_eq!(policy.documents(), [policy.document()], "a short one is one");
    }
}
