//! The agent and the mine: it brings it up to date, and uses it for the programs of this machine.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::child::Task;
use super::serve::Serving;
use super::socket::Reply;
use crate::mine::{Miner, Written};
use crate::protocol::Call;
use crate::targets::Target;
use model::chain;
use sls::matcher::MatchKind;

/// A target as programs write it.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Asked {
    /// The expression.
    pub tgt: String,
    /// How it is read: `glob`, `grain` …
    pub tgt_type: String,
}

/// What is done with the mine.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MineQuestion {
    /// Writes results.
    Write {
        /// The results.
        items: Vec<Item>,
        /// Whether all others are deleted.
        clear: bool,
    },
    /// Deletes the result of one function, or of all.
    Delete {
        /// The function.
        function: Option<String>,
    },
    /// Reads results.
    Read {
        /// Of which instances.
        target: Asked,
        /// Of which functions.
        functions: Vec<String>,
    },
}

/// A result to be written.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Item {
    /// The function, or another name.
    pub function: String,
    /// The result.
    pub result: serde_json::Value,
    /// Who may read it; all of the fleet if it is left out.
    #[serde(default)]
    pub allow: Option<Asked>,
}

impl Asked {
    fn target(self) -> Result<Target, String> {
        let kind = MatchKind::parse(&self.tgt_type);
        let kind = kind.ok_or_else(|| format!("there is no kind of target '{}'", self.tgt_type))?;
        Ok(Target { kind, expression: self.tgt })
    }
}

async fn done(miner: Miner, question: MineQuestion) -> Result<serde_json::Value, String> {
    let told = |error| chain(&error);
    match question {
        MineQuestion::Write { items, clear } => {
            let written = |Item { function, result, allow }: Item| {
                Ok(Written { function, result, allow: allow.map(Asked::target).transpose()? })
            };
            let items: Vec<Written> = items.into_iter().map(written).collect::<Result<_, String>>()?;
            miner.write(&items, clear).await.map_err(told)?;
        }
        MineQuestion::Delete { function } => miner.delete(function.as_deref()).await.map_err(told)?,
        MineQuestion::Read { target, functions } => {
            let found = miner.read(&target.target()?, &functions).await.map_err(told)?;
            return serde_json::to_value(found).map_err(|error| error.to_string());
        }
    }
    Ok(serde_json::Value::Bool(true))
}

impl Serving<'_> {
    /// Uses the mine beside the agent's own work: the servers may take their time.
    pub(super) fn use_mine(&self, question: MineQuestion, reply: tokio::sync::oneshot::Sender<Reply>) {
        let agent = &*self.agent;
        let miner = Miner {
            transport: Arc::clone(&self.transport),
            identity: agent.identity.clone(),
            id: agent.id.clone(),
            operators: agent.operators.clone(),
            keys: agent.mine.clone(),
            clock: agent.clock,
        };
        tokio::spawn(async move {
            let answer = done(miner, question).await.map_or_else(Reply::Error, Reply::Answer);
            let _ = reply.send(answer);
        });
    }

    /// Has `mine.update` run in a child process, which sends the results by the agent's socket.
    pub(super) fn update_mine(&self) {
        let Some(deadline) = self.agent.mine_interval else { return };
        let task = Task { call: Call::new("mine.update", vec![]), roots: None };
        let runner = Arc::clone(&self.agent.runner);
        tokio::spawn(async move {
            let (_kill, killed) = tokio::sync::oneshot::channel();
            let ended = runner.run(task, deadline, killed).await;
            if ended.retcode != 0 {
                tracing::warn!("the mine was not brought up to date: {}", ended.result);
            }
        });
    }
}
