//! From the names of VPC and route table to their ids.

use super::spec::{Addresses, Spec};
use aws::cidr::Cidr;
use kind::which::Which;
use kind::{Lookup, Unresolved};
use model::{Aspects, Ident, Value};

/// A subnet as declared, with names resolved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Want {
    /// The declaration.
    pub spec: Spec,
    /// The VPC it is in; none if that is not declared.
    pub vpc: Option<Ident>,
    /// The IPv6 range with the declared number; none if no number is declared.
    pub ipv6: Option<Ident>,
    /// The route table that it is associated with; none if that is not managed.
    pub table: Option<Ident>,
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let vpc =
        spec.vpc.as_ref().filter(|_| spec.present).map(|vpc| vpc.resolve("ec2.vpc", lookup)).transpose();
    let table = spec.table.as_ref().map(|table| table.resolve("ec2.route_table", lookup)).transpose();
    let ipv6 =
        spec.vpc.as_ref().zip(spec.ipv6_index).map(|(vpc, index)| part(vpc, index, lookup)).transpose();
    Ok(Want { spec: spec.clone(), vpc: vpc?, ipv6: ipv6?, table: table? })
}

/// A /64 of the VPC's IPv6 range, which AWS chooses.
fn part(vpc: &Which, index: u32, lookup: &mut Lookup<'_>) -> Result<Ident, Unresolved> {
    let reference = vpc.reference("ec2.vpc");
    match lookup.value(&reference, "ipv6_cidr", Aspects::NONE) {
        Ok(Value::Str(range)) => {
            let part = Cidr::of_aws(&range).nth_64(index).map(|part| part.written().into());
            part.ok_or_else(|| {
                Unresolved::Refused(format!(
                    "{range}, the range of {reference}, has no /64 with the number {index}"
                ))
            })
        }
        Ok(_) if lookup.is_changing(&reference) => Ok(Ident::AfterApply(reference)),
        Ok(_) => {
            let advice = "declare it with 'amazon_provided_ipv6_cidr_block: True'";
            Err(Unresolved::Refused(format!("{reference} has no IPv6 range: {advice}")))
        }
        Err(Unresolved::AfterApply(reference)) => Ok(Ident::AfterApply(reference)),
        Err(other) => Err(other),
    }
}

impl Want {
    /// Which addresses instances get, and the IPv6 range if it is known.
    pub(super) fn addresses(&self) -> Addresses {
        let part = self.ipv6.as_ref().and_then(Ident::known).map(Cidr::of_aws);
        let declared = self.spec.addresses.clone();
        Addresses { ipv6: part.or(declared.ipv6), ..declared }
    }

    /// The IPv6 range that is not known before the VPC has its range.
    pub(super) fn later(&self) -> Option<&Ident> {
        self.ipv6.as_ref().filter(|part| part.known().is_none())
    }
}
