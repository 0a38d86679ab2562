//! `elbv2.rule`: a rule for some requests of a listener.
//!
//! ```yaml
//! api of myapp:
//!   boto_elbv2.rule_present:
//!     - load_balancer: myapp-testing-useast1
//!     - port: 443
//!     - priority: 10
//!     - conditions:
//!       - host_header: [api.example.com]
//!       - path_pattern: [/v1/*, /v2/*]
//!     - actions:
//!       - target_group: myapp-api
//!     - tags: {team: payments}
//!     - profile: aws_profile
//! ```
//!
//! **Which rule.** The one of the listener (its balancer, by name or ARN, and its port) with the priority; the state's name
//! has no effect. Conditions and actions can be changed in place. To move a rule, declare it with another priority, and the
//! old priority as `rule_absent`. The last rule of a listener is its `default_actions`.
//!
//! **Conditions** are the complete list: a request must match each condition by any of its values. A condition has
//! `host_header`, `path_pattern`, `source_ip` or `http_request_method` with a list, `http_header: {name: X-Shop, values:
//! [a*]}`, or `query_string` with a list of `{key: …, value: …}` or a mapping. AWS's own form (`Field` with `Values`, or
//! with `HostHeaderConfig` and so on) is also accepted. **Actions** are as in a listener.
//!
//! See <https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_CreateRule.html>.

mod api;
mod condition;
mod diff;
mod export;
mod live;
mod spec;
#[cfg(test)]
mod tests;
mod want;

pub(super) use api::all;
pub(super) use live::shown;

use super::actions;
use aws::ApiError;
use aws::tags::Tags;
use kind::Source;
use kind::export::Export;
use kind::wiring::kind;
use model::{Aspects, Reference};

/// It also provides the forwarding of requests to its target groups.
fn provided(spec: &spec::Spec) -> Vec<Reference> {
    let forwards = actions::forwards(spec.actions.as_deref().unwrap_or_default());
    [Reference::new(Rule::KIND, &spec.name)].into_iter().chain(forwards).collect()
}

kind! {
    /// A rule, by `<balancer>:<port>:<priority>`, the balancer by name or ARN. Attribute: `arn`.
    Rule = "elbv2.rule", "listener rule", &["elbv2"], resolved, provides provided;
    source {
        fn tags(live: &live::Live) -> Option<Tags> {
            live.extras.tags.answer().cloned()
        }
    }
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);
        const TAGS: Aspects = crate::extras::TAGS;

        fn aspects(spec: &spec::Spec) -> Aspects {
            spec.extras.aspects()
        }

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            want::uses(spec)
        }

        fn is_not_yet(error: &ApiError) -> bool {
            error.is_not_found()
        }
    }
}
