//! From the names of VPCs to their ids.

use super::spec::{Goal, Spec};
use crate::model::{Ident, Reference};
use crate::resources::{Lookup, Unresolved};

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

pub(super) fn uses(spec: &Spec) -> Vec<Reference> {
    match &spec.goal {
        Goal::Requested(request) => {
            request.requester.uses(VPC).into_iter().chain(request.peer.uses(VPC)).collect()
        }
        Goal::Accepted => vec![connection(spec)],
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
        Goal::Gone => {}
    }
    Ok(Want { spec: spec.clone(), vpcs, is_promised })
}
