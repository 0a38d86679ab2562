//! The lines of a run's file.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::event::StepProof;
use crate::run_plan::Thing;
use model::Low;

/// A line: time and event.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Line {
    /// When it was written.
    pub at: Timestamp,
    /// The event.
    #[serde(flatten)]
    pub entry: Entry,
}

/// An event.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(tag = "entry", rename_all = "lowercase")]
pub enum Entry {
    /// The run is about to change something: the first line.
    Begun(Box<Begun>),
    /// The observed state of a thing, and the plan for it.
    Planned {
        /// The state that manages it.
        state: StateName,
        /// The thing. The `old` values of its attributes are the observed ones.
        thing: Box<Thing>,
    },
    /// A step begins: its call is sent after this line.
    Step {
        /// The state that makes it.
        state: StateName,
        /// The step's description for people.
        step: String,
    },
    /// A step was done: AWS answered it, or a look showed its effect.
    Done {
        /// The state that made it.
        state: StateName,
        /// The step's description for people.
        step: String,
        /// The thing that it changed, and what proves it.
        #[serde(flatten)]
        proof: StepProof,
    },
    /// A thing that the run made, at the first look that showed it.
    Made {
        /// The state that made it.
        state: StateName,
        /// The thing, with its id. Its attributes are the remaining differences.
        thing: Box<Thing>,
    },
    /// AWS has answered a call that changes something, or gave no answer.
    Called(Called),
    /// The observed state of a thing after the last step.
    Found {
        /// The state that manages it.
        state: StateName,
        /// The thing. Its attributes are the remaining differences.
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

/// The run's program, command, user, host and minion.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Begun {
    /// The version of the lines.
    pub format_version: u32,
    /// The run's name: its start time in UTC, to the microsecond.
    pub run: String,
    /// The program and its version.
    pub program: String,
    /// The command: `state.highstate`.
    pub function: String,
    /// Its arguments. Values that could be secret are left out.
    pub arguments: Vec<String>,
    /// The user, and after an arrow the user who called `sudo`: `root ← ada`.
    pub user: String,
    /// The host.
    pub host: String,
    /// The number of the process.
    pub pid: u32,
    /// The minion ID.
    pub minion: String,
    /// The tree whose SLS the run used: the directory of its configuration, or its working directory.
    #[serde(default)]
    pub tree: Option<String>,
    /// The run that this one undoes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undoes: Option<String>,
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

/// A state, as its author finds it.
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
    /// Its place: `states/myapp.sls:3:1`.
    pub declared_at: String,
}

/// A call that changes something.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Called {
    /// The state that made it, if it is known.
    pub state: Option<StateName>,
    /// The operation: `SQS.CreateQueue`.
    pub operation: String,
    /// AWS's id of the request.
    pub request_id: Option<String>,
    /// The status of the answer, if there was one.
    pub status: Option<u16>,
    /// The number of attempts.
    pub attempts: u64,
    /// Its duration in milliseconds, with all its attempts.
    pub ms: u64,
}

/// The result of the run.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct Finished {
    /// `succeeded`, `failed` or `interrupted`.
    pub result: String,
    /// The number of states.
    pub states: usize,
    /// The number of states that changed something.
    pub changed: usize,
    /// The number of states that failed.
    pub failed: usize,
    /// The number of calls, reads included.
    pub calls: u64,
}

impl StateName {
    /// The name of a called state.
    pub fn of(low: &Low) -> Self {
        Self {
            id: low.id.clone(),
            function: low.full_function(),
            name: low.name.clone(),
            sls: low.sls.clone(),
            declared_at: low.place.to_string(),
        }
    }

    /// The state in messages: `boto_sqs.present 'queue' (states/a.sls:3:1)`.
    pub fn title(&self) -> String {
        format!("{} '{}' ({})", self.function, self.id, self.declared_at)
    }
}

impl Entry {
    /// The state of the line.
    pub fn state(&self) -> Option<&StateName> {
        match self {
            Self::Planned { state, .. }
            | Self::Step { state, .. }
            | Self::Done { state, .. }
            | Self::Made { state, .. }
            | Self::Found { state, .. }
            | Self::Ended { state, .. } => Some(state),
            Self::Called(called) => called.state.as_ref(),
            Self::Begun(_) | Self::Finished(_) | Self::Unknown => None,
        }
    }
}
