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
//! **Which policy.** The one with that name; `path/name` and an ARN also name the path. Other kinds refer to it by name: roles that
//! attach it (`managed_policies`) are made after it, and a name that the account does not have means the policy of AWS.
//!
//! **Changes.** The document is compared by meaning. A different one becomes a new version, which is the default at once. A
//! policy has at most five versions: the run first deletes the oldest that is not the default. `tags` are managed if given.
//! Path and description cannot be changed. Another path is an error; another description is a warning, because Salt never
//! compares it.
//!
//! **Deletion.** `policy_absent` deletes all versions, then the policy. It must be detached first: declare the role absent,
//! or remove the policy from its `managed_policies`, in the same run.
//!
//! See <https://docs.aws.amazon.com/IAM/latest/UserGuide/access_policies_managed-versioning.html>.

mod api;
mod diff;
mod export;
mod live;
mod spec;
#[cfg(test)]
mod tests;

use aws::policy;
use aws::tags::Tags;
use aws::{ApiError, Fault};
use kind::export::Export;
use kind::wiring::kind;
use model::{Aspects, Reference};

/// The document of the default version, and the versions.
const DOCUMENT: Aspects = Aspects::nth(0);
/// Description and tags.
const DETAILS: Aspects = Aspects::nth(1);
/// Only a policy of the account matches.
const OWN: Aspects = Aspects::nth(2);

/// By its name, and by path and name: other states may write either.
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
