//! `iam.saml_provider`: an identity provider whose users sign in by SAML 2.0.
//!
//! ```yaml
//! example-sso:
//!   boto_iam.saml_provider_present:
//!     - saml_metadata_document: salt://sso/metadata.xml
//!     - profile: aws_profile
//! ```
//!
//! `saml_metadata_document` is the XML that the provider publishes: as text, `salt://…`, or the absolute path of a file of
//! this machine. Another document replaces the present one; white space between elements has no meaning. `tags` (beyond
//! Salt) are all tags.
//!
//! Reading: one list of all providers, and one call for each that is declared.
//!
//! See <https://docs.aws.amazon.com/IAM/latest/APIReference/API_CreateSAMLProvider.html>.

mod api;
mod diff;
mod export;
mod live;
mod spec;
#[cfg(test)]
mod tests;
mod want;

pub(super) use api::apply;
pub(super) use diff::Step;

use aws::tags::Tags;
use aws::{ApiError, Fault};
use kind::export::Export;
use kind::wiring::kind;

kind! {
    /// A SAML provider, by name. Attribute: `arn`.
    SamlProvider = "iam.saml_provider", "SAML provider", &["iam"], resolved, reads minion;
    source {
        fn tags(live: &live::Live) -> Option<Tags> {
            live.tags.answer().cloned()
        }
    }
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);

        fn is_not_yet(error: &ApiError) -> bool {
            error.is_not_found()
        }

        fn advice(error: &ApiError) -> Option<String> {
            let advice = "the document must be the metadata of an identity provider, as XML";
            (error.fault == Fault::Invalid).then(|| advice.to_owned())
        }
    }
}
