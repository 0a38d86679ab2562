//! `autoscaling.lifecycle`: the action that a lifecycle hook of an instance's group waits for.
//!
//! ```yaml
//! i-0123456789abcdef0:
//!   boto_asg.lifecycle_completed:
//!     - result: CONTINUE
//! ```
//!
//! While its group waits for an instance (`Pending:Wait` at launch, `Terminating:Wait` at termination) a run completes the
//! action of each hook. If no hook waits for the instance, or it is in no group, there is nothing to do. Without `hook` the
//! group's hooks are read, and only while it waits. An action that timed out or that somebody else completed counts as
//! completed.
//!
//! `gate` names checks of this machine that must succeed before AWS continues with the instance, and `after` the runs that
//! must have succeeded.
//!
//! See <https://docs.aws.amazon.com/autoscaling/ec2/userguide/lifecycle-hooks.html>.

mod api;
mod diff;
mod live;
mod spec;
#[cfg(test)]
mod tests;

pub use api::{ACTIONS, complete, find, heartbeat, mark_unhealthy};
pub use live::{Live, Phase};

use aws::{ApiError, Aws};
use kind::{Answers, Ask, Lookup, Resource, Source, Unresolved};
use model::{Aspects, Fields, Function, Gate, Minion, Plan, Problems, Reference, Value};

/// The names of the hooks that wait.
const HOOKS: Aspects = Aspects::nth(0);

/// The lifecycle state of an instance in its group, by the instance's id. Attributes: `group`, `state`.
#[derive(Debug)]
pub struct Lifecycle;

impl Source for Lifecycle {
    const KIND: &'static str = "autoscaling.lifecycle";
    const NOUN: &'static str = "lifecycle of instance";
    type Live = Live;

    async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
        api::describe(aws, asks).await
    }

    fn attribute(live: &Live, attribute: &str) -> Option<Value> {
        match attribute {
            "group" => Some(live.group.as_str().into()),
            "state" => Some(live.state.as_str().into()),
            _ => None,
        }
    }
}

impl Resource for Lifecycle {
    type Spec = spec::Spec;
    type Want = spec::Spec;
    type Step = diff::Step;

    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const LABELS: &'static [&'static str] = &["asg", "autoscaling"];

    fn read(_function: &Function, fields: &Fields, minion: &Minion, problems: &mut Problems) -> spec::Spec {
        spec::read(fields, minion, problems)
    }

    fn locate(spec: &spec::Spec, _lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
        Ok(Reference::new(Self::KIND, &spec.instance))
    }

    fn aspects(spec: &spec::Spec) -> Aspects {
        HOOKS.when(spec.hook.is_none())
    }

    fn provides(_spec: &spec::Spec) -> Vec<Reference> {
        vec![]
    }

    fn uses(_spec: &spec::Spec) -> Vec<Reference> {
        vec![]
    }

    fn resolve(spec: &spec::Spec, _lookup: &mut Lookup<'_>) -> Result<spec::Spec, Unresolved> {
        Ok(spec.clone())
    }

    fn diff(want: &spec::Spec, live: Option<&Live>) -> Plan<diff::Step> {
        diff::diff(want, live)
    }

    /// Nothing is made.
    fn creation(_spec: &spec::Spec) -> Vec<&'static str> {
        vec![]
    }

    fn operation(_step: &diff::Step) -> Option<&'static str> {
        Some("Auto Scaling.CompleteLifecycleAction")
    }

    async fn apply(aws: &Aws, step: &diff::Step) -> Result<(), ApiError> {
        api::apply(aws, step).await
    }

    fn gate(spec: &spec::Spec) -> Option<Gate> {
        spec.gate.clone()
    }
}
