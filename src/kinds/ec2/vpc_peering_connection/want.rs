//! From the names of VPCs to their ids.

use super::spec::{Goal, Requester, Spec};
use kind::{Lookup, Unresolved};
use model::{Ident, Reference};

/// A peering connection as declared, with names resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct Want {
    /// The declaration.
    pub spec: Spec,
    /// Requester and peer VPC of a connection to request.
    pub vpcs: Option<(Ident, Ident)>,
    /// True if this run will request the connection that is declared accepted.
    pub is_promised: bool,
}

const VPC: &str = "ec2.vpc";

fn connection(spec: &Spec) -> Reference {
    Reference::new("ec2.vpc_peering_connection", &spec.name)
}

/// The connection itself: by its name or id, or by account and VPC of another account and the VPC of this one.
pub(super) fn locate(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
    let Goal::AcceptedFrom(Requester { owner, vpc, peer }) = &spec.goal else { return Ok(connection(spec)) };
    let mut name = format!("{owner}/{}", known(peer.resolve(VPC, lookup)?)?);
    if let Some(vpc) = vpc {
        name = format!("{name}/{vpc}");
    }
    Ok(Reference::new(connection(spec).kind, name))
}

/// The id of a VPC; a connection to one that the run has yet to make cannot be there.
fn known(vpc: Ident) -> Result<String, Unresolved> {
    match vpc {
        Ident::Known(id) => Ok(id),
        Ident::AfterApply(reference) => Err(Unresolved::AfterApply(reference)),
    }
}

pub(super) fn uses(spec: &Spec) -> Vec<Reference> {
    match &spec.goal {
        Goal::Requested(request) => {
            request.requester.uses(VPC).into_iter().chain(request.peer.uses(VPC)).collect()
        }
        Goal::Accepted => vec![connection(spec)],
        Goal::AcceptedFrom(requester) => requester.peer.uses(VPC).into_iter().collect(),
        Goal::Gone => vec![],
    }
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let (mut vpcs, mut is_promised) = (None, false);
    match &spec.goal {
        Goal::Requested(request) => {
            let (requester, peer) =
                (request.requester.resolve(VPC, lookup), request.peer.resolve(VPC, lookup));
            vpcs = Some((requester?, peer?));
        }
        Goal::Accepted => is_promised = lookup.ident(&connection(spec), "id")?.known().is_none(),
        Goal::AcceptedFrom(_) | Goal::Gone => {}
    }
    Ok(Want { spec: spec.clone(), vpcs, is_promised })
}
