//! `lambda.event_source_mapping`: a queue or stream whose records a function gets.
//!
//! ```yaml
//! jobs go to the worker:
//!   boto_lambda.event_source_mapping_present:
//!     - EventSourceArn: arn:aws:sqs:us-east-1:123456789012:jobs
//!     - FunctionName: myapp-worker
//!     - BatchSize: 10
//!     - profile: aws_profile
//! ```
//!
//! A mapping has no name: function and source identify it. Beyond Salt `Table` names a DynamoDB table instead of the ARN of
//! its stream. Settings that are left out are kept; Salt sets `BatchSize` to 100, which queues do not accept. `Enabled` is
//! compared, which Salt does not do. `StartingPosition` is for a new mapping only, and queues have none. The state ends when
//! AWS has made the mapping, or its change.
//!
//! See <https://docs.aws.amazon.com/lambda/latest/api/API_CreateEventSourceMapping.html>.

mod api;
mod diff;
mod export;
mod live;
mod spec;
#[cfg(test)]
mod tests;
mod want;

pub(super) use api::{apply, create};
pub(super) use diff::Step;
pub(super) use spec::Settings;

use super::fault;
use aws::ApiError;
use kind::export::Export;
use kind::wiring::kind;
use kind::{Lookup, Unresolved};
use model::Reference;

kind! {
    /// A mapping, by function and source; the scope is the source's ARN. Attribute: `id`.
    EventSourceMapping = "lambda.event_source_mapping", "event source mapping", &["lambda"], resolved;
    source {}
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);

        fn locate(spec: &spec::Spec, lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
            want::locate(spec, lookup)
        }

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            want::uses(spec)
        }

        fn is_not_yet(error: &ApiError) -> bool {
            fault::is_not_yet(error)
        }
    }
}
