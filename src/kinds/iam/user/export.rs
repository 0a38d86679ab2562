//! Exports a user as a declaration.

use super::live::Live;
use super::{INLINE, MANAGED, PASSWORD};
use kind::export::{Declaration, Export, Exportable, Names, call, document};
use model::{Reference, Value};

pub(super) const EXPORT: Export<Live> = Export {
    list: call("iam", "ListUsers", "/Users", |user| {
        Some(Reference::new("iam.user", user["UserName"].as_str()?))
    }),
    aspects: INLINE.and(MANAGED).and(PASSWORD),
    declare,
};

fn declare(user: &Reference, live: &Live, _names: &dyn Names) -> Exportable {
    let inline = live.inline.answer().into_iter().flatten();
    let inline: Value = inline.map(|(name, text)| (name.as_str(), document(text))).collect();
    Declaration::new("boto_iam.user_present", &user.name)
        .with("path", Some(live.path.as_str()).filter(|path| *path != "/"))
        .with("policies", inline)
        .saying("managed_policies", live.managed.answer().cloned().unwrap_or_default())
        .with("permissions_boundary", live.boundary.as_deref())
        .tagged(&live.tags)
        .remark_if(
            live.has_password.answer() == Some(&true),
            "The user has a password, which AWS does not show. 'password' is for a user without one.",
        )
        .into()
}
