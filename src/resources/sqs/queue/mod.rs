//! `sqs.queue`: a queue with its attributes and tags.
//!
//! ```yaml
//! myapp-testing-useast1-jobs:
//!   boto_sqs.present:
//!     - attributes:
//!         VisibilityTimeout: 60
//!         RedrivePolicy:
//!           deadLetterTargetArn: arn:aws:sqs:us-east-1:123456789012:dead
//!           maxReceiveCount: 3
//!     - profile: aws_profile
//! ```
//!
//! Attributes have AWS's own names; only those declared are read, compared and set. Documents (`Policy`,
//! `RedrivePolicy`, `RedriveAllowPolicy`) are written as mappings or JSON text and compared by meaning. `FifoQueue`
//! cannot change after creation. Tags are managed when given, and then completely.
//!
//! See <https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html>.

mod api;
mod diff;
mod live;
mod spec;
#[cfg(test)]
mod tests;

use crate::aws::{ApiError, Aws};
use crate::model::{Aspects, Fields, Function, Minion, Plan, Problems, Reference, Value};
use crate::resources::{Answers, Ask, Lookup, Resource, Source, Unresolved};

/// An SQS queue.
#[derive(Debug)]
pub struct Queue;

/// The declared attributes.
pub(super) const ATTRIBUTES: Aspects = Aspects::nth(0);
/// The tags.
const TAGS: Aspects = Aspects::nth(1);

impl Source for Queue {
    const KIND: &'static str = "sqs.queue";
    const NOUN: &'static str = "SQS queue";
    type Live = live::Live;

    async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<live::Live> {
        api::describe(aws, asks).await
    }

    fn attribute(live: &live::Live, attribute: &str) -> Option<Value> {
        (attribute == "url").then(|| live.url.as_str().into())
    }

    /// Who knows the account forms the URL.
    const IS_BETTER_LATE: bool = true;
}

impl Resource for Queue {
    type Spec = spec::Spec;
    type Want = spec::Spec;
    type Step = diff::Step;

    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const LABELS: &'static [&'static str] = &["sqs"];

    fn read(function: &Function, fields: &Fields, _minion: &Minion, problems: &mut Problems) -> spec::Spec {
        spec::read(function, fields, problems)
    }

    fn locate(spec: &spec::Spec, _lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
        Ok(Reference::new(Self::KIND, &spec.name))
    }

    fn aspects(spec: &spec::Spec) -> Aspects {
        ATTRIBUTES.when(!spec.attributes.is_empty()) | TAGS.when(spec.tags.is_some())
    }

    fn provides(spec: &spec::Spec) -> Vec<Reference> {
        vec![Reference::new(Self::KIND, &spec.name)]
    }

    fn uses(spec: &spec::Spec) -> Vec<Reference> {
        spec.dead_letter_queue().into_iter().map(|name| Reference::new(Self::KIND, name)).collect()
    }

    fn resolve(spec: &spec::Spec, _lookup: &mut Lookup<'_>) -> Result<spec::Spec, Unresolved> {
        Ok(spec.clone())
    }

    fn diff(want: &spec::Spec, live: Option<&live::Live>) -> Plan<diff::Step> {
        diff::diff(want, live)
    }

    fn creation(_spec: &spec::Spec) -> Vec<&'static str> {
        vec!["SQS.CreateQueue"]
    }

    fn operation(step: &diff::Step) -> Option<&'static str> {
        step.operation()
    }

    fn follows(step: &diff::Step, earlier: &diff::Step) -> bool {
        step.follows(earlier)
    }

    async fn apply(aws: &Aws, step: &diff::Step) -> Result<(), ApiError> {
        api::apply(aws, step).await
    }
}
