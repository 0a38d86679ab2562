//! Exports a SAML provider as a declaration.

use super::live::Live;
use kind::export::{Declaration, Export, Exportable, Names, call};
use model::{Aspects, Reference};

pub(super) const EXPORT: Export<Live> = Export {
    list: call("iam", "ListSAMLProviders", "/SAMLProviderList", |provider| {
        Some(Reference::new("iam.saml_provider", provider["Arn"].as_str()?.rsplit('/').next()?))
    }),
    aspects: Aspects::NONE,
    declare,
};

fn declare(provider: &Reference, live: &Live, _names: &dyn Names) -> Exportable {
    let document = live.document.answer().map(String::as_str);
    let declaration = Declaration::new("boto_iam.saml_provider_present", &provider.name)
        .with("saml_metadata_document", document);
    declaration.tagged_as(&live.tags).into()
}
