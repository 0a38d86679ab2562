//! `rabbitmq_user.*`, `rabbitmq_vhost.*`, `rabbitmq_policy.*`, `rabbitmq_plugin.*`, `rabbitmq_upstream.*`, `rabbitmq_cluster.*`:
//! users, virtual hosts, policies, plugins, upstreams and the cluster of a RabbitMQ node.
//!
//! ```yaml
//! rabbitmq_management:
//!   rabbitmq_plugin.enabled: []
//! shop:
//!   rabbitmq_vhost.present: []
//! web:
//!   rabbitmq_user.present:
//!     - password: {{ pillar.web_password }}
//!     - tags: [monitoring]
//!     - perms:
//!       - shop: ['', '^orders$', '.*']
//!     - require:
//!       - rabbitmq_vhost: shop
//! limits:
//!   rabbitmq_policy.present:
//!     - pattern: '.*'
//!     - definition: '{"max-length": 100000}'
//!     - vhost: shop
//! ```
//!
//! The states run `rabbitmqctl` and `rabbitmq-plugins` of RabbitMQ 3.8 or later. The programs read passwords from their input. A
//! node that does not answer does not fail a test run: an earlier state may start it.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.rabbitmq_user.html> and those beside it.

mod cluster;
mod plugin;
mod policy;
mod spec;
#[cfg(test)]
mod tests;
mod upstream;
mod user;
mod vhost;

pub use cluster::Cluster;

use super::{Call, Intent, LocalState};
use crate::operation::{Operation, Operations, change};
use machine::rabbitmq::{Enabled, Node, Parameter, Policy, RabbitError};
use model::{Function, Map, Outcome, chain};

/// The state modules `rabbitmq_…`, except the one of clusters.
pub struct Rabbitmq;

/// The present state of the node.
#[derive(Clone, Debug)]
pub struct Live {
    node: Node,
    /// The state, or why it is not known.
    seen: Result<Present, String>,
}

/// The present state.
#[derive(Clone, Debug)]
enum Present {
    /// Nothing if there is no such user.
    User(Option<user::Known>),
    /// Whether there is such a virtual host.
    Vhost(bool),
    Policy(Option<Policy>),
    /// Nothing if there is no such plugin.
    Plugin(Option<Enabled>),
    Upstream(Option<Parameter>),
}

impl LocalState for Rabbitmq {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        let node = node(&call);
        if call.fields.takes("uri") {
            upstream::hide(&call);
        }
        let seen = see(&node, &call).await.map_err(|error| chain(&error));
        Ok(Live { node, seen })
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        match (call.function.module(), call.function.verb) {
            ("rabbitmq_user", "present") => user::present(&call, &live),
            ("rabbitmq_user", _) => user::absent(&call, &live),
            ("rabbitmq_vhost", "present") => vhost::present(&call, &live),
            ("rabbitmq_vhost", _) => vhost::absent(&call, &live),
            ("rabbitmq_policy", "present") => policy::present(&call, &live),
            ("rabbitmq_policy", _) => policy::absent(&call, &live),
            ("rabbitmq_plugin", "enabled") => plugin::enabled(&call, &live),
            ("rabbitmq_plugin", _) => plugin::disabled(&call, &live),
            (_, "present") => upstream::present(&call, &live),
            _ => upstream::absent(&call, &live),
        }
    }
}

async fn see(node: &Node, call: &Call<'_>) -> Result<Present, RabbitError> {
    Ok(match call.function.module() {
        "rabbitmq_user" => Present::User(user::see(node, call).await?),
        "rabbitmq_vhost" => Present::Vhost(node.vhosts().await?.iter().any(|name| name == call.name)),
        "rabbitmq_policy" => {
            let all = node.policies(&policy::vhost(call)).await?;
            Present::Policy(all.into_iter().find(|it| it.name == call.name))
        }
        "rabbitmq_plugin" => {
            let all = node.all_plugins().await?;
            Present::Plugin(all.iter().find(|it| it.name == call.name).map(|it| it.enabled))
        }
        _ => {
            let all = node.parameters().await?;
            let found =
                all.into_iter().find(|it| it.component == upstream::COMPONENT && it.name == call.name);
            Present::Upstream(found)
        }
    })
}

fn node(call: &Call<'_>) -> Node {
    let user = if call.fields.takes("runas") { call.fields.text("runas") } else { None };
    let user = user.filter(|name| !name.is_empty());
    let path = call.context.services.environment().remove("PATH").unwrap_or_default();
    Node { user, path }
}

/// Salt's `changes` for a thing that is added or removed.
fn old_and_new(old: &str, new: &str) -> Map {
    [("old".into(), old.into()), ("new".into(), new.into())].into_iter().collect()
}

/// The operations, and their report.
struct Plan {
    operations: Vec<Operation>,
    foreseen: String,
    done: String,
    failure: String,
    changes: Map,
}

impl Plan {
    /// Carries them out. If the node did not answer, the real run fails with the reason.
    fn intent(self, live: &Live) -> Intent<Operations> {
        change(self.foreseen, self.done, self.changes, self.operations)
            .or_fail(self.failure)
            .unless_unread(live.seen.as_ref().err().map(String::as_str))
    }
}
