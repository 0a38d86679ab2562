//! `elb.registration`: registers and deregisters instances of a balancer that another state, or somebody else, manages.
//!
//! ```yaml
//! myapp-testing-useast1:
//!   boto_elb.register_instances:
//!     - instances: [i-0123456789abcdef0]
//!     - wait: True
//!     - profile: aws_profile
//! ```
//!
//! `register_instances` registers the instances and removes none. `deregister_instances` removes only these instances. An
//! instance that is just leaving counts as gone. With `wait: True` the state ends when the instances are in service, or, for
//! leaving instances, when their last requests are done (connection draining). `deadline` limits the wait; for leaving
//! instances the default is the balancer's draining time, which is read only for this. A balancer that does not exist has no
//! instances: `register_instances` fails, `deregister_instances` has nothing to do.
//!
//! `gate` names checks of this machine that must succeed before an instance is registered. `after` names the runs that must
//! have succeeded.
//!
//! See <https://docs.aws.amazon.com/elasticloadbalancing/2012-06-01/APIReference/API_DescribeInstanceHealth.html>.

mod api;
mod diff;
mod live;
mod spec;
#[cfg(test)]
mod tests;
mod want;

pub use api::ACTIONS;

use aws::{ApiError, Aws};
use kind::{Answers, Ask, Lookup, Resource, Source, Unresolved};
use model::{Aspects, Fields, Function, Gate, Minion, Plan, Problems, Reference, Value};

/// The kind of the list of a balancer's instances, which the balancer's own state provides.
pub(super) const KIND: &str = "elb.registration";

/// How long leaving instances may take for their last requests.
const DRAINING: Aspects = Aspects::nth(0);

/// The instances of a classic load balancer, by its name. Attributes: `name`, `ids`.
#[derive(Debug)]
pub struct Registration;

impl Source for Registration {
    const KIND: &'static str = KIND;
    const NOUN: &'static str = "instances of load balancer";
    type Live = live::Live;

    async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<live::Live> {
        api::describe(aws, asks).await
    }

    fn attribute(live: &live::Live, attribute: &str) -> Option<Value> {
        match attribute {
            "name" => Some(live.balancer.as_str().into()),
            "ids" => Some(Value::List(live.instances.answer()?.registered().map(Into::into).collect())),
            _ => None,
        }
    }
}

impl Resource for Registration {
    type Spec = spec::Spec;
    type Want = want::Want;
    type Step = diff::Step;

    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const LABELS: &'static [&'static str] = &["elb"];

    fn read(function: &Function, fields: &Fields, minion: &Minion, problems: &mut Problems) -> spec::Spec {
        spec::read(function, fields, minion, problems)
    }

    fn locate(spec: &spec::Spec, _lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
        Ok(Reference::new(Self::KIND, &spec.balancer))
    }

    fn aspects(spec: &spec::Spec) -> Aspects {
        DRAINING.when(!spec.registered && spec.waiting.asks_for_draining())
    }

    fn provides(_spec: &spec::Spec) -> Vec<Reference> {
        vec![]
    }

    fn uses(spec: &spec::Spec) -> Vec<Reference> {
        vec![Reference::new(Self::KIND, &spec.balancer)]
    }

    fn resolve(spec: &spec::Spec, lookup: &mut Lookup<'_>) -> Result<want::Want, Unresolved> {
        want::resolve(spec, lookup)
    }

    fn diff(want: &want::Want, live: Option<&live::Live>) -> Plan<diff::Step> {
        diff::diff(want, live)
    }

    /// Nothing is made.
    fn creation(_spec: &spec::Spec) -> Vec<&'static str> {
        vec![]
    }

    fn operation(step: &diff::Step) -> Option<&'static str> {
        step.operation()
    }

    async fn apply(aws: &Aws, step: &diff::Step) -> Result<(), ApiError> {
        api::apply(aws, step).await
    }

    fn gate(spec: &spec::Spec) -> Option<Gate> {
        spec.gate.clone()
    }

    fn is_not_yet(error: &ApiError) -> bool {
        error.is_not_found()
    }
}
