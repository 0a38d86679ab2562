//! From the names that an author writes to the ids of AWS.

use super::spec::Spec;
use crate::actions::{self, RuleAction};
use aws::arn::is_arn;
use kind::{Lookup, Unresolved, certificates};
use model::{Ident, Reference};

/// The kind of balancers.
const BALANCER: &str = "elbv2.load_balancer";

/// A listener as declared, with names resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct Want {
    /// The declaration.
    pub spec: Spec,
    /// The balancer's ARN; none if it does not exist and the listener is declared absent.
    pub balancer: Option<Ident>,
    /// ARNs of all certificates, the default first; none if not managed.
    pub certificates: Option<Vec<Ident>>,
    /// The actions with ARNs of target groups; none if not managed.
    pub actions: Option<Vec<RuleAction>>,
}

pub(super) fn uses(spec: &Spec) -> Vec<Reference> {
    let balancer = (!is_arn(&spec.balancer)).then(|| Reference::new(BALANCER, &spec.balancer));
    let mut uses: Vec<Reference> = balancer.into_iter().collect();
    uses.extend(spec.certificates.iter().flatten().filter_map(|name| certificates::named(name)));
    uses.extend(actions::uses(spec.actions.as_deref().unwrap_or_default()));
    uses
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    if !spec.present {
        return Ok(Want { spec: spec.clone(), balancer: None, certificates: None, actions: None });
    }
    let balancer = match is_arn(&spec.balancer) {
        true => Ok(Ident::from(spec.balancer.as_str())),
        false => lookup.ident(&Reference::new(BALANCER, &spec.balancer), "arn"),
    };
    let certificates: Option<Vec<_>> = spec
        .certificates
        .as_ref()
        .map(|all| all.iter().map(|name| certificates::arn(name, lookup)).collect());
    let actions = spec.actions.as_ref().map(|all| actions::resolve(all, lookup)).transpose();
    Ok(Want {
        spec: spec.clone(),
        balancer: Some(balancer?),
        certificates: certificates.map(|all| all.into_iter().collect::<Result<_, _>>()).transpose()?,
        actions: actions?,
    })
}
