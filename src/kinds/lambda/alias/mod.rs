//! `lambda.alias`: a name for a version of a function.
//!
//! ```yaml
//! live:
//!   boto_lambda.alias_present:
//!     - FunctionName: myapp-nightly
//!     - Name: live
//!     - FunctionVersion: '3'
//!     - profile: aws_profile
//! ```
//!
//! `FunctionVersion` is a number or `$LATEST`. Settings that are left out are kept. Beyond Salt `RoutingConfig` sends a
//! share of the calls to another version, and `Permissions` are the complete policy of the alias, as in
//! `boto_lambda.function_present`. AWS deletes the aliases of a function with it.
//!
//! See <https://docs.aws.amazon.com/lambda/latest/api/API_CreateAlias.html>.

mod api;
mod diff;
mod export;
mod live;
mod spec;
#[cfg(test)]
mod tests;

pub(super) use api::apply;
pub(super) use diff::{Step, Which};
pub(super) use spec::Settings;

use super::fault;
use aws::ApiError;
use kind::export::Export;
use kind::wiring::kind;
use model::{Aspects, Reference};

/// The policy.
const PERMISSIONS: Aspects = Aspects::nth(0);

kind! {
    /// An alias, by `function:alias`. Attribute: `arn`.
    Alias = "lambda.alias", "alias", &["lambda"], plain, provides |spec| vec![spec.reference()];
    source {}
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);

        fn aspects(spec: &spec::Spec) -> Aspects {
            PERMISSIONS.when(spec.permissions.is_some())
        }

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            vec![Reference::new("lambda.function", &spec.function)]
        }

        fn is_not_yet(error: &ApiError) -> bool {
            fault::is_not_yet(error)
        }
    }
}
