//! `kms.key`: a key with an alias.
//!
//! ```yaml
//! myapp:
//!   boto_kms.key_present:
//!     - description: Data of myapp
//!     - policy:
//!         Version: '2012-10-17'
//!         Statement:
//!           - Effect: Allow
//!             Principal: {AWS: 'arn:aws:iam::123456789012:root'}
//!             Action: kms:*
//!             Resource: '*'
//!     - key_rotation: True
//!     - profile: aws_profile
//! ```
//!
//! **The name** is the alias, without or with `alias/`. A run makes a key with the tag `orchestrate:kms-key`, whose value is
//! the alias. If it is interrupted before it makes the alias, the next run finds the key and makes no second one. The tag
//! stays and is not shown.
//!
//! **What is compared.** The policy by meaning, the description, rotation, whether the key is enabled, and `tags`. What is
//! left out is kept; Salt switches rotation off and enables the key. Every change is reported. Without `policy` a new key
//! gets AWS's default policy, with which the account's IAM policies decide. `key_usage`, and beyond Salt `key_spec` and
//! `multi_region`, cannot be changed. Rotation cannot be changed while the key is disabled. `grants` and `manage_grants`
//! have no effect, as in Salt.
//!
//! **Deletion.** `key_absent` (beyond Salt) schedules the deletion, after 30 days or `pending_window_in_days`. The alias stays until then, so
//! `key_present` finds the key, cancels the deletion and enables the key.
//!
//! See <https://docs.aws.amazon.com/kms/latest/APIReference/API_CreateKey.html>.

mod api;
mod diff;
mod export;
mod live;
mod spec;
#[cfg(test)]
mod tests;

pub(super) use api::apply;
pub(super) use diff::Step;
pub(super) use live::Live;

use aws::tags::Tags;
use aws::{ApiError, Fault, policy};
use kind::export::Export;
use kind::wiring::kind;
use model::{Aspects, Reference};

/// The tag that marks a key whose alias is not made yet.
const MARK: &str = "orchestrate:kms-key";

/// The policy.
pub(super) const POLICY: Aspects = Aspects::nth(0);
/// Whether rotation is on.
pub(super) const ROTATION: Aspects = Aspects::nth(1);
/// The tags.
const TAGS: Aspects = Aspects::nth(2);

kind! {
    /// A key, by alias, id or ARN. Attributes: `id`, `arn`.
    Key = "kms.key", "key", &["kms"], plain;
    source {
        fn tags(live: &Live) -> Option<Tags> {
            live.tags.answer().cloned()
        }
    }
    resource {
        const EXPORT: Option<Export<Live>> = Some(export::EXPORT);

        const TAGS: Aspects = TAGS;

        fn aspects(spec: &spec::Spec) -> Aspects {
            POLICY.when(spec.policy.is_some())
                | ROTATION.when(spec.rotation.is_some())
                | TAGS.when(spec.tags.is_some())
        }

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            let roles = spec.policy.as_deref().map(|text| policy::roles(&policy::to_shown(text)));
            roles.into_iter().flatten().map(|role| Reference::new("iam.role", role)).collect()
        }

        fn is_not_yet(error: &ApiError) -> bool {
            error.is_not_found() || error.message.contains("invalid principals")
        }

        fn is_made_already(step: &Step, error: &ApiError) -> bool {
            matches!(step, Step::Alias { .. }) && error.fault == Fault::AlreadyExists
        }

        fn advice(error: &ApiError) -> Option<String> {
            let advice = "the policy must allow kms:PutKeyPolicy to these credentials";
            error.message.contains("will not allow you to update").then(|| advice.to_owned())
        }
    }
}
