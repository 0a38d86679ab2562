//! Clusters.

use super::{Call, Intent, LocalState, node, old_and_new, spec};
use crate::Step;
use crate::operation::with;
use machine::rabbitmq::Node;
use model::{Function, Outcome, chain};

/// The state module `rabbitmq_cluster`.
pub struct Cluster;

/// The nodes of the cluster.
#[derive(Clone, Debug)]
pub struct Members {
    pub(super) node: Node,
    /// The nodes, or why they are not known.
    pub(super) members: Result<Vec<String>, String>,
}

/// The node joins others: it loses its own data, and gets theirs.
#[derive(Clone, Debug)]
pub struct Join {
    node: Node,
    other: String,
    is_ram: bool,
    /// Why it cannot begin.
    silence: Option<String>,
    done: Outcome,
}

impl LocalState for Cluster {
    type Live = Members;
    type Step = Join;

    const FUNCTIONS: &'static [Function] = spec::OF_CLUSTERS;
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Members, Outcome> {
        let node = node(&call);
        let members = node.members().await.map_err(|error| chain(&error));
        Ok(Members { node, members })
    }

    fn diff(call: Call<'_>, live: Members) -> Intent<Join> {
        let fields = call.fields;
        let user = fields.text("user").unwrap_or_else(|| "rabbit".to_owned());
        let other = format!("{user}@{}", fields.required_text("host"));
        if live.members.as_ref().is_ok_and(|members| members.contains(&other)) {
            return Intent::Settled(Outcome::succeeded("Already in cluster"));
        }
        let changes = old_and_new("", &other);
        let foreseen = Outcome::would_change(format!("Node is set to join cluster {other}"));
        let done = Outcome::succeeded(format!("Node joined cluster {other}"));
        Intent::Act {
            foreseen: with(foreseen, changes.clone()),
            step: Join {
                node: live.node,
                other,
                is_ram: fields.boolean("ram_node") == Some(true),
                silence: live.members.err(),
                done: with(done, changes),
            },
        }
    }
}

impl Join {
    /// The node's application stops, joins and starts; it starts even if it could not join.
    async fn join(&self) -> Result<(), String> {
        if let Some(why) = &self.silence {
            return Err(why.clone());
        }
        let run = async |words: &[&str]| {
            self.node.control(words).ask().await.map(drop).map_err(|error| chain(&error))
        };
        run(&["stop_app"]).await?;
        let ram: &[&str] = if self.is_ram { &["--ram"] } else { &[] };
        let joined = run(&[&["join_cluster"], ram, &["--", self.other.as_str()]].concat()).await;
        let started = run(&["start_app"]).await;
        joined.and(started)
    }
}

impl Step for Join {
    async fn carry_out(self) -> Outcome {
        match self.join().await {
            Ok(()) => self.done,
            Err(why) => Outcome::failed(format!("Failed to join cluster {}: {why}", self.other)),
        }
    }
}
