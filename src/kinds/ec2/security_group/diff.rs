//! Compares a declared security group with the one in AWS.

use std::fmt;

use indexmap::IndexMap;

use super::live::Live;
use super::rule::{Party, Protocol, Rule};
use super::spec::{Rules, Spec};
use super::want::{Want, WantedRules};
use aws::cidr::Cidr;
use aws::tags;
use model::{Action, Change, Ident, Plan, Value};

const AUTHORIZE_INGRESS: &str = "EC2.AuthorizeSecurityGroupIngress";
const AUTHORIZE_EGRESS: &str = "EC2.AuthorizeSecurityGroupEgress";

/// One call.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// `CreateSecurityGroup`, with its tags.
    Create { name: String, description: String, vpc: Option<Ident>, tags: IndexMap<String, String> },
    /// `AuthorizeSecurityGroupIngress` or `…Egress`: all new rules of a direction.
    Authorize { group: String, direction: Direction, rules: Vec<Rule<Party>> },
    /// `UpdateSecurityGroupRuleDescriptionsIngress` or `…Egress`.
    Describe { group: String, direction: Direction, rules: Vec<Rule<Party>> },
    /// `RevokeSecurityGroupIngress` or `…Egress`: all rules of a direction to remove.
    Revoke { group: String, direction: Direction, rules: Vec<Rule<Party>> },
    /// `CreateTags`.
    Tag { group: String, tags: IndexMap<String, String> },
    /// `DeleteTags`.
    Untag { group: String, tags: IndexMap<String, String> },
    /// `DeleteSecurityGroup`.
    Delete { group: String },
}

/// The direction of traffic.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Direction {
    /// Towards the group's members.
    Ingress,
    /// Away from them.
    Egress,
}

impl fmt::Display for Direction {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Ingress => "ingress",
            Self::Egress => "egress",
        })
    }
}

impl fmt::Display for Step {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = |out: &mut fmt::Formatter<'_>, verb, direction: &Direction, rules: &[Rule<Party>]| {
            let plural = if rules.len() == 1 { "" } else { "s" };
            write!(out, "{verb} {} {direction} rule{plural}", rules.len())
        };
        match self {
            Self::Create { .. } => out.write_str("create the security group"),
            Self::Authorize { direction, rules: added, .. } => rules(out, "authorise", direction, added),
            Self::Describe { direction, rules: named, .. } => rules(out, "describe", direction, named),
            Self::Revoke { direction, rules: gone, .. } => rules(out, "revoke", direction, gone),
            Self::Tag { tags, .. } => write!(out, "tag with {}", names(tags)),
            Self::Untag { tags, .. } => write!(out, "remove the tags {}", names(tags)),
            Self::Delete { .. } => out.write_str("delete the security group"),
        }
    }
}

impl Step {
    /// New rules and tags need not wait for each other. Rules are revoked only after others are authorised, so that access
    /// is never interrupted.
    pub(super) fn follows(&self, earlier: &Self) -> bool {
        match (self, earlier) {
            (Self::Authorize { .. } | Self::Tag { .. }, _) => false,
            (_, Self::Tag { .. }) => matches!(self, Self::Untag { .. }),
            _ => true,
        }
    }

    /// The call that it makes.
    pub(super) fn operation(&self) -> Option<&'static str> {
        use Direction::{Egress, Ingress};
        Some(match self {
            Self::Create { .. } => "EC2.CreateSecurityGroup",
            Self::Authorize { direction: Ingress, .. } => AUTHORIZE_INGRESS,
            Self::Authorize { direction: Egress, .. } => AUTHORIZE_EGRESS,
            Self::Describe { direction: Ingress, .. } => "EC2.UpdateSecurityGroupRuleDescriptionsIngress",
            Self::Describe { direction: Egress, .. } => "EC2.UpdateSecurityGroupRuleDescriptionsEgress",
            Self::Revoke { direction: Ingress, .. } => "EC2.RevokeSecurityGroupIngress",
            Self::Revoke { direction: Egress, .. } => "EC2.RevokeSecurityGroupEgress",
            Self::Tag { .. } => "EC2.CreateTags",
            Self::Untag { .. } => "EC2.DeleteTags",
            Self::Delete { .. } => "EC2.DeleteSecurityGroup",
        })
    }
}

/// The calls that make a group: its creation, and one for the rules of each direction.
pub(super) fn creation(spec: &Spec) -> Vec<&'static str> {
    let has_rules = |rules: &Option<Rules>| rules.as_ref().is_some_and(|rules| !rules.rules.is_empty());
    let mut calls = vec!["EC2.CreateSecurityGroup"];
    calls.extend(has_rules(&spec.ingress).then_some(AUTHORIZE_INGRESS));
    calls.extend(has_rules(&spec.egress).then_some(AUTHORIZE_EGRESS));
    calls
}

fn names(map: &IndexMap<String, String>) -> String {
    map.keys().map(String::as_str).collect::<Vec<_>>().join(", ")
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    match (want.present, live) {
        (true, None) => create(want),
        (true, Some(live)) => update(want, live),
        (false, Some(live)) => {
            let mut plan = Plan::nothing();
            let step = Step::Delete { group: live.id.clone() };
            plan.then(Change::delete("secgroup", want.name.as_str()), step);
            plan
        }
        (false, None) => Plan::nothing(),
    }
}

