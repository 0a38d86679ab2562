//! What a command gives: data, how it is usually shown, and how the command ended.

use std::time::Duration;

use super::error::Ending;
use super::findings::Findings;
use super::render::Outputter;
use crate::aws::{CallCount, WaitCount};
use crate::engine::journal::{Change, Difference, Loaded, Verified};
use crate::engine::run_plan::{RunPlan, Tally};
use crate::model::{Problem, Value};

/// The answer of a command.
#[derive(Clone, Debug)]
pub struct CommandAnswer {
    /// What stands under `local` in the return.
    pub data: Value,
    /// How it is shown where nobody says otherwise.
    pub outputter: Outputter,
    /// What stands around the data.
    pub form: Form,
    /// True when the order of keys says something and they are not to be sorted.
    pub is_ordered: bool,
    /// How the command ended.
    pub ending: Ending,
    /// What an author should know and need not act on.
    pub warnings: Vec<Problem>,
    /// What it cost.
    pub cost: Cost,
    /// The slowest states of a long run, with their times.
    pub slowest: Vec<(String, Duration)>,
    /// What a test run would do, counted.
    pub tally: Option<Tally>,
}

/// What stands around the data of an answer.
#[derive(Clone, Debug)]
pub enum Form {
    /// Salt's return: `{"local": data}`.
    Return,
    /// Nothing.
    Bare,
    /// Nothing, and the answer is text that programs read as it is, unless a layout is asked for.
    Verbatim,
    /// The answer is what was found, in a layout of its own.
    Findings(Findings),
    /// The answer is the plan of a run, in layouts of its own.
    Plan(Box<RunPlan>),
    /// The answer is what the journal says, in layouts of its own.
    Runs(Runs),
}

/// What the journal says.
#[derive(Clone, Debug)]
pub enum Runs {
    /// Some runs, newest first.
    List(Vec<Loaded>),
    /// One run.
    Show(Box<Loaded>),
    /// What two runs did otherwise.
    Differences {
        /// The things.
        found: Vec<Difference>,
        /// The runs.
        names: (String, String),
    },
    /// What runs did to one thing.
    Blame {
        /// What was asked for.
        name: String,
        /// What they did, newest first.
        changes: Vec<Change>,
    },
    /// Whether the journal is as it was written.
    Verified(Verified),
}

/// What a command cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// Its calls of AWS.
    pub calls: CallCount,
    /// What these waited for, so that AWS need not throttle them.
    pub waited: WaitCount,
    /// How long the run took, rendering aside.
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
