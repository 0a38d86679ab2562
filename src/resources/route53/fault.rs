//! What to do about Route 53's failures.

use crate::aws::{ApiError, Fault};

/// What an author can do about a failure.
pub(super) fn advice(error: &ApiError) -> Option<String> {
    let advice = match (error.operation, error.fault) {
        ("DeleteHostedZone", Fault::InUse) => {
            "remove the zone's records first: all but NS and SOA at its top"
        }
        ("GetChange", Fault::Other) => "the change is made and spreads by itself: run again to see",
        ("GetChange", Fault::Denied) => {
            "the change is made; allow route53:GetChange, or say 'wait_for_sync: False'"
        }
        ("ListHostedZonesByName", Fault::Ambiguous) => {
            "say which with 'split_dns: True' and 'private_zone', or with HostedZoneId"
        }
        ("ListResourceRecordSets", Fault::Ambiguous) => "say which with 'identifier' (or SetIdentifier)",
        (_, _) if error.has_code(&["InvalidChangeBatch"]) => {
            "check name, type and values; a CNAME cannot stand beside other records of its name, nor at the zone's top"
        }
        (_, _) if error.has_code(&["ConflictingDomainExists"]) => {
            "another zone of that name serves the same VPC or delegation set"
        }
        _ => return None,
    };
    Some(advice.to_owned())
}
