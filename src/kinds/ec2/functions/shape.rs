//! Salt's shapes of EC2's things.

use crate::security_group::{Party, Rule, SecurityGroup};
use aws::ApiError;
use aws::error::absent_if_not_found;
use aws::tags::Tags;
use kind::{Refusal, Source};
use model::{Map, Value};

/// A security group as the kind reads it.
pub(super) type Group = <SecurityGroup as Source>::Live;

/// `{key: value}` of one pair.
pub(super) fn one(key: &str, value: impl Into<Value>) -> Value {
    [(key, value.into())].into_iter().collect()
}

/// Tags as a mapping.
pub(super) fn tags(tags: &Tags) -> Value {
    tags.iter().map(|(key, value)| (key.as_str(), Value::from(value.as_str()))).collect()
}

/// The result of `boto_secgroup.get_config`.
pub(super) fn config(group: &Group) -> Value {
    let flat = |rules: &[Rule<Party>]| Value::List(rules.iter().map(|rule| flat(rule, group)).collect());
    [
        ("name", Value::from(group.name.as_str())),
        ("group_id", group.id.as_str().into()),
        ("owner_id", group.owner_id.as_str().into()),
        ("description", group.description.as_str().into()),
        ("tags", tags(&group.tags)),
        ("rules", flat(&group.ingress)),
        ("rules_egress", flat(&group.egress)),
    ]
    .into_iter()
    .collect()
}

fn flat(rule: &Rule<Party>, group: &Group) -> Value {
    let mut map = Map::new();
    map.insert("ip_protocol".into(), rule.protocol.to_string().into());
    map.insert("from_port".into(), rule.ports.map(|ports| ports.0).into());
    map.insert("to_port".into(), rule.ports.map(|ports| ports.1).into());
    grant(rule, group, &mut map);
    Value::Map(map)
}

fn grant(rule: &Rule<Party>, group: &Group, map: &mut Map) {
    let mut put = |key: &str, value: &str| drop(map.insert(key.into(), value.into()));
    match &rule.peer {
        Party::Range(cidr) if cidr.is_ipv6() => put("cidr_ipv6", cidr.written()),
        Party::Range(cidr) => put("cidr_ip", cidr.written()),
        Party::PrefixList(id) => put("prefix_list_id", id),
        Party::Group { id, owner, name } => {
            put("source_group_owner_id", owner.as_deref().unwrap_or(&group.owner_id));
            put("source_group_group_id", id.as_str());
            if let Some(name) = name {
                put("source_group_name", name);
            }
        }
        Party::Itself { name } | Party::Classic { name, .. } => put("source_group_name", name),
    }
}

/// One group of `boto_secgroup.get_all_security_groups`.
pub(super) fn listed(group: &Group, region: &str, instances: Vec<String>) -> Value {
    [
        ("description", Value::from(group.description.as_str())),
        ("id", group.id.as_str().into()),
        ("instances", instances.into()),
        ("name", group.name.as_str().into()),
        ("owner_id", group.owner_id.as_str().into()),
        ("region", region.into()),
        ("rules", grouped(&group.ingress, group)),
        ("rules_egress", grouped(&group.egress, group)),
        ("tags", tags(&group.tags)),
        ("vpc_id", group.vpc_id.as_deref().into()),
    ]
    .into_iter()
    .collect()
}

/// Joins rules for the same protocol and ports into one with several grants.
fn grouped(rules: &[Rule<Party>], group: &Group) -> Value {
    let mut heads: Vec<(&Rule<Party>, Vec<Value>)> = vec![];
    for rule in rules {
        let mut map = Map::new();
        grant(rule, group, &mut map);
        let same = |(head, _): &&mut (&Rule<Party>, Vec<Value>)| {
            head.protocol == rule.protocol && head.ports == rule.ports
        };
        match heads.iter_mut().find(same) {
            Some((_, grants)) => grants.push(Value::Map(map)),
            None => heads.push((rule, vec![Value::Map(map)])),
        }
    }
    let shown = heads.into_iter().map(|(rule, grants)| {
        let mut map = Map::new();
        map.insert("ip_protocol".into(), rule.protocol.to_string().into());
        if let Some((from, to)) = rule.ports {
            map.insert("from_port".into(), from.into());
            map.insert("to_port".into(), to.into());
        }
        map.insert("grants".into(), grants.into());
        Value::Map(map)
    });
    Value::List(shown.collect())
}

/// The kinds that show something of an instance.
pub(super) const INSTANCES: &[&str] = &["ec2.instance", "ec2.instances"];

/// `{error: {message: …}}`: something that the arguments name does not exist, or is not as required.
pub(super) fn error(message: impl Into<String>) -> Value {
    one("error", one("message", message.into()))
}

/// `{created: False, error: {message: …}}`.
pub(super) fn refused(what: &str, message: impl Into<String>) -> Value {
    let mut refused = one(what, false);
    refused.merge(error(message));
    refused
}

/// True if it is done, False if the thing does not exist.
pub(super) fn done_if_there(result: Result<(), ApiError>) -> Result<Value, Refusal> {
    Ok(absent_if_not_found(result)?.is_some().into())
}
