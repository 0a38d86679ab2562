//! `iam.user`: a user with its password, policies, boundary and tags.
//!
//! ```yaml
//! deployer:
//!   boto_iam.user_present:
//!     - path: /ci/
//!     - policies:
//!         artifacts:
//!           Version: '2012-10-17'
//!           Statement:
//!             - Effect: Allow
//!               Action: s3:PutObject
//!               Resource: arn:aws:s3:::example-artifacts/*
//!     - managed_policies: [ReadOnlyAccess]
//!     - tags: {team: platform}
//!     - profile: aws_profile
//! ```
//!
//! **What is left out is not managed.** `policies` and `policies_from_pillars` are all inline policies, `managed_policies`
//! all managed policies, by name or ARN. If left out, they stay; `{}` and `[]` remove them. Documents are compared by
//! meaning.
//!
//! **The password** (`password`) is given to a user who has none. It is write-only: an existing one is neither compared nor
//! replaced, and no output shows it. With `password_reset_required` the user has to choose another one.
//!
//! **Beyond Salt.** A different `path` is changed in place, which gives the user another ARN. `permissions_boundary` is a
//! name, an ARN, or `''` for none. `tags` are all tags.
//!
//! **Deletion.** `user_absent` first removes everything that keeps IAM from deleting the user: password, access keys, SSH
//! keys, signing certificates, service-specific credentials, MFA devices, groups and policies. With `delete_keys`,
//! `delete_profile` or `delete_mfa_devices: False` the state fails for a user who has such a thing, and deletes nothing.
//!
//! Reading: pages of GetAccountAuthorizationDetails contain many users; a run reads as many pages as save calls.
//!
//! See <https://docs.aws.amazon.com/IAM/latest/APIReference/API_CreateUser.html>.

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

use crate::{entity, fault};
use aws::tags::Tags;
use aws::{ApiError, Fault};
use kind::export::Export;
use kind::wiring::kind;
use model::{Aspects, Reference};

/// Its inline policies.
pub(super) const INLINE: Aspects = Aspects::nth(0);
/// The managed policies attached to it.
const MANAGED: Aspects = Aspects::nth(1);
/// Whether it has a password.
const PASSWORD: Aspects = Aspects::nth(2);
/// Everything that keeps IAM from deleting it.
const BELONGINGS: Aspects = Aspects::nth(3);

kind! {
    /// A user, by name. Attribute: `arn`.
    User = "iam.user", "IAM user", &["iam"], resolved, reads minion;
    source {
        fn tags(live: &live::Live) -> Option<Tags> {
            Some(live.tags.clone())
        }
    }
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);

        fn aspects(spec: &spec::Spec) -> Aspects {
            if !spec.present {
                return INLINE | MANAGED | PASSWORD | BELONGINGS;
            }
            INLINE.when(spec.policies.inline.is_some())
                | MANAGED.when(spec.policies.managed.is_some())
                | PASSWORD.when(spec.password.is_some())
        }

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            entity::named::uses(spec.policies.managed.as_deref(), spec.boundary.as_ref())
        }

        fn follows(step: &Step, earlier: &Step) -> bool {
            step.follows(earlier)
        }

        fn touches(step: &Step, provided: Vec<Reference>) -> Vec<Reference> {
            provided.into_iter().chain(step.also_touches()).collect()
        }

        fn is_not_yet(error: &ApiError) -> bool {
            fault::is_not_yet(error)
        }

        fn advice(error: &ApiError) -> Option<String> {
            let advice = "the account's password policy does not accept this password";
            let is_weak = error.operation == "CreateLoginProfile" && error.fault == Fault::Invalid;
            if is_weak { Some(advice.to_owned()) } else { fault::advice(error) }
        }
    }
}
