//! The answer of a command: its data, its default layout, and how the command ended.

use std::time::Duration;

use super::error::Ending;
use super::findings::Findings;
use super::render::Outputter;
use aws::{CallCount, WaitCount};
use engine::journal::{Change, Difference, Loaded, Verified};
use engine::run_plan::{RunPlan, Tally};
use model::{Problem, Value};

/// The answer of a command.
#[derive(Clone, Debug)]
pub struct CommandAnswer {
    /// The data under `local` in the return.
    pub data: Value,
    /// The default layout.
    pub outputter: Outputter,
    /// The data around it.
    pub form: Form,
    /// True when the order of keys has a meaning and they must not be sorted.
    pub is_ordered: bool,
    /// How the command ended.
    pub ending: Ending,
    /// Notes for the author that need no action.
    pub warnings: Vec<Problem>,
    /// The calls and times.
    pub cost: Cost,
    /// The slowest states of a long run, with their times.
    pub slowest: Vec<(String, Duration)>,
    /// The numbers of changes that a test run would make.
    pub tally: Option<Tally>,
}

/// The data around an answer.
#[derive(Clone, Debug)]
pub enum Form {
    /// Salt's return: `{"local": data}`.
    Return,
    /// Nothing.
    Bare,
    /// Nothing; the answer is a text for programs, unless a layout is asked for.
    Verbatim,
    /// The answer is a list of findings, in its own layout.
    Findings(Findings),
    /// The answer is the plan of a run, in its own layouts.
    Plan(Box<RunPlan>),
    /// The answer comes from the journal, in its own layouts.
    Runs(Runs),
}

/// An answer from the journal.
#[derive(Clone, Debug)]
pub enum Runs {
    /// Some runs, newest first.
    List(Vec<Loaded>),
    /// One run.
    Show(Box<Loaded>),
    /// The differences of two runs.
    Differences {
        /// The things.
        found: Vec<Difference>,
        /// The runs.
        names: (String, String),
    },
    /// The changes of runs to one thing.
    Blame {
        /// The name that was asked for.
        name: String,
        /// The changes, newest first.
        changes: Vec<Change>,
    },
    /// Whether the journal is as its runs wrote it.
    Verified(Verified),
}

/// The calls and times of a command.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// Its calls of AWS.
    pub calls: CallCount,
    /// The waits of these calls, which save AWS's throttles.
    pub waited: WaitCount,
    /// The duration of the command, without the rendering of its answer.
    pub took: Duration,
}

impl CommandAnswer {
    /// Plain data.
    pub fn data(data: impl Into<Value>) -> Self {
        let ending = Ending::Succeeded;
        Self {
            data: data.into(),
            outputter: Outputter::Nested,
            form: Form::Return,
            is_ordered: false,
            ending,
            warnings: vec![],
            cost: Cost::default(),
            slowest: vec![],
            tally: None,
        }
    }

    /// Data whose keys have an order.
    pub fn ordered(data: impl Into<Value>) -> Self {
        Self { is_ordered: true, ..Self::data(data) }
    }
}
