//! `iam.policy`: a managed policy of the account, with its versions.
//!
//! ```yaml
//! myapp-testing-queues:
//!   boto_iam.policy_present:
//!     - policy_document:
//!         Version: '2012-10-17'
//!         Statement:
//!           - Effect: Allow
//!             Action: sqs:*
//!             Resource: arn:aws:sqs:us-east-1:*:myapp-*
//!     - tags: {team: payments}
//!     - profile: aws_profile
//! ```
//!
//! **Which policy.** The one of that name; `path/name` and an ARN also name the path. Other kinds refer to it by name: roles that
//! attach it (`managed_policies`) are made after it, and a name that the account does not have means the policy of AWS.
//!
//! **What changes.** The document is compared by meaning. Another one becomes a new version, which counts at once. A policy has
//! five versions at most: the oldest that does not count goes first. `tags` are managed when given. The path cannot change; a
//! description that differs cannot either, and is a warning, because Salt never compares it.
//!
//! **What goes.** `policy_absent` deletes all versions, then the policy. Whoever has it must lose it first: declare the role
//! absent, or take the policy out of its `managed_policies`, in the same run.
//!
//! See <https://docs.aws.amazon.com/IAM/latest/UserGuide/access_policies_managed-versioning.html>.

mod api;
mod diff;
mod export;
mod live;
mod spec;
#[cfg(test)]
mod tests;

use crate::aws::policy;
use crate::aws::tags::Tags;
use crate::aws::{ApiError, Fault};
use crate::model::{Aspects, Reference};
use crate::resources::export::Export;
use crate::resources::wiring::kind;

/// The document that counts, and the versions.
const DOCUMENT: Aspects = Aspects::nth(0);
/// Description and tags.
const DETAILS: Aspects = Aspects::nth(1);
/// Only a policy of the account is meant.
const OWN: Aspects = Aspects::nth(2);

/// By its bare name and with its path: others may write either.
fn provided(spec: &spec::Spec) -> Vec<Reference> {
    let names = [Some(spec.name.clone()), spec.path.as_ref().map(|path| format!("{path}{}", spec.name))];
    names.into_iter().flatten().map(|name| Reference::new("iam.policy", name)).collect()
}

kind! {
    /// A managed policy, by name, path and name, or ARN. Attribute: `arn`.
    Policy = "iam.policy", "managed policy", &["iam"], plain, provides provided;
    source {
        fn tags(live: &live::Live) -> Option<Tags> {
            live.tags.answer().cloned()
        }
    }
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);
        const HELD_BY: &'static [&'static str] = &["iam.group", "iam.role", "iam.user"];

        fn aspects(spec: &spec::Spec) -> Aspects {
            OWN | DOCUMENT | DETAILS.when(spec.tags.is_some() || spec.description.is_some())
        }

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            let roles = policy::roles(&policy::to_shown(&spec.document));
            roles.into_iter().map(|role| Reference::new("iam.role", role)).collect()
        }

        fn is_not_yet(error: &ApiError) -> bool {
            error.is_not_found()
        }

        fn advice(error: &ApiError) -> Option<String> {
            let advice = "a role, user or group still has the policy, or it is their permissions boundary: detach it first";
            (error.operation == "DeletePolicy" && error.fault == Fault::InUse).then(|| advice.to_owned())
        }
    }
}
