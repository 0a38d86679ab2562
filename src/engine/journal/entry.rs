//! The lines of a run's file.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::engine::run_plan::Thing;
use crate::model::Low;

/// A line: when, and what happened.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Line {
    /// When it was written.
    pub at: Timestamp,
    /// What happened.
    #[serde(flatten)]
    pub entry: Entry,
}

/// What happened.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(tag = "entry", rename_all = "lowercase")]
pub enum Entry {
    /// The run is about to change something: the first line.
    Begun(Box<Begun>),
    /// What was observed of a thing, and what is to become of it.
    Planned {
        /// The state that looks after it.
        state: StateName,
        /// The thing. The `old` values of its attributes are what was observed.
        thing: Box<Thing>,
    },
    /// A step begins: its call is sent after this line.
    Step {
        /// The state that makes it.
        state: StateName,
        /// What it does, as people read it.
        step: String,
    },
    /// AWS has answered a call that changes something, or is known to have given no answer.
    Called(Called),
    /// What was found of a thing after the last step.
    Found {
        /// The state that looks after it.
        state: StateName,
        /// The thing. Its attributes are what still differs.
        thing: Box<Thing>,
    },
    /// A state has ended that changed something, or failed.
    Ended {
        /// The state.
        state: StateName,
        /// `succeeded` or `failed`.
        result: String,
        /// Salt's comment.
        comment: String,
        /// Salt's `changes`.
        changes: Json,
    },
    /// The run has ended: the last line.
    Finished(Finished),
    /// A line of a newer version.
    #[serde(other)]
    Unknown,
}

/// What ran, where and for whom.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Begun {
    /// The version of the lines.
    pub format_version: u32,
    /// The run's name: the moment at which it began, in UTC, to the microsecond.
    pub run: String,
    /// The program and its version.
    pub program: String,
    /// What was called: `state.highstate`.
    pub function: String,
    /// Its arguments. Values that could be secret are left out.
    pub arguments: Vec<String>,
    /// The user, and behind an arrow who became this user by `sudo`: `root ← ada`.
    pub user: String,
    /// The host.
    pub host: String,
    /// The number of the process.
    pub pid: u32,
    /// The minion ID.
    pub minion: String,
    /// The run before this one.
    pub previous: Option<Previous>,
}

/// The end of the run before.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Previous {
    /// Its name.
    pub run: String,
    /// The hash of its last line at that time.
    pub hash: String,
}

/// A state, as its author finds it again.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct StateName {
    /// The ID of its declaration.
    pub id: String,
    /// The state function: `boto_sqs.present`.
    pub function: String,
    /// Its name.
    pub name: String,
    /// The SLS that declares it.
    pub sls: String,
    /// Where: `states/myapp.sls:3:1`.
    pub declared_at: String,
}

/// A call that changes something.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Called {
    /// The state that made it, where that is known.
    pub state: Option<StateName>,
    /// The operation: `SQS.CreateQueue`.
    pub operation: String,
    /// What AWS calls the request.
    pub request_id: Option<String>,
    /// The status of the answer; none where there was no answer.
    pub status: Option<u16>,
    /// How often it was tried.
    pub attempts: u64,
    /// How long it took, in milliseconds, with all its attempts.
    pub ms: u64,
}

/// How the run ended.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct Finished {
    /// `succeeded`, `failed` or `interrupted`.
    pub result: String,
    /// How many states there were.
    pub states: usize,
    /// How many changed something.
    pub changed: usize,
    /// How many failed.
    pub failed: usize,
    /// How many calls were made, reads among them.
    pub calls: u64,
}

impl StateName {
    /// The name of a state that is called.
    pub fn of(low: &Low) -> Self {
        Self {
            id: low.id.clone(),
            function: low.full_function(),
            name: low.name.clone(),
            sls: low.sls.clone(),
            declared_at: low.place.to_string(),
        }
    }

    /// The state as messages name it: `boto_sqs.present 'queue' (states/a.sls:3:1)`.
    pub fn title(&self) -> String {
        format!("{} '{}' ({})", self.function, self.id, self.declared_at)
    }
}

impl Entry {
    /// The state that the line is about.
    pub fn state(&self) -> Option<&StateName> {
        match self {
            Self::Planned { state, .. }
            | Self::Step { state, .. }
            | Self::Found { state, .. }
            | Self::Ended { state, .. } => Some(state),
            Self::Called(called) => called.state.as_ref(),
            Self::Begun(_) | Self::Finished(_) | Self::Unknown => None,
        }
    }
}
