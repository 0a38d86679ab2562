//! What declarations of EC2's kinds have in common.

use serde_json::Value as Json;

use kind::export::{Listing, call};
use model::Reference;

/// All things of a kind, by id: names of EC2's things are tags, which need not be unique.
macro_rules! ids {
    ($kind:literal, $operation:literal, $set:literal, $id:literal) => {
        $crate::export::listed($operation, $set, |item| $crate::export::identified($kind, $id, item))
    };
}

pub(super) use ids;

pub(super) const fn listed(
    operation: &'static str,
    set: &'static str,
    reference: fn(&Json) -> Option<Reference>,
) -> Listing {
    call("ec2", operation, set, reference).by_id()
}

/// A thing by its id. AWS's own defaults without a name are left out.
pub(super) fn identified(kind: &'static str, id: &str, item: &Json) -> Option<Reference> {
    let is_default = ["isDefault", "default", "defaultForAz"].iter().any(|key| item[*key] == "true");
    let tags = item["tagSet"].as_array();
    let is_named = tags.into_iter().flatten().any(|tag| tag["key"] == "Name");
    if is_default && !is_named {
        return None;
    }
    Some(Reference::new(kind, item[id].as_str()?))
}
