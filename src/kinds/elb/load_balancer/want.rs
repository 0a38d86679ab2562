//! From the names that an author writes to the ids of AWS.

use std::collections::BTreeSet;

use super::spec::{Listener, Network, Spec};
use kind::{Lookup, Unresolved, certificates, groups, in_vpc, subnets};
use model::{Aspects, Ident, Reference, Value};

/// A balancer as declared, with names resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct Want {
    /// The declaration.
    pub spec: Spec,
    /// The declared subnets; none if zones are declared.
    pub subnets: Option<Vec<Ident>>,
    /// Its security groups; none if not managed.
    pub security_groups: Option<Vec<Ident>>,
    /// Its instances; none if not managed.
    pub instances: Option<BTreeSet<String>>,
}

fn subnets_of(spec: &Spec) -> &[String] {
    match &spec.network {
        Network::Subnets(names) => names,
        Network::Unsaid | Network::Zones(_) => &[],
    }
}

pub(super) fn uses(spec: &Spec) -> Vec<Reference> {
    let mut uses: Vec<Reference> = subnets_of(spec).iter().flat_map(|name| subnets::uses(name)).collect();
    uses.extend(spec.security_groups.iter().flatten().flat_map(|name| groups::uses(name)));
    let listeners = spec.listeners.iter().flatten().filter_map(|listener| listener.certificate.as_ref());
    uses.extend(listeners.filter_map(|certificate| certificates::named(certificate.as_str())));
    uses
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let references = subnets::references(subnets_of(spec), lookup);
    let subnets = references.clone().and_then(|all| lookup.idents(&all, "id"));
    let vpc = match references {
        Ok(all) => all.first().map(|subnet| lookup.value(subnet, "vpc_id", Aspects::NONE)),
        Err(unresolved) => Some(Err(unresolved)),
    };
    let groups = spec.security_groups.as_ref().map(|names| {
        let all: Vec<_> = names.iter().map(|name| in_vpc::group_of(name, vpc.as_ref(), lookup)).collect();
        all.into_iter().collect::<Result<Vec<Ident>, Unresolved>>()
    });
    let instances = instances(spec, lookup);
    let listeners = listeners(spec, lookup);
    let subnets = subnets?;
    Ok(Want {
        spec: Spec { listeners: listeners?, ..spec.clone() },
        subnets: matches!(spec.network, Network::Subnets(_)).then_some(subnets),
        security_groups: groups.transpose()?,
        instances: instances?,
    })
}

/// The listeners with the ARNs of their certificates.
fn listeners(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Option<Vec<Listener>>, Unresolved> {
    let mut with_arn = |listener: &Listener| {
        let certificate = listener.certificate.as_ref().map(|it| certificates::arn(it.as_str(), lookup));
        Ok(Listener { certificate: certificate.transpose()?, ..listener.clone() })
    };
    let all: Option<Vec<_>> = spec.listeners.as_ref().map(|all| all.iter().map(&mut with_arn).collect());
    all.map(|all| all.into_iter().collect()).transpose()
}

fn instances(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Option<BTreeSet<String>>, Unresolved> {
    let Some(declared) = &spec.instances else { return Ok(None) };
    let by_name = |name: &String| lookup.value(&Reference::new("ec2.instances", name), "ids", Aspects::NONE);
    let found: Vec<_> = declared.names.iter().map(by_name).collect();
    let mut ids: BTreeSet<String> = declared.ids.iter().cloned().collect();
    for value in found {
        let value = value?;
        let list = value.as_list().unwrap_or_default();
        ids.extend(list.iter().filter_map(Value::as_str).map(str::to_owned));
    }
    Ok(Some(ids))
}
