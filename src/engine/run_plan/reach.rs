//! The effects of a change beyond the thing itself: the blast radius. Pure; nothing is read for it.

use std::fmt;

use serde_json::Value as Json;

use super::{Attribute, PlannedAction, Thing};

/// A port range that a rule opens to everybody.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Opening {
    /// From and to; none for all ports, and for protocols without ports.
    pub ports: Option<(i64, i64)>,
    /// `0.0.0.0/0` or `::/0`.
    pub range: String,
}

impl fmt::Display for Opening {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ports {
            None => out.write_str("opens all ports"),
            Some((from, to)) if from == to => write!(out, "opens port {from}"),
            Some((from, to)) => write!(out, "opens ports {from} to {to}"),
        }?;
        write!(out, " to {}", self.range)
    }
}

/// The share of an Auto Scaling group's instances that a change removes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct CapacityLoss {
    /// In percent.
    pub percent: usize,
    /// The numbers before and after; none if the whole group is deleted.
    sizes: Option<(i64, i64)>,
}

impl fmt::Display for CapacityLoss {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.sizes {
            Some((before, after)) => {
                write!(out, "goes from {before} to {after} instances ({} % fewer)", self.percent)
            }
            None => out.write_str("loses all its instances"),
        }
    }
}

/// One sentence for each effect, without a full stop. `users` are the states of the run that refer to the thing.
pub(super) fn sentences(thing: &Thing, users: &[String]) -> Vec<String> {
    let is_felt =
        matches!(thing.action, PlannedAction::Change | PlannedAction::Replace | PlannedAction::Delete);
    let opened = openings(thing).into_iter().map(|opening| format!("it {opening}"));
    let lost = lost_share(thing).map(|lost| format!("it {lost}"));
    let emptied = is_left_without_instances(thing).then(|| "it is left without instances".to_owned());
    let used = (is_felt && !users.is_empty()).then(|| format!("it is used by {}", users.join(", ")));
    opened.chain(lost).chain(emptied).chain(used).collect()
}

/// What the rules of a security group newly allow from everywhere.
pub fn openings(thing: &Thing) -> Vec<Opening> {
    if thing.kind != "ec2.security_group" {
        return vec![];
    }
    let rules = thing.attributes.iter().filter(|attribute| attribute.path == "rules");
    let mut found: Vec<Opening> = vec![];
    for attribute in rules {
        let old = of_everybody(&attribute.old);
        for opening in of_everybody(&attribute.new) {
            if !old.contains(&opening) && !found.contains(&opening) {
                found.push(opening);
            }
        }
    }
    found
}

fn of_everybody(rules: &Json) -> Vec<Opening> {
    let rules = rules.as_array().map(Vec::as_slice).unwrap_or_default();
    rules.iter().filter_map(opening).collect()
}

fn opening(rule: &Json) -> Option<Opening> {
    let range = ["cidr_ip", "cidr_ipv6"].iter().find_map(|key| rule.get(*key)?.as_str())?;
    if !matches!(range, "0.0.0.0/0" | "::/0") {
        return None;
    }
    let port = |key: &str| rule.get(key).and_then(Json::as_i64).filter(|port| *port >= 0);
    let ports = port("from_port").zip(port("to_port")).filter(|ports| *ports != (0, 65_535));
    Some(Opening { ports, range: range.to_owned() })
}

/// The number of instances that a group loses. A deleted group loses all.
pub fn lost_share(thing: &Thing) -> Option<CapacityLoss> {
    if thing.kind != "autoscaling.group" {
        return None;
    }
    if matches!(thing.action, PlannedAction::Delete | PlannedAction::Replace) {
        return Some(CapacityLoss { percent: 100, sizes: None });
    }
    let change = |path: &str| thing.attributes.iter().find(|attribute| attribute.path == path);
    let numbers = |it: &Attribute| Some((it.old.as_i64()?, it.new.as_i64()?));
    let (before, after) =
        ["desired_capacity", "max_size"].iter().find_map(|path| change(path).and_then(numbers))?;
    let lost = usize::try_from(before - after).ok().filter(|lost| *lost > 0)?;
    let percent = lost.saturating_mul(100).checked_div(usize::try_from(before).ok()?)?;
    Some(CapacityLoss { percent, sizes: Some((before, after)) })
}

/// A balancer or a target group that loses its last instance.
fn is_left_without_instances(thing: &Thing) -> bool {
    let is_empty = |value: &Json| value.as_array().is_some_and(Vec::is_empty);
    let emptied = |it: &Attribute| is_empty(&it.new) && it.old.as_array().is_some_and(|old| !old.is_empty());
    thing.kind.starts_with("elb")
        && thing
            .attributes
            .iter()
            .any(|it| matches!(it.path.as_str(), "instances" | "targets") && emptied(it))
}