/// Only creates. The changes are against a group as AWS makes it.
fn create(want: &Want) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let step = Step::Create {
        name: want.name.clone(),
        description: want.description.clone(),
        vpc: want.vpc.clone(),
        tags: want.tags.clone().unwrap_or_default(),
    };
    plan.then(Change::create("secgroup", want.name.as_str()), step);
    let fresh = Live {
        id: Ident::AFTER_APPLY.to_owned(),
        description: want.description.clone(),
        egress: all_out(want.is_new_in_ipv6),
        ..Live::default()
    };
    for change in update(want, &fresh).changes {
        plan.changes.push(Change { action: Action::Create, old: Value::Null, ..change });
    }
    plan
}

/// The egress rules that AWS gives a new group: all of IPv4, and of IPv6 if its VPC has an IPv6 range.
///
/// See <https://docs.aws.amazon.com/vpc/latest/userguide/vpc-security-groups.html>.
fn all_out(has_ipv6: bool) -> Vec<Rule<Party>> {
    let anywhere = [Some("0.0.0.0/0"), has_ipv6.then_some("::/0")];
    let rule = |range| Rule {
        protocol: Protocol::All,
        ports: None,
        peer: Party::Range(Cidr::of_aws(range)),
        description: None,
    };
    anywhere.into_iter().flatten().map(rule).collect()
}

fn update(want: &Want, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    if want.description != live.description {
        plan.warnings.push(format!(
            "the description of security group '{}' is '{}', and it cannot be changed after creation",
            want.name, live.description
        ));
    }
    for (path, direction, wanted, current) in [
        ("rules", Direction::Ingress, &want.ingress, &live.ingress),
        ("rules_egress", Direction::Egress, &want.egress, &live.egress),
    ] {
        if let Some(wanted) = wanted {
            plan.extend(rules(&live.id, path, direction, wanted, current));
        }
    }
    if let Some(wanted) = &want.tags {
        plan.extend(tag(wanted, live));
    }
    plan
}

/// Authorises before it revokes, so that access is never interrupted. Rules for EC2-Classic are sent in their own call,
/// because AWS refuses them, and it refuses a whole call.
fn rules(
    group: &str,
    path: &str,
    direction: Direction,
    wanted: &WantedRules,
    current: &[Rule<Party>],
) -> Plan<Step> {
    let wanted_rules: Vec<Rule<Party>> = wanted.rules.iter().map(|rule| with_own_id(rule, group)).collect();
    let is_new = |rule: &&Rule<Party>| !current.iter().any(|known| rule.is(known));
    let is_surplus =
        |rule: &&Rule<Party>| wanted.exclusive && !wanted_rules.iter().any(|known| known.is(rule));
    let added: Vec<_> = wanted_rules.iter().filter(is_new).cloned().collect();
    let gone: Vec<_> = current.iter().filter(is_surplus).cloned().collect();
    let redescribed: Vec<_> = wanted_rules
        .iter()
        .filter(|rule| current.iter().any(|known| rule.is(known) && rule.is_otherwise_described(known)))
        .cloned()
        .collect();
    let mut plan = Plan::nothing();
    if added.is_empty() && gone.is_empty() && redescribed.is_empty() {
        return plan;
    }
    let kept = current.iter().filter(|rule| !is_surplus(rule));
    let kept = kept.map(|rule| redescribed.iter().find(|new| new.is(rule)).unwrap_or(rule));
    plan.changes.push(Change::update(path, to_value(current.iter()), to_value(kept.chain(&added))));
    let (classic, added): (Vec<_>, Vec<_>) =
        added.into_iter().filter(is_known).partition(|rule| matches!(rule.peer, Party::Classic { .. }));
    let of = |rules: Vec<_>, step: fn(String, Direction, Vec<Rule<Party>>) -> Step| {
        (!rules.is_empty()).then(|| step(group.to_owned(), direction, rules))
    };
    plan.steps.extend(of(added, |group, direction, rules| Step::Authorize { group, direction, rules }));
    plan.steps.extend(of(classic, |group, direction, rules| Step::Authorize { group, direction, rules }));
    plan.steps.extend(of(redescribed, |group, direction, rules| Step::Describe { group, direction, rules }));
    plan.steps.extend(of(gone, |group, direction, rules| Step::Revoke { group, direction, rules }));
    plan
}

/// A rule that names its own group, with that group's id.
fn with_own_id(rule: &Rule<Party>, group: &str) -> Rule<Party> {
    match &rule.peer {
        Party::Itself { name } => {
            rule.with(Party::Group { id: group.into(), owner: None, name: Some(name.clone()) })
        }
        _ => rule.clone(),
    }
}

/// An id that is not known yet cannot be sent: the state that makes its group failed, or this is a test run.
fn is_known(rule: &Rule<Party>) -> bool {
    !matches!(&rule.peer, Party::Group { id: Ident::AfterApply(_), .. })
}

fn to_value<'a>(rules: impl Iterator<Item = &'a Rule<Party>>) -> Value {
    Value::List(rules.map(Rule::to_value).collect())
}

fn tag(wanted: &IndexMap<String, String>, live: &Live) -> Plan<Step> {
    let group = || live.id.clone();
    tags::difference(wanted, &live.tags)
        .plan(|tags| Step::Tag { group: group(), tags }, |tags| Step::Untag { group: group(), tags })
}
