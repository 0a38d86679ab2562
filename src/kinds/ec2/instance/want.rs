//! From the names of image, subnet, groups, interface and address to their ids.

use super::attributes::{Attribute, Content};
use super::spec::{Address, Spec};
use crate::elastic::Wanted;
use crate::names;
use kind::which::Which;
use kind::{Lookup, Unresolved};
use model::{Ident, Reference};

/// An instance as declared, with names resolved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Want {
    /// The declaration.
    pub spec: Spec,
    /// The image of a new one.
    pub image: Option<Ident>,
    /// The subnet of a new one.
    pub subnet: Option<Ident>,
    /// The network interface of a new one.
    pub interface: Option<Ident>,
    /// The changeable settings.
    pub attributes: Vec<(Attribute, Content)>,
    /// Its Elastic IP address.
    pub address: Option<Wanted>,
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let mut attributes = spec.attributes.clone();
    if !spec.present {
        return Ok(Want { spec: spec.clone(), attributes, ..Want::default() });
    }
    let image =
        spec.image.as_ref().map(|image| self::image(image, spec.owner.as_deref(), lookup)).transpose();
    let interface = spec.interface.as_ref().map(|it| it.resolve("ec2.network_interface", lookup)).transpose();
    let address = spec.address.as_ref().map(|address| self::address(address, lookup)).transpose();
    let profile = spec.profile().map(|name| Reference::new("iam.instance_profile", name));
    let profile = profile.map(|profile| lookup.unless_broken(&profile)).transpose();
    let (subnet, groups) = network(spec, lookup)?;
    attributes.extend(groups.map(|groups| (Attribute::Groups, Content::Groups(groups))));
    profile?;
    Ok(Want {
        spec: spec.clone(),
        image: image?,
        subnet,
        interface: interface?,
        attributes,
        address: address?,
    })
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

fn address(address: &Address, lookup: &mut Lookup<'_>) -> Result<Wanted, Unresolved> {
    match address {
        Address::Own => Ok(Wanted::Own),
        Address::This(id) if id.starts_with("eipalloc-") => Ok(Wanted::This(id.as_str().into())),
        Address::This(address) => {
            lookup.ident(&Reference::new("ec2.address", address), "id").map(Wanted::This)
        }
    }
}

/// The subnet, and the groups of its VPC or of the declared VPC.
fn network(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<(Option<Ident>, Option<Vec<Ident>>), Unresolved> {
    let own = spec.vpc.as_ref().map(|vpc| vpc.resolve("ec2.vpc", lookup));
    let home = spec.subnet.as_ref().map(|subnet| match spec.groups.is_some() && own.is_none() {
        true => names::home(subnet, lookup),
        false => names::subnet(subnet, lookup).map(|subnet| names::Home { subnet, vpc: Ok(None) }),
    });
    let home = home.transpose()?;
    let (subnet, theirs) = home.map_or((None, Ok(None)), |home| (Some(home.subnet), home.vpc));
    let vpc = own.map_or(theirs, |own| own.map(Some));
    let groups = spec.groups.as_ref().map(|groups| names::groups(groups, vpc, lookup)).transpose()?;
    Ok((subnet, groups))
}
