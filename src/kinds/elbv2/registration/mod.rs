//! `elbv2.registration`: registers and deregisters targets of a target group that another state, or somebody else, manages.
//!
//! ```yaml
//! this instance serves:
//!   boto_elbv2.targets_registered:
//!     - name: myapp-testing-useast1          # or the group's ARN
//!     - targets: [i-0123456789abcdef0]
//!     - wait: healthy
//!     - profile: aws_profile
//! ```
//!
//! `targets_registered` registers the targets and removes none. `targets_deregistered` removes only these targets, on every
//! port. A draining target counts as gone. With `port` a target means the target on that port. Without it, it means one on
//! any port, and new targets get the group's port. With `wait: True` the state ends when the targets are healthy, or, for
//! leaving targets, when their last requests are done. `deadline` limits the wait; for leaving targets the default is the
//! group's deregistration delay, which is read only for this. `gate` and `after` are as in `boto_elb.register_instances`.
//!
//! A group that does not exist has no targets: `targets_registered` fails, `targets_deregistered` has nothing to do. See
//! <https://docs.aws.amazon.com/elasticloadbalancing/latest/application/load-balancer-target-groups.html>.

mod api;
mod diff;
mod live;
mod spec;
#[cfg(test)]
mod tests;
mod want;

pub use api::ACTIONS;
pub(super) use api::{deregister, find_group, register};
pub(super) use live::Target;

use aws::{ApiError, Aws};
use kind::{Answers, Ask, Lookup, Resource, Source, Unresolved};
use model::{Aspects, Fields, Function, Gate, Minion, Plan, Problems, Reference, Value};

/// The kind of the list of a group's targets, which the group's own state provides.
pub(super) const KIND: &str = "elbv2.registration";

/// How long leaving targets may take for their last requests.
const DRAINING: Aspects = Aspects::nth(0);

/// The targets of a target group, by its name or ARN. Attributes: `arn`, `ids`.
#[derive(Debug)]
pub struct Registration;

impl Source for Registration {
    const KIND: &'static str = KIND;
    const NOUN: &'static str = "targets of group";
    type Live = live::Live;

    async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<live::Live> {
        api::describe(aws, asks).await
    }

    fn attribute(live: &live::Live, attribute: &str) -> Option<Value> {
        match attribute {
            "arn" => Some(live.arn.as_str().into()),
            "ids" => Some(Value::List(
                live.targets.answer()?.registered().map(|target| target.id.as_str().into()).collect(),
            )),
            _ => None,
        }
    }
}

impl Resource for Registration {
    type Spec = spec::Spec;
    type Want = want::Want;
    type Step = diff::Step;

    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const LABELS: &'static [&'static str] = &["elbv2"];

    fn read(function: &Function, fields: &Fields, minion: &Minion, problems: &mut Problems) -> spec::Spec {
        spec::read(function, fields, minion, problems)
    }

    fn locate(spec: &spec::Spec, _lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
        Ok(Reference::new(Self::KIND, &spec.group))
    }

    fn aspects(spec: &spec::Spec) -> Aspects {
        DRAINING.when(!spec.registered && spec.waiting.asks_for_draining())
    }

    fn provides(_spec: &spec::Spec) -> Vec<Reference> {
        vec![]
    }

    fn uses(spec: &spec::Spec) -> Vec<Reference> {
        let forwarding = Reference::new(super::actions::FORWARDING, &spec.group);
        vec![Reference::new(Self::KIND, &spec.group), forwarding]
    }

    fn resolve(spec: &spec::Spec, lookup: &mut Lookup<'_>) -> Result<want::Want, Unresolved> {
        want::resolve(spec, lookup)
    }

    fn diff(want: &want::Want, live: Option<&live::Live>) -> Plan<diff::Step> {
        diff::diff(want, live)
    }

    async fn apply(aws: &Aws, step: &diff::Step) -> Result<(), ApiError> {
        api::apply(aws, step).await
    }

    fn creation(_spec: &spec::Spec) -> Vec<&'static str> {
        vec![]
    }

    fn operation(step: &diff::Step) -> Option<&'static str> {
        Some(step.operation())
    }

    fn gate(spec: &spec::Spec) -> Option<Gate> {
        spec.gate.clone()
    }

    fn is_not_yet(error: &ApiError) -> bool {
        error.is_not_found()
    }
}
