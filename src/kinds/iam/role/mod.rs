//! `iam.role`: a role with its trust, policies and instance profile.
//!
//! ```yaml
//! myapp-testing-useast1:
//!   boto_iam_role.present:
//!     - policies:
//!         queues:
//!           Version: '2012-10-17'
//!           Statement:
//!             - Effect: Allow
//!               Action: sqs:*
//!               Resource: arn:aws:sqs:us-east-1:*:myapp-*
//!     - managed_policies: [CloudWatchAgentServerPolicy]
//!     - profile: aws_profile
//! ```
//!
//! * **Trust** (`policy_document`, `policy_document_from_pillars`): if left out, EC2 instances may assume a new role, and
//!   the trust policy of an existing role stays.
//! * **Inline policies** (`policies`, `policies_from_pillars`): undeclared ones are deleted, unless `delete_policies:
//!   False`. If left out, they are not managed; `{}` deletes all. Pillar keys that do not exist count as left out.
//! * **Managed policies** (`managed_policies`): the complete list, by name or ARN; `[]` detaches all.
//! * **Instance profile**: one of the same name holds the role, unless `create_instance_profile: False`.
//! * **Beyond Salt**: `description`, `max_session_duration`, `permissions_boundary` (name, ARN, or `''` for none), `tags`.
//!   `path` cannot be changed.
//!
//! Documents are mappings or JSON text and are compared by meaning. `absent` removes the role from every instance profile
//! and deletes the profile with its name, deletes its inline policies, detaches managed policies, and deletes the role.
//!
//! Reading: pages of GetAccountAuthorizationDetails contain many roles; a run reads as many pages as save calls. If this is
//! denied, or the account has many more roles, the rest are read one by one.
//!
//! See <https://docs.aws.amazon.com/IAM/latest/APIReference/API_CreateRole.html>.

mod api;
mod diff;
mod documents;
mod export;
mod live;
mod names;
mod spec;
#[cfg(test)]
mod tests;

use aws::tags::Tags;
use aws::{ApiError, Aws};
use kind::export::Export;
use kind::{Answers, Ask, Lookup, Resource, Source, Unresolved};
use model::{Aspects, Fields, Function, Minion, Plan, Problems, Reference, Value};

/// An IAM role.
#[derive(Debug)]
pub struct Role;

/// Its inline policies.
pub(super) const INLINE: Aspects = Aspects::nth(0);
/// The managed policies attached to it.
pub(super) const MANAGED: Aspects = Aspects::nth(1);
/// The instance profiles that hold it, and the one of its name.
const PROFILE: Aspects = Aspects::nth(2);
/// Description and session duration.
const DETAILS: Aspects = Aspects::nth(3);

impl Source for Role {
    const KIND: &'static str = "iam.role";
    const NOUN: &'static str = "IAM role";
    type Live = live::Live;

    async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<live::Live> {
        api::describe(aws, asks).await
    }

    fn attribute(live: &live::Live, attribute: &str) -> Option<Value> {
        match attribute {
            "arn" => Some(live.arn.as_str().into()),
            "identity" => Some(live.id.as_str().into()),
            _ => None,
        }
    }

    fn tags(live: &live::Live) -> Option<Tags> {
        Some(live.tags.clone())
    }
}

impl Resource for Role {
    type Spec = spec::Spec;
    type Want = names::Want;
    type Step = diff::Step;

    const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);
    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const LABELS: &'static [&'static str] = &["iam"];
    const HELD_BY: &'static [&'static str] = &["autoscaling.group", "autoscaling.launch_configuration"];

    fn read(function: &Function, fields: &Fields, minion: &Minion, problems: &mut Problems) -> spec::Spec {
        spec::read(function, fields, minion, problems)
    }

    fn locate(spec: &spec::Spec, _lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
        Ok(Reference::new(Self::KIND, &spec.name))
    }

    fn aspects(spec: &spec::Spec) -> Aspects {
        if !spec.present {
            return INLINE | MANAGED | PROFILE;
        }
        INLINE.when(spec.policies.inline.is_some())
            | MANAGED.when(spec.policies.managed.is_some())
            | PROFILE.when(spec.has_profile)
            | DETAILS.when(spec.description.is_some() || spec.max_session.is_some())
    }

    fn provides(spec: &spec::Spec) -> Vec<Reference> {
        let mut provided = vec![Reference::new(Self::KIND, &spec.name)];
        if spec.has_profile {
            provided.push(Reference::new("iam.instance_profile", &spec.name));
        }
        provided
    }

    fn uses(spec: &spec::Spec) -> Vec<Reference> {
        names::uses(spec)
    }

    fn resolve(spec: &spec::Spec, lookup: &mut Lookup<'_>) -> Result<names::Want, Unresolved> {
        names::resolve(spec, lookup)
    }

    fn diff(want: &names::Want, live: Option<&live::Live>) -> Plan<diff::Step> {
        diff::diff(want, live)
    }

    fn creation(spec: &spec::Spec) -> Vec<&'static str> {
        diff::creation(spec)
    }

    fn operation(step: &diff::Step) -> Option<&'static str> {
        step.operation()
    }

    fn follows(step: &diff::Step, earlier: &diff::Step) -> bool {
        step.follows(earlier)
    }

    fn makes(step: &diff::Step) -> Vec<Reference> {
        step.makes()
    }

    async fn apply(aws: &Aws, step: &diff::Step) -> Result<(), ApiError> {
        api::apply(aws, step).await
    }

    fn is_not_yet(error: &ApiError) -> bool {
        super::fault::is_not_yet(error)
    }

    fn advice(error: &ApiError) -> Option<String> {
        super::fault::advice(error)
    }
}
