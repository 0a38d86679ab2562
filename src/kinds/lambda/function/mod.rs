//! `lambda.function`: a function with its code, settings and permissions.
//!
//! ```yaml
//! myapp-nightly:
//!   boto_lambda.function_present:
//!     - Runtime: python3.13
//!     - Role: myapp-nightly
//!     - Handler: index.handler
//!     - ZipFile: salt://nightly.zip
//!     - Timeout: 30
//!     - Environment:
//!         Variables: {STAGE: testing}
//!     - Permissions:
//!         nightly-rule:
//!           Action: lambda:InvokeFunction
//!           Principal: events.amazonaws.com
//!           SourceArn: arn:aws:events:us-east-1:123456789012:rule/nightly
//!     - profile: aws_profile
//! ```
//!
//! **Code.** `ZipFile` is a zip file of this machine or of `salt://`. Beyond Salt it may be a folder, and `Files` contains
//! files in the SLS; both become a zip file that is always the same. The code is compared by its digest and sent only if
//! that differs. With `S3Bucket` and `S3Key` this is the digest of the object: the one in metadata of Salt and
//! `boto_s3.object_present`, else S3's checksum, else the object is read. If the same run changes the object, the code is
//! compared after that; a test run compares the present object. Without any of these the code of an existing function stays.
//!
//! **Settings** that are left out are kept; Salt sets them to its defaults. `VpcConfig: {}` disconnects the function from
//! its VPC. `ReservedConcurrentExecutions: -1` reserves nothing. Values of `Environment` are never shown. All are set in one
//! call.
//!
//! **The role** is given by name or ARN. For some seconds Lambda does not know a new role: the state retries. `RoleRetries`
//! has no effect, because the wait has its own deadline.
//!
//! **Permissions** are the complete policy if they are given. AWS cannot change a statement in place, so a different one is
//! removed and added again. Permissions of an alias are declared in `boto_lambda.alias_present`.
//!
//! The state ends when the function is active and its last change is done. Not supported: functions from container images.
//!
//! See <https://docs.aws.amazon.com/lambda/latest/api/API_CreateFunction.html>.

pub(super) mod api;
pub(super) mod diff;
mod export;
mod live;
pub(super) mod settings;
pub(super) mod spec;
#[cfg(test)]
mod tests;
mod want;

use super::fault;
use aws::ApiError;
use aws::tags::Tags;
use kind::export::Export;
use kind::wiring::kind;
use model::{Aspects, Reference};

/// The policy.
pub(super) const PERMISSIONS: Aspects = Aspects::nth(0);
/// The tags.
const TAGS: Aspects = Aspects::nth(1);

kind! {
    /// A function, by name. Attributes: `arn`, `name`.
    Function = "lambda.function", "function", &["lambda"], resolved, reads minion;
    source {
        fn tags(live: &live::Live) -> Option<Tags> {
            Some(live.tags.clone())
        }
    }
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);

        fn aspects(spec: &spec::Spec) -> Aspects {
            PERMISSIONS.when(spec.permissions.is_some()) | TAGS.when(spec.tags.is_some())
        }

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            want::uses(spec)
        }

        fn is_not_yet(error: &ApiError) -> bool {
            fault::is_not_yet(error)
        }

        fn advice(error: &ApiError) -> Option<String> {
            fault::advice(error)
        }
    }
}
