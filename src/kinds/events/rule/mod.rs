//! `events.rule`: a rule that calls its targets on a schedule or for events.
//!
//! ```yaml
//! myapp-nightly:
//!   boto_cloudwatch_event.present:
//!     - ScheduleExpression: cron(0 3 * * ? *)
//!     - Targets:
//!       - Id: nightly
//!         Function: myapp-nightly
//!         Input: {job: clean}
//!     - profile: aws_profile
//! ```
//!
//! **The rule** has a schedule, an event pattern or both. Settings that are left out are kept: AWS would reset them in each
//! change, so a run sends them again. `EventPattern` is a mapping or JSON and is compared by meaning. `RoleArn` also accepts
//! the name of a role.
//!
//! **Targets** are a complete list if they are given, compared by `Id`. If left out, they are kept; Salt removes them. Each
//! has an `Arn`, or beyond Salt `Function` or `Topic`, which the same run may make. `Input` may be a mapping. A function is
//! called only if its policy allows it: declare that in `Permissions` of `boto_lambda.function_present`, with the rule's ARN
//! as `SourceArn`.
//!
//! `EventBusName` and `tags` are beyond Salt. `absent` removes the targets first.
//!
//! See <https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutRule.html>.

mod api;
mod diff;
mod export;
mod live;
mod spec;
pub(super) mod target;
#[cfg(test)]
mod tests;
mod want;

pub(super) use api::{apply, rules};
pub(super) use diff::{Step, Which};
pub(super) use spec::Settings;

use aws::ApiError;
use aws::tags::Tags;
use kind::export::Export;
use kind::wiring::kind;
use kind::{Lookup, Unresolved};
use model::{Aspects, Reference};

/// The targets.
pub(super) const TARGETS: Aspects = Aspects::nth(0);
/// The tags.
const TAGS: Aspects = Aspects::nth(1);

kind! {
    /// A rule, by name; the scope is its event bus, none for the default one. Attributes: `arn`, `name`.
    Rule = "events.rule", "rule", &["events"], resolved;
    source {
        fn tags(live: &live::Live) -> Option<Tags> {
            live.tags.answer().cloned()
        }
    }
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);

        const TAGS: Aspects = TAGS;

        fn locate(spec: &spec::Spec, _lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
            Ok(Reference { scope: spec.bus.clone(), ..Reference::new("events.rule", &spec.name) })
        }

        fn aspects(spec: &spec::Spec) -> Aspects {
            TARGETS.when(spec.targets.is_some() || !spec.present) | TAGS.when(spec.tags.is_some())
        }

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            want::uses(spec)
        }

        fn is_not_yet(error: &ApiError) -> bool {
            error.is_not_found()
        }
    }
}
