//! Notations for names and addresses that AWS chooses.

use crate::record::values::quoted;
use kind::balancer;
use model::{Place, Problem, Problems, Reference};

/// A value as written: text, or an attribute of another thing.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Written {
    /// Text that is sent unchanged.
    Text(String),
    /// An attribute of the first of these that exists.
    Of(Vec<Reference>, String),
}

impl Written {
    /// True for a load balancer's DNS name.
    pub(in super::super) fn is_balancer(&self) -> bool {
        matches!(self, Self::Of(references, _) if references.iter().all(balancer::is_one))
    }
}

/// Boto's names for the attributes of an instance, and ours.
const ATTRIBUTES: &[(&str, &str)] = &[
    ("ip_address", "public_ip_address"),
    ("PrivateIpAddress", "private_ip_address"),
    ("PublicIpAddress", "public_ip_address"),
    ("PrivateDnsName", "private_dns_name"),
    ("PublicDnsName", "public_dns_name"),
    ("dns_name", "public_dns_name"),
];

pub(super) fn read(text: &str, kind: &str, place: &Place, problems: &mut Problems) -> Option<Written> {
    let instance = |name: &str, attribute: &str| {
        Some(Written::Of(vec![Reference::new("ec2.instance", name)], attribute.to_owned()))
    };
    let interface = |name: &str, attribute: &str| {
        Some(Written::Of(vec![Reference::new("ec2.network_interface", name)], attribute.to_owned()))
    };
    if let Some(balancers) = balancer::named(text) {
        return Some(Written::Of(balancers, "dns_name".to_owned()));
    }
    match text.split_once(':') {
        Some(("private", name)) if !name.is_empty() => instance(name, "private_ip_address"),
        Some(("public", name)) if !name.is_empty() => instance(name, "public_ip_address"),
        Some(("eni-private", name)) if !name.is_empty() => interface(name, "private_ip_address"),
        Some(("eni-public", name)) if !name.is_empty() => interface(name, "public_ip_address"),
        Some(("magic", what)) => magic(text, what, place, problems),
        _ => Some(Written::Text(quoted(kind, text))),
    }
}

/// `magic:ec2_instance_tag:Name:<value>:<attribute>`.
fn magic(text: &str, what: &str, place: &Place, problems: &mut Problems) -> Option<Written> {
    let parts: Vec<&str> = what.split(':').collect();
    if let ["ec2_instance_tag", "Name", name, attribute] = parts.as_slice() {
        let ours = ATTRIBUTES.iter().find(|(boto, _)| boto == attribute).map_or(*attribute, |(_, ours)| ours);
        return Some(Written::Of(vec![Reference::new("ec2.instance", *name)], ours.to_owned()));
    }
    let problem = Problem::at(place, format!("the value of '{text}' cannot be looked up"));
    problems.push(problem.hint("write magic:ec2_instance_tag:Name:<value of the tag Name>:<attribute>"));
    None
}
