//! Exports a role as a declaration.

use super::live::Live;
use super::{DETAILS, INLINE, MANAGED, PROFILE};
use kind::export::{Declaration, Export, Exportable, Names, call, document};
use model::{Reference, Value};

pub(super) const EXPORT: Export<Live> = Export {
    list: call("iam", "ListRoles", "/Roles", |role| {
        let path = role["Path"].as_str().unwrap_or_default();
        // Roles that AWS services make for themselves cannot be changed.
        let is_own = !path.starts_with("/aws-service-role/") && !path.starts_with("/aws-reserved/");
        is_own.then(|| Some(Reference::new("iam.role", role["RoleName"].as_str()?))).flatten()
    }),
    aspects: INLINE.and(MANAGED).and(PROFILE).and(DETAILS),
    declare,
};

fn declare(role: &Reference, live: &Live, _names: &dyn Names) -> Exportable {
    let has_profile = live
        .same_named_profile
        .answer()
        .is_some_and(|profile| profile.as_ref().is_some_and(|roles| roles.contains(&role.name)));
    let others = live.profiles.answer().into_iter().flatten().filter(|name| **name != role.name);
    let others: Vec<&str> = others.map(String::as_str).collect();
    let inline = live.inline.answer().into_iter().flatten();
    let inline: Value = inline.map(|(name, text)| (name.as_str(), document(text))).collect();
    let details = live.details.answer();
    let mut declaration = Declaration::new("boto_iam_role.present", &role.name)
        .with("path", Some(live.path.as_str()).filter(|path| *path != "/"))
        .with("policy_document", document(&live.trust))
        .with("policies", inline)
        .saying("managed_policies", live.managed.answer().cloned().unwrap_or_default());
    if !has_profile {
        declaration = declaration.saying("create_instance_profile", false);
    }
    let is_elsewhere = !others.is_empty();
    declaration
        .with("description", details.map(|details| details.description.as_str()))
        .with("max_session_duration", details.and_then(|details| details.max_session))
        .with("permissions_boundary", live.boundary.as_deref())
        .tagged(&live.tags)
        .remark_if(
            is_elsewhere,
            format!(
                "It is also in the instance profiles {}: no state can declare a profile with another name.",
                others.join(", ")
            ),
        )
        .into()
}
