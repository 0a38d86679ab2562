//! Exports a group of users as a declaration.

use super::live::Live;
use super::{INLINE, MANAGED, MEMBERS};
use kind::export::{Declaration, Export, Exportable, Names, call, document};
use model::{Reference, Value};

pub(super) const EXPORT: Export<Live> = Export {
    list: call("iam", "ListGroups", "/Groups", |group| {
        Some(Reference::new("iam.group", group["GroupName"].as_str()?))
    }),
    aspects: INLINE.and(MANAGED).and(MEMBERS),
    declare,
};

fn declare(group: &Reference, live: &Live, _names: &dyn Names) -> Exportable {
    let inline = live.inline.answer().into_iter().flatten();
    let inline: Value = inline.map(|(name, text)| (name.as_str(), document(text))).collect();
    Declaration::new("boto_iam.group_present", &group.name)
        .with("path", Some(live.path.as_str()).filter(|path| *path != "/"))
        .with("policies", inline)
        .saying("managed_policies", live.managed.answer().cloned().unwrap_or_default())
        .saying("users", live.members.answer().cloned().unwrap_or_default())
        .into()
}
