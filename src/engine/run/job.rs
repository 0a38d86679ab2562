//! What a run is given, and what it gives.

use std::time::Duration;

use crate::engine::conditions::Functions;
use crate::engine::event::Event;
use crate::engine::snapshot::Snapshot;
use crate::graph::{Graph, Walked};
use crate::model::{Low, Minion, Problem};
use crate::system::Supplies;

/// What is to be run, and how.
pub struct Job<'a> {
    /// The chunks in Salt's order.
    pub lows: Vec<Low>,
    /// All SLS of the run, also those without states.
    pub rendered: &'a [String],
    /// Configuration, grains and pillar.
    pub minion: &'a Minion,
    /// What has been read so far, by templates, and the connections.
    pub snapshot: &'a Snapshot,
    /// Files of the trees, templates and the clock, for states of the machine.
    pub supplies: &'a dyn Supplies,
    /// Carries out execution functions for `module.run` and the module form of `onlyif` and `unless`.
    pub functions: &'a Functions<'a>,
    /// The ID of what alone is to be run, with all it requires; none for everything.
    pub only: Option<&'a str>,
    /// True to tell what would be done and do nothing.
    pub test: bool,
    /// True when the tags of everything declared are read, for whoever judges a plan by them.
    pub reads_tags: bool,
    /// True when any failure ends the run.
    pub failhard: bool,
    /// How many states may be under way at once.
    pub at_once: usize,
    /// The time of day as Salt prints it, so long after the walk began.
    pub clock: &'a dyn Fn(Duration) -> String,
    /// Told of everything that happens.
    pub observe: &'a (dyn Fn(Event) + Sync),
}

/// How a run ended.
#[derive(Debug)]
pub struct Ran {
    /// What each state came to, in Salt's order.
    pub walked: Walked,
    /// What an author should know and need not act on.
    pub warnings: Vec<Problem>,
    /// The states and what connects them.
    pub graph: Graph,
}
