//! The input and the output of a run.

use std::time::Duration;

use crate::conditions::Functions;
use crate::event::Event;
use crate::snapshot::Snapshot;
use graph::{Graph, Walked};
use model::{Low, Minion, Problem};
use system::RunServices;

/// The states of a run, and how to run them.
pub struct Job<'a> {
    /// The chunks in Salt's order.
    pub lows: Vec<Low>,
    /// All SLS of the run, also those without states.
    pub rendered: &'a [String],
    /// Configuration, grains and pillar.
    pub minion: &'a Minion,
    /// The reads so far, by templates, and the connections.
    pub snapshot: &'a Snapshot,
    /// Files of the trees, templates and the clock, for states of the machine.
    pub services: &'a dyn RunServices,
    /// Calls execution functions for `module.run` and the module form of `onlyif` and `unless`.
    pub functions: &'a Functions<'a>,
    /// The ID of the only state to run, with all that it requires; none for all states.
    pub only: Option<&'a str>,
    /// True to report what would be done, and change nothing.
    pub test: bool,
    /// True when the tags of all declared things are read, for approvals that need them.
    pub reads_tags: bool,
    /// True when the accounts of all connections are needed. Otherwise only those of connections in which something
    /// differs are asked for.
    pub asks_accounts: bool,
    /// True when any failure ends the run.
    pub failhard: bool,
    /// The maximum number of running states.
    pub at_once: usize,
    /// The time of day in Salt's format, this long after the walk began.
    pub clock: &'a dyn Fn(Duration) -> String,
    /// Is called with every event.
    pub observe: &'a (dyn Fn(Event) + Sync),
}

/// The result of a run.
#[derive(Debug)]
pub struct Ran {
    /// The result of each state, in Salt's order.
    pub walked: Walked,
    /// Notes for the author that need no action.
    pub warnings: Vec<Problem>,
    /// The states and their connections.
    pub graph: Graph,
}
