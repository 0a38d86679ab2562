//! Exports a security group as a declaration.

use super::live::Live;
use super::rule::{Party, Rule};
use crate::export::ids;
use kind::export::{Declaration, Export, Exportable, Names};
use model::{Aspects, Map, Reference, Value};

pub(super) const EXPORT: Export<Live> = Export {
    list: ids!("ec2.security_group", "DescribeSecurityGroups", "/securityGroupInfo", "groupId"),
    aspects: Aspects::NONE,
    declare,
};

fn declare(_group: &Reference, live: &Live, names: &dyn Names) -> Exportable {
    // AWS makes this group in every VPC, and it cannot be deleted.
    if live.name == "default" {
        return Exportable::NotDeclared;
    }
    let rules = |rules: &[Rule<Party>]| -> Vec<Value> {
        rules.iter().map(|rule| declared(rule, live, names)).collect()
    };
    let declaration =
        Declaration::new("boto_secgroup.present", &live.name).with("description", live.description.as_str());
    let declaration = match &live.vpc_id {
        // Without a VPC, another group of this name could be meant.
        Some(vpc) if names.name("ec2.security_group", "id", &live.id).is_none() => {
            declaration.within(names, "ec2.vpc", vpc, ("vpc_id", "vpc_name"))
        }
        Some(vpc) => declaration.in_vpc_of_group(names, vpc),
        None => declaration,
    };
    declaration
        .saying("rules", rules(&live.ingress))
        .saying("rules_egress", rules(&live.egress))
        .tagged(&live.tags)
        .into()
}

fn declared(rule: &Rule<Party>, group: &Live, names: &dyn Names) -> Value {
    let mut exported = Map::new();
    let mut put = |key: &str, value: Value| drop(exported.insert(key.into(), value));
    let protocol = rule.protocol.to_string();
    put("ip_protocol", if protocol == "-1" { "all".into() } else { protocol.as_str().into() });
    if let Some((from, to)) = rule.ports {
        put("from_port", from.into());
        put("to_port", to.into());
    }
    match &rule.peer {
        Party::Range(cidr) if cidr.is_ipv6() => put("cidr_ipv6", cidr.written().into()),
        Party::Range(cidr) => put("cidr_ip", cidr.written().into()),
        Party::PrefixList(id) => put("prefix_list_id", id.as_str().into()),
        Party::Group { id, owner, .. } => {
            let id = id.as_str();
            let name = (id == group.id).then(|| group.name.clone()).or_else(|| neighbour(id, group, names));
            match name.filter(|_| owner.is_none()) {
                Some(name) => put("source_group_name", name.into()),
                None => put("source_group_group_id", id.into()),
            }
            if let Some(owner) = owner {
                put("source_group_owner_id", owner.as_str().into());
            }
        }
        Party::Itself { name } => put("source_group_name", name.as_str().into()),
        Party::Classic { owner, name } => {
            put("source_group_name", name.as_str().into());
            put("source_group_owner_id", owner.as_str().into());
        }
    }
    if let Some(description) = &rule.description {
        put("description", description.as_str().into());
    }
    Value::Map(exported)
}

/// The name of a group in the same VPC, where names of rules are looked up.
fn neighbour(id: &str, group: &Live, names: &dyn Names) -> Option<String> {
    let vpc = names.attribute("ec2.security_group", id, "vpc_id");
    if vpc != group.vpc_id {
        return None;
    }
    names.name("ec2.security_group", "id", id).filter(|name| !name.starts_with("sg-"))
}
