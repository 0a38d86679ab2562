//! `sns.topic`: a topic with its subscriptions, attributes and tags.
//!
//! ```yaml
//! myapp-testing-alarms:
//!   boto_sns.present:
//!     - subscriptions:
//!       - protocol: email
//!         endpoint: team@example.com
//!       - protocol: sqs
//!         endpoint: arn:aws:sqs:us-east-1:123456789012:alarms
//!     - attributes: {DisplayName: Alarms}
//!     - tags: {team: payments}
//!     - profile: aws_profile
//! ```
//!
//! **Subscriptions.** Missing ones are created. `boto_sns.present` keeps others, as in Salt; `boto3_sns.topic_present`
//! removes them, because its list is complete. `exclusive` overrides both. A subscription that waits for its confirmation
//! counts as created. A password in an endpoint is sent, never shown, and not compared.
//!
//! **Attributes** have AWS's own names. Only declared ones are compared and set; documents (`Policy`, `DeliveryPolicy`) are
//! compared by meaning. `FifoTopic` cannot change. `tags` are managed if given.
//!
//! **Deletion.** `absent` deletes the topic, and AWS deletes its subscriptions with it. `unsubscribe: True` removes
//! confirmed ones first.
//!
//! See <https://docs.aws.amazon.com/sns/latest/api/API_SetTopicAttributes.html>.

mod api;
mod diff;
mod export;
mod live;
mod spec;
#[cfg(test)]
mod tests;

pub(super) use api::{apply, arns};
pub(super) use diff::Step;
pub(super) use spec::{Subscription, masked};

use aws::ApiError;
use aws::tags::Tags;
use kind::export::Export;
use kind::wiring::kind;
use model::{Aspects, Reference};

/// The attributes.
pub(super) const ATTRIBUTES: Aspects = Aspects::nth(0);
/// The subscriptions.
pub(super) const SUBSCRIPTIONS: Aspects = Aspects::nth(1);
/// The tags.
const TAGS: Aspects = Aspects::nth(2);

kind! {
    /// A topic, by name or ARN. Attributes: `arn`, `name`.
    Topic = "sns.topic", "topic", &["sns"], plain;
    source {
        fn tags(live: &live::Live) -> Option<Tags> {
            live.tags.answer().cloned()
        }
    }
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);

        const TAGS: Aspects = TAGS;

        fn aspects(spec: &spec::Spec) -> Aspects {
            ATTRIBUTES.when(!spec.attributes.is_empty())
                | SUBSCRIPTIONS.when(spec.subscriptions.is_some() || spec.unsubscribe)
                | TAGS.when(spec.tags.is_some())
        }

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            spec.subscriptions.iter().flatten().filter_map(Subscription::endpoint_reference).collect()
        }

        fn is_not_yet(error: &ApiError) -> bool {
            error.is_not_found()
        }
    }
}
