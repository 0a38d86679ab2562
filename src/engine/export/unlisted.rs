//! Kinds that could not be listed: one problem for each reason instead of one for each kind.

use aws::{ApiError, Fault};
use model::{Problem, Problems};

/// The number of kinds that a problem names before it counts the others.
const NAMED: usize = 5;

/// A kind that could not be listed.
#[derive(Debug)]
pub(super) struct Unlisted {
    pub(super) kind: &'static str,
    pub(super) why: Why,
}

/// Why a kind could not be listed.
#[derive(Debug)]
pub(super) enum Why {
    /// The profile or the region is wrong.
    Connection(Problems),
    /// No operation lists it.
    NoList,
    /// AWS refused the list, or did not answer.
    Refused(ApiError),
}

impl Why {
    /// The common part for all kinds with this reason.
    fn reason(&self) -> String {
        match self {
            Self::Connection(problems) => problems.to_string(),
            Self::NoList => "no operation lists them".to_owned(),
            Self::Refused(error) => error.message.clone(),
        }
    }

    /// True if no kind of this account can be read.
    pub(super) fn lacks_credentials(&self) -> bool {
        matches!(self, Self::Refused(error) if error.fault == Fault::Credentials)
    }

    fn of_one(&self) -> String {
        match self {
            Self::Refused(error) => error.to_string(),
            other => other.reason(),
        }
    }

    fn hint(&self) -> Option<&'static str> {
        match self {
            Self::Refused(error) => error.advice(),
            Self::Connection(_) | Self::NoList => None,
        }
    }
}

/// One problem for each reason, in the order of the kinds.
pub(super) fn problems_of(all: &[Unlisted]) -> Vec<Problem> {
    let mut reasons: Vec<(String, Vec<&Unlisted>)> = vec![];
    for one in all {
        let reason = one.why.reason();
        match reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, same)) => same.push(one),
            None => reasons.push((reason, vec![one])),
        }
    }
    reasons.iter().map(|(reason, same)| problem(reason, same)).collect()
}

fn problem(reason: &str, same: &[&Unlisted]) -> Problem {
    let hint = same.iter().find_map(|one| one.why.hint());
    let problem = Problem::nowhere(match same {
        [one] => format!("{} is left out: {}", one.kind, one.why.of_one()),
        several => format!("{} are left out: {reason}", kinds(several)),
    });
    hint.into_iter().fold(problem, Problem::hint)
}

/// `ec2.vpc, ec2.subnet and 38 more kinds`.
fn kinds(all: &[&Unlisted]) -> String {
    let names: Vec<&str> = all.iter().take(NAMED).map(|one| one.kind).collect();
    match all.len().saturating_sub(NAMED) {
        0 => names.join(", "),
        rest => format!("{} and {rest} more kinds", names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(kind: &'static str, operation: &'static str, fault: Fault, message: &str) -> Unlisted {
        Unlisted { kind, why: Why::Refused(ApiError::found(operation, "the account", fault, message)) }
    }

    #[test]
    fn kinds_that_have_the_same_reason_are_one_problem() {
        let missing =
            |kind, operation| refused(kind, operation, Fault::Credentials, "no credentials were found");
        let all = [
            missing("ec2.vpc", "DescribeVpcs"),
            refused("iam.role", "ListRoles", Fault::Denied, "not authorized"),
            missing("ec2.subnet", "DescribeSubnets"),
        ];
        let problems_of: Vec<String> = problems_of(&all).iter().map(ToString::to_string).collect();
        assert_eq!(problems_of.len(), 2);
        assert!(
            problems_of[0]
                .starts_with("ec2.vpc, ec2.subnet are left out: no credentials were found\n  hint: check")
        );
        let one = "iam.role is left out: ListRoles of the account failed: not authorized\n  hint: allow";
        assert!(problems_of[1].starts_with(one), "{}", problems_of[1]);
    }

    #[test]
    fn of_many_kinds_the_first_are_named_and_the_others_counted() {
        let all: Vec<Unlisted> = ["a", "b", "c", "d", "e", "f", "g"]
            .into_iter()
            .map(|kind| refused(kind, "List", Fault::NoAnswer, "timed out"))
            .collect();
        let problems_of = problems_of(&all)[0].to_string();
        assert!(
            problems_of.starts_with("a, b, c, d, e and 2 more kinds are left out: timed out"),
            "{problems_of}"
        );
    }
}
