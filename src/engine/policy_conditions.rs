//! The conditions of a policy, for calls that IAM cannot limit by an ARN: the names of records, the aliases of keys, the
//! services that get a role.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};

use super::part::Part;
use super::policy_arns::is_key_id;
use kinds::operations::Operation;

/// A condition on one key.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) struct Condition {
    operator: &'static str,
    key: &'static str,
    values: BTreeSet<String>,
}

impl Condition {
    /// A role is passed to one of these services.
    pub(super) fn passed_to(services: &[&str]) -> Self {
        let values = services.iter().map(|it| (*it).to_owned()).collect();
        Self { operator: "StringEquals", key: "iam:PassedToService", values }
    }

    /// Its operator and key.
    pub(super) fn key(&self) -> (&str, &str) {
        (self.operator, self.key)
    }

    /// The operator and the key of a statement's condition.
    pub(super) fn key_in(statement: &Json) -> Option<(&str, &str)> {
        let (operator, keys) = statement["Condition"].as_object()?.iter().next()?;
        Some((operator, keys.as_object()?.keys().next()?))
    }

    /// Adds its values to the condition of a statement. A batch of changes names several records: one condition must name all.
    pub(super) fn join(&self, statement: &mut Json) {
        let there = &mut statement["Condition"][self.operator][self.key];
        let old = there.as_array().into_iter().flatten().filter_map(Json::as_str).map(str::to_owned);
        let all: BTreeSet<String> = old.chain(self.values.iter().cloned()).collect();
        *there = json!(all);
    }
}

/// Calls for keys that exist already. IAM learns a new alias only after minutes, so the calls of a creation cannot have this
/// condition. See <https://docs.aws.amazon.com/kms/latest/developerguide/alias-authorization.html>.
const OF_ALIASES: &[&str] = &["CancelKeyDeletion", "DisableKey", "PutKeyPolicy", "ScheduleKeyDeletion"];

/// The condition for a call about this thing.
pub(super) fn of_call(operation: Operation, part: &Part) -> Option<Condition> {
    let name = part.name.as_str();
    match (part.kind.kind(), operation.name) {
        ("route53.record", "ChangeResourceRecordSets") => Some(Condition {
            operator: "ForAllValues:StringEquals",
            key: "route53:ChangeResourceRecordSetsNormalizedRecordNames",
            values: [normal(name)].into(),
        }),
        ("kms.key", call) if OF_ALIASES.contains(&call) && !is_key_id(name) => Some(Condition {
            operator: "ForAnyValue:StringEquals",
            key: "kms:ResourceAliases",
            values: [format!("alias/{}", name.strip_prefix("alias/").unwrap_or(name))].into(),
        }),
        _ => None,
    }
}

/// A record's name as IAM compares it: lower case, no final dot, and anything but letters, digits, `-`, `_` and `.` as an
/// octal code. See <https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/specifying-rrset-conditions.html>.
fn normal(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let name = name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase();
    let mut rest = name.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        let is_code = *first == b'\\' && after.len() >= 3 && after[..3].iter().all(u8::is_ascii_digit);
        if is_code || first.is_ascii_alphanumeric() || b"-_.".contains(first) {
            out.push(char::from(*first));
        } else {
            out.push_str(&format!("\\{first:03o}"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_records_are_as_iam_compares_them() {
        for (name, expected) in [
            ("WWW.Example.com.", "www.example.com"),
            ("*.example.com", "\\052.example.com"),
            ("\\052.example.com.", "\\052.example.com"),
            ("_dmarc.a-b.example.com", "_dmarc.a-b.example.com"),
        ] {
            assert_eq!(normal(name), expected);
        }
    }

    #[test]
    fn conditions_of_one_key_are_one_with_all_values() {
        let mut statement = json!({"Effect": "Allow"});
        let of = |name: &str| Condition {
            operator: "ForAllValues:StringEquals",
            key: "route53:x",
            values: [name.to_owned()].into(),
        };
        of("b.example.com").join(&mut statement);
        of("a.example.com").join(&mut statement);
        let expected =
            json!({"ForAllValues:StringEquals": {"route53:x": ["a.example.com", "b.example.com"]}});
        assert_eq!(statement["Condition"], expected);
        assert_eq!(Condition::key_in(&statement), Some(of("c").key()));
    }
}
