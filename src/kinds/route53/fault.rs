//! What to do about Route 53's failures.

use aws::{ApiError, Fault};

/// What an author can do about a failure.
pub(super) fn advice(error: &ApiError) -> Option<String> {
    let advice = match (error.operation, error.fault) {
        ("DeleteHostedZone", Fault::InUse) => {
            "delete the zone's records first: all except NS and SOA at its top"
        }
        ("GetChange", Fault::Other) => {
            "the change is made, and AWS spreads it to the name servers: run again to see the result"
        }
        ("GetChange", Fault::Denied) => {
            "the change is made; allow route53:GetChange, or write 'wait_for_sync: False'"
        }
        ("ListHostedZonesByName", Fault::Ambiguous) => {
            "choose one with 'split_dns: True' and 'private_zone', or with HostedZoneId"
        }
        ("ListResourceRecordSets", Fault::Ambiguous) => "choose one with 'identifier' (or SetIdentifier)",
        (_, _) if error.has_code(&["InvalidChangeBatch"]) => {
            "check name, type and values; no other record may have the name of a CNAME, and a CNAME cannot be at the zone's top"
        }
        (_, _) if error.has_code(&["ConflictingDomainExists"]) => {
            "another zone with that name has the same VPC or delegation set"
        }
        _ => return None,
    };
    Some(advice.to_owned())
}
