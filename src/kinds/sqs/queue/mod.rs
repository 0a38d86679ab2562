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
//! Attributes have AWS's own names; only declared ones are read, compared and set. Documents (`Policy`, `RedrivePolicy`,
//! `RedriveAllowPolicy`) are written as mappings or JSON text and compared by meaning. `FifoQueue` cannot change after
//! creation. Tags are managed if given; they are then the complete set.
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

use aws::tags::Tags;
use kind::export::Export;
use kind::wiring::kind;
use model::{Aspects, Reference};

/// The declared attributes.
pub(super) const ATTRIBUTES: Aspects = Aspects::nth(0);
/// The tags.
const TAGS: Aspects = Aspects::nth(1);

kind! {
    /// An SQS queue, by name. Attributes: `url`, `identity`.
    Queue = "sqs.queue", "SQS queue", &["sqs"], plain;
    source {
        fn tags(live: &live::Live) -> Option<Tags> {
            live.tags.answer().cloned()
        }

        /// Once the account is known, the URL needs no call.
        const IS_BETTER_LATE: bool = true;
    }
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);

        const TAGS: Aspects = TAGS;

        const IDENTITY: Aspects = ATTRIBUTES;

        fn aspects(spec: &spec::Spec) -> Aspects {
            ATTRIBUTES.when(!spec.attributes.is_empty()) | TAGS.when(spec.tags.is_some())
        }

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            spec.dead_letter_queue().into_iter().collect()
        }

        /// Attributes and tags are set in parallel; tags are removed after others were added.
        fn follows(step: &Step, earlier: &Step) -> bool {
            matches!((step, earlier), (Step::Untag { .. }, Step::Tag { .. }))
        }
    }
}
