//! Exports a managed policy as a declaration.

use super::live::Live;
use super::{DETAILS, DOCUMENT};
use kind::export::{Declaration, Export, Exportable, Names, call_with, document};
use model::Reference;

pub(super) const EXPORT: Export<Live> = Export {
    list: call_with("iam", "ListPolicies", r#"{"Scope": "Local"}"#, "/Policies", |policy| {
        Some(Reference::new("iam.policy", policy["PolicyName"].as_str()?))
    }),
    aspects: DOCUMENT.and(DETAILS),
    declare,
};

fn declare(_policy: &Reference, live: &Live, _names: &dyn Names) -> Exportable {
    let declaration = Declaration::new("boto_iam.policy_present", &live.name)
        .with("policy_document", live.document.answer().map(|text| document(text)))
        .with("path", Some(live.path.as_str()).filter(|path| *path != "/"))
        .with("description", live.description.answer().map(String::as_str));
    declaration.tagged_as(&live.tags).into()
}
