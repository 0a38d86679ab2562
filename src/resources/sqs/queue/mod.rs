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
mod export;
mod live;
mod spec;
#[cfg(test)]
mod tests;

pub(super) use api::apply;
pub(super) use diff::Step;

use crate::aws::tags::Tags;
use crate::model::{Aspects, Reference};
use crate::resources::export::Export;
use crate::resources::wiring::kind;

/// The declared attributes.
pub(super) const ATTRIBUTES: Aspects = Aspects::nth(0);
/// The tags.
const TAGS: Aspects = Aspects::nth(1);

kind! {
    /// An SQS queue, by name. Attributes: `url`.
    Queue = "sqs.queue", "SQS queue", &["sqs"], plain;
    source {
        fn tags(live: &live::Live) -> Option<Tags> {
            live.tags.answer().cloned()
        }

        /// The URL is formed without a call once the account is known.
        const IS_BETTER_LATE: bool = true;
    }
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);

        const TAGS: Aspects = TAGS;

        fn aspects(spec: &spec::Spec) -> Aspects {
            ATTRIBUTES.when(!spec.attributes.is_empty()) | TAGS.when(spec.tags.is_some())
        }

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            spec.dead_letter_queue().into_iter().collect()
        }

        fn follows(step: &Step, earlier: &Step) -> bool {
            step.follows(earlier)
        }
    }
}
