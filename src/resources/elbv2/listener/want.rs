//! From what an author names to what AWS calls it.

use super::spec::Spec;
use crate::aws::arn::is_arn;
use crate::model::{Ident, Reference};
use crate::resources::elbv2::actions::{self, Action};
use crate::resources::{Lookup, Unresolved};

/// The kind of balancers.
const BALANCER: &str = "elbv2.load_balancer";
/// The kind of certificates that have names.
const CERTIFICATE: &str = "iam.server_certificate";

/// A listener as it shall be.
#[derive(Clone, Debug, PartialEq)]
pub struct Want {
    /// What the SLS says.
    pub spec: Spec,
    /// The balancer's ARN; none where it does not exist, and the listener shall not either.
    pub balancer: Option<Ident>,
    /// ARNs of all certificates, the default first; none when not managed.
    pub certificates: Option<Vec<Ident>>,
    /// The actions with ARNs of target groups; none when not managed.
    pub actions: Option<Vec<Action>>,
}

pub(super) fn uses(spec: &Spec) -> Vec<Reference> {
    let named = |names: &[String], kind| -> Vec<Reference> {
        names.iter().filter(|name| !is_arn(name)).map(|name| Reference::new(kind, name)).collect()
    };
    let mut uses = named(std::slice::from_ref(&spec.balancer), BALANCER);
    uses.extend(named(spec.certificates.as_deref().unwrap_or_default(), CERTIFICATE));
    uses.extend(actions::uses(spec.actions.as_deref().unwrap_or_default()));
    uses
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    if !spec.present {
        return Ok(Want { spec: spec.clone(), balancer: None, certificates: None, actions: None });
    }
    let mut arn = |kind, name: &String| match is_arn(name) {
        true => Ok(Ident::from(name.as_str())),
        false => lookup.ident(&Reference::new(kind, name), "arn"),
    };
    let balancer = arn(BALANCER, &spec.balancer);
    let certificates: Option<Vec<_>> =
        spec.certificates.as_ref().map(|all| all.iter().map(|name| arn(CERTIFICATE, name)).collect());
    let actions = spec.actions.as_ref().map(|all| actions::resolve(all, lookup)).transpose();
    Ok(Want {
        spec: spec.clone(),
        balancer: Some(balancer?),
        certificates: certificates.map(|all| all.into_iter().collect::<Result<_, _>>()).transpose()?,
        actions: actions?,
    })
}
