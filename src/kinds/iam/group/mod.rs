//! `iam.group`: a group with its users and policies.
//!
//! ```yaml
//! developers:
//!   boto_iam.group_present:
//!     - users: [alice, bob]
//!     - managed_policies: [ReadOnlyAccess]
//!     - policies:
//!         queues:
//!           Version: '2012-10-17'
//!           Statement:
//!             - Effect: Allow
//!               Action: sqs:*
//!               Resource: arn:aws:sqs:us-east-1:*:testing-*
//!     - profile: aws_profile
//! ```
//!
//! **What is left out is not managed.** `users` are all members, `policies` and `policies_from_pillars` all inline policies,
//! `managed_policies` all managed policies, by name or ARN. If left out, they stay; `[]` and `{}` remove them. With
//! `delete_policies: False` undeclared inline and managed policies stay.
//!
//! **Users** of the same run are made before the group, and IAM refuses a user who does not exist. New members are added
//! before others are removed. Documents are compared by meaning. A different `path` is changed in place, which gives the
//! group another ARN.
//!
//! **Deletion.** `group_absent` removes all policies and users from the group and deletes it. The users stay.
//!
//! Reading: pages of GetAccountAuthorizationDetails contain the policies of many groups; a run reads as many as save calls.
//! Members need a call for each group.
//!
//! See <https://docs.aws.amazon.com/IAM/latest/APIReference/API_CreateGroup.html>.

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
use aws::ApiError;
use kind::export::Export;
use kind::wiring::kind;
use model::{Aspects, Reference};

/// Its inline policies.
const INLINE: Aspects = Aspects::nth(0);
/// The managed policies attached to it.
const MANAGED: Aspects = Aspects::nth(1);
/// Its members.
const MEMBERS: Aspects = Aspects::nth(2);

kind! {
    /// A group, by name. Attribute: `arn`.
    Group = "iam.group", "IAM group", &["iam"], resolved, reads minion;
    source {}
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);

        fn aspects(spec: &spec::Spec) -> Aspects {
            if !spec.present {
                return INLINE | MANAGED | MEMBERS;
            }
            INLINE.when(spec.policies.inline.is_some())
                | MANAGED.when(spec.policies.managed.is_some())
                | MEMBERS.when(spec.users.is_some())
        }

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            let users = spec.users.iter().flatten().map(|user| Reference::new("iam.user", user));
            entity::named::uses(spec.policies.managed.as_deref(), None).into_iter().chain(users).collect()
        }

        fn follows(step: &Step, earlier: &Step) -> bool {
            step.follows(earlier)
        }

        fn touches(step: &Step, provided: Vec<Reference>) -> Vec<Reference> {
            provided.into_iter().chain(step.member()).collect()
        }

        fn is_not_yet(error: &ApiError) -> bool {
            fault::is_not_yet(error)
        }

        fn advice(error: &ApiError) -> Option<String> {
            let advice = "check the user's name, or declare the user";
            let is_unknown = error.operation == "AddUserToGroup" && error.is_not_found();
            if is_unknown { Some(advice.to_owned()) } else { fault::advice(error) }
        }
    }
}
