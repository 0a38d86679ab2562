//! From the names of image and security groups to their ids.

use serde_json::{Value as Json, json};

use super::content::Content;
use super::spec::Spec;
use crate::names;
use kind::which::Which;
use kind::{Lookup, Unresolved};
use model::{Ident, Reference};

/// A launch template as declared, with names resolved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Want {
    /// The declaration.
    pub spec: Spec,
    /// The content that its newest version must have.
    pub content: Content,
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    if !spec.present {
        return Ok(Want { spec: spec.clone(), ..Want::default() });
    }
    let image = spec.image.as_ref().map(|it| image(it, spec.owner.as_deref(), lookup)).transpose();
    let profile = spec.profile.as_ref().map(|name| Reference::new("iam.instance_profile", name));
    let profile = profile.map(|profile| lookup.unless_broken(&profile)).transpose();
    let groups = groups(spec, lookup);
    profile?;
    let mut data = spec.data.clone();
    data.extend(image?.map(|image| ("ImageId".to_owned(), image.as_str().into())));
    if let Some(groups) = groups? {
        let groups: Json = groups.iter().map(Ident::as_str).collect();
        // AWS accepts groups in one place only: if an interface has settings, its groups are there.
        match data.get_mut("NetworkInterfaces").and_then(|all| all.get_mut(0)) {
            Some(interface) => interface["Groups"] = groups,
            None => data.extend([("SecurityGroupIds".to_owned(), groups)]),
        }
    }
    let content = Content::new(json!(data), spec.user_data.clone());
    Ok(Want { spec: spec.clone(), content })
}

/// An id is sent unchanged, also `resolve:ssm:…`.
fn image(image: &Which, owner: Option<&str>, lookup: &mut Lookup<'_>) -> Result<Ident, Unresolved> {
    match (image, owner) {
        (Which::Name(name), _) if name.starts_with("ami-") => Ok(name.as_str().into()),
        (Which::Name(name), Some(owner)) => {
            lookup.ident(&Reference::new("ec2.image", name).within(owner), "id")
        }
        _ => image.resolve("ec2.image", lookup),
    }
}

fn groups(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Option<Vec<Ident>>, Unresolved> {
    let Some(groups) = spec.groups.as_ref().filter(|groups| !groups.is_empty()) else { return Ok(None) };
    let own = spec.vpc.as_ref().map(|vpc| vpc.resolve("ec2.vpc", lookup).map(Some));
    let names_any = groups.iter().any(|group| !group.starts_with("sg-"));
    let vpc = match (own, &spec.subnet) {
        (Some(own), _) => own,
        (None, Some(subnet)) if names_any => names::home(subnet, lookup)?.vpc,
        _ => Ok(None),
    };
    names::groups(groups, vpc, lookup).map(Some)
}
