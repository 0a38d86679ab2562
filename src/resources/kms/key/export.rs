//! A key as a declaration. Its alias identifies it.

use super::live::Live;
use super::{POLICY, ROTATION, TAGS};
use crate::model::Reference;
use crate::resources::export::{Declaration, Export, Exportable, Names, call, document};
use crate::resources::settings::Settings;

pub(super) const EXPORT: Export<Live> = Export {
    list: call("kms", "ListAliases", "/Aliases", |alias| {
        let name = alias["AliasName"].as_str()?.strip_prefix("alias/")?;
        let is_own = !name.starts_with("aws/") && alias["TargetKeyId"].is_string();
        is_own.then(|| Reference::new("kms.key", name))
    }),
    aspects: POLICY.and(ROTATION).and(TAGS),
    declare,
};

fn declare(key: &Reference, live: &Live, _names: &dyn Names) -> Exportable {
    if live.is_pending_deletion() {
        return Exportable::NotDeclared;
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
