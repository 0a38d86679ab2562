//! `ssm.parameter`: a parameter of Systems Manager's Parameter Store.
//!
//! ```yaml
//! /myapp/url:
//!   boto_ssm.parameter_present:
//!     - value: https://example.com
//!     - tags: {team: web}
//!     - profile: aws_profile
//! /myapp/password:
//!   boto_ssm.parameter_present:
//!     - type: SecureString
//!     - value: {{ pillar.password }}
//!     - profile: aws_profile
//! ```
//!
//! Salt has no such state; this one is orchestrate's own, with the arguments of `boto_ssm.put_parameter`. The value of a
//! `String` or `StringList` is compared. The value of a `SecureString` is set when the parameter is created, and is never
//! shown. It is read, decrypted and compared only with `compare_value: True`, which needs the permission to decrypt. If
//! `type` changes, the value is sent again. `description`, `tags` and the other settings are managed if given.
//!
//! Reading: one call reads ten values. Descriptions are read fifty per call and tags one parameter per call, only if a state
//! declares them.
//!
//! See <https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_PutParameter.html>.

mod api;
pub(super) mod diff;
mod export;
mod live;
pub(super) mod spec;
#[cfg(test)]
mod tests;

use aws::ApiError;
use aws::tags::Tags;
use kind::export::Export;
use kind::wiring::kind;
use model::Aspects;

/// The decrypted value.
const SECRET: Aspects = Aspects::nth(0);
/// Description, key, tier and pattern.
const DETAILS: Aspects = Aspects::nth(1);
/// The tags.
const TAGS: Aspects = Aspects::nth(2);

kind! {
    /// A parameter, by name. Attribute: `version`.
    Parameter = "ssm.parameter", "parameter", &["ssm"], plain;
    source {
        fn tags(live: &live::Live) -> Option<Tags> {
            live.tags.answer().cloned()
        }
    }
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);

        const TAGS: Aspects = TAGS;

        fn aspects(spec: &spec::Spec) -> Aspects {
            let is_managed = spec.present;
            SECRET.when(is_managed && spec.compare)
                | DETAILS.when(is_managed && !spec.details.is_default())
                | TAGS.when(is_managed && spec.tags.is_some())
        }

        fn is_not_yet(error: &ApiError) -> bool {
            error.is_not_found()
        }
    }
}
