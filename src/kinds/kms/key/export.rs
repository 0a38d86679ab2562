//! A key as a declaration. Its alias identifies it.

use futures::future::FutureExt;

use super::api;
use super::live::Live;
use super::{POLICY, ROTATION, TAGS};
use kind::export::{Declaration, Export, Exportable, Listing, Names, document};
use kind::settings::Settings;
use model::Reference;

pub(super) const EXPORT: Export<Live> = Export {
    list: Listing::Own(|aws| api::list(aws).boxed()),
    aspects: POLICY.and(ROTATION).and(TAGS),
    declare,
};

fn declare(key: &Reference, live: &Live, _names: &dyn Names) -> Exportable {
    if live.is_pending_deletion() {
        return Exportable::NotDeclared;
    }
    if key.name == live.id {
        let why = "it has no alias, and a state names a key by its alias";
        return Exportable::Impossible(format!("KMS key '{}' is left out: {why}", live.id));
    }
    let is_enabled = match live.state.as_str() {
        "Enabled" => Some(true),
        "Disabled" => Some(false),
        _ => None,
    };
    let declaration = Declaration::new("boto_kms.key_present", &key.name)
        .with("policy", live.policy.answer().map(|text| document(text)))
        .with("description", live.description.as_str())
        .with("key_rotation", live.rotation.answer().copied())
        .with("enabled", is_enabled)
        .with_all(live.fixed.entries());
    declaration.tagged_as(&live.tags).into()
}
