//! From the names of role, subnets, groups and files to ARNs, ids and digests.

use super::settings::{Config, Network};
use super::spec::{Code, Spec};
use crate::package;
use aws::arn::{is_arn, reference};
use kind::groups::{self, GROUP};
use kind::which::Which;
use kind::{Lookup, Unresolved, subnets};
use model::{Aspects, Ident, Reference, Value};

/// A function as declared, with names resolved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Want {
    /// The declaration.
    pub spec: Spec,
    /// Its settings.
    pub config: Config,
    /// The digest of its code; none if that is not managed. Of what the run has yet to upload it is known later.
    pub digest: Option<Ident>,
}

pub(super) fn uses(spec: &Spec) -> Vec<Reference> {
    let (in_subnets, groups) = spec.network.clone().unwrap_or_default();
    let mut uses: Vec<Reference> = in_subnets.iter().flat_map(subnets::uses_of).collect();
    uses.extend(groups.iter().flat_map(|it| groups::uses(it.written())));
    if spec.present {
        uses.push(role(&spec.role));
    }
    if let Some(Code::Uploaded { bucket, key, .. }) = &spec.code {
        uses.push(Reference::new("s3.bucket", bucket));
        uses.push(Reference::new("s3.object", format!("{bucket}/{key}")));
    }
    uses.extend(spec.plain.dead_letters.as_ref().and_then(|it| reference(&it.value)));
    uses
}

fn role(written: &str) -> Reference {
    Reference::new("iam.role", written.rsplit('/').next().unwrap_or(written))
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    if !spec.present {
        return Ok(Want { spec: spec.clone(), ..Want::default() });
    }
    let role = match spec.role.as_str() {
        arn if is_arn(arn) => {
            // The role is looked up only if this run failed to make it.
            lookup.unless_broken(&role(arn)).map(|()| Ident::from(arn))
        }
        name => lookup.ident(&role(name), "arn"),
    };
    let network = spec.network.as_ref().map(|it| network(it, lookup)).transpose();
    let digest = spec.code.as_ref().map(|code| digest(code, lookup)).transpose();
    let config = Config {
        plain: spec.plain.clone(),
        role: Some(role?),
        network: network?,
        environment: spec.environment.clone(),
    };
    Ok(Want { spec: spec.clone(), config, digest: digest? })
}

fn digest(code: &Code, lookup: &mut Lookup<'_>) -> Result<Ident, Unresolved> {
    match code {
        Code::Here(path) => lookup.ident(&Reference::new("lambda.package", path), "digest"),
        Code::Written(bytes) => Ok(package::digest(bytes).into()),
        Code::Uploaded { bucket, key, version } => {
            let name = format!("{bucket}/{key}");
            let mut uploaded = Reference::new("lambda.uploaded_package", &name);
            uploaded.scope.clone_from(version);
            match lookup.ident(&uploaded, "digest") {
                // The run may still upload it.
                Err(Unresolved::Missing(_)) => lookup.ident(&Reference::new("s3.object", name), "etag"),
                known => known,
            }
        }
    }
}

/// Names of groups are looked up in the VPC of the first subnet.
fn network(
    (in_subnets, groups): &(Vec<Which>, Vec<Which>),
    lookup: &mut Lookup<'_>,
) -> Result<Network, Unresolved> {
    let found: Vec<_> = in_subnets.iter().map(|subnet| subnets::ident(subnet, lookup)).collect();
    let is_named = groups.iter().any(|group| matches!(group, Which::Name(_)));
    let first = in_subnets.first().filter(|_| is_named);
    let first = first.map(|subnet| subnets::reference_of(subnet, lookup)).transpose()?;
    let vpc = match first.map(|subnet| lookup.value(&subnet, "vpc_id", Aspects::NONE)) {
        Some(Ok(Value::Str(vpc))) => Some(Some(vpc)),
        Some(Err(Unresolved::AfterApply(_))) => Some(None),
        Some(Err(error)) => return Err(error),
        Some(Ok(_)) | None => None,
    };
    let group = |group: &Which, lookup: &mut Lookup<'_>| match (group, &vpc) {
        (Which::Id(id), _) => Ok(id.as_str().into()),
        // The VPC of a subnet that the run has yet to make is not known.
        (Which::Name(_), Some(None)) => Ok(Ident::AfterApply(group.reference(GROUP))),
        (Which::Name(name), Some(Some(vpc))) => {
            let found = lookup.ident(&group.reference(GROUP).within(vpc), "id");
            groups::or_beside_vpc(name, found, lookup)
        }
        (Which::Name(name), None) => {
            let found = lookup.ident(&group.reference(GROUP), "id");
            groups::or_beside_vpc(name, found, lookup)
        }
    };
    let groups: Vec<_> = groups.iter().map(|it| group(it, lookup)).collect();
    Ok(Network { subnets: sorted(found)?, groups: sorted(groups)? })
}

fn sorted(found: Vec<Result<Ident, Unresolved>>) -> Result<Vec<Ident>, Unresolved> {
    let mut all: Vec<Ident> = found.into_iter().collect::<Result<_, _>>()?;
    all.sort();
    all.dedup();
    Ok(all)
}
