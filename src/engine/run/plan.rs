//! All that is known before the first call of a run: the graph, the declarations, and the connections.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use super::Job;
use crate::Part;
use crate::declare::{Declared, declare};
use crate::facts::facts;
use crate::snapshot::{SessionId, Snapshot};
use aws::Connection;
use graph::{self, Graph, NodeFacts};
use model::{Leaves, Low, Minion, Problems};

/// All that is known before the first call.
pub(super) struct Plan {
    pub graph: Graph,
    /// By index in the graph.
    pub declared: Vec<Declared>,
    sessions: HashMap<Connection, SessionId>,
}

/// The graph of a run: which state waits for which. Nothing is opened and nothing is read.
///
/// # Errors
/// All mistakes in the declarations.
pub fn graph_of(lows: &[Low], rendered: &[String], minion: &Minion) -> Result<Graph, Problems> {
    Plan::of((lows, rendered), (minion, false), None, HashMap::new()).map(|plan| plan.graph)
}

impl Plan {
    /// Declares everything and opens its sessions.
    ///
    /// States refer to each other within a session. Whether two connections are one session is known only once they are
    /// open; if two are, the graph is built again.
    ///
    /// # Errors
    /// All mistakes in the declarations; nothing was opened then.
    pub async fn open(job: &Job<'_>) -> Result<Self, Problems> {
        let mut plan = Self::make(job, HashMap::new())?;
        let mut sessions = HashMap::new();
        for part in plan.declared.iter().flat_map(Declared::parts) {
            if !sessions.contains_key(&part.connection) {
                sessions.insert(part.connection.clone(), job.snapshot.open(&part.connection).await);
            }
        }
        let distinct: HashSet<SessionId> = sessions.values().copied().collect();
        if distinct.len() < sessions.len() {
            return Self::make(job, sessions);
        }
        plan.sessions = sessions;
        Ok(plan)
    }

    fn make(job: &Job<'_>, sessions: HashMap<Connection, SessionId>) -> Result<Self, Problems> {
        let calls = (&*job.lows, job.rendered);
        Self::of(calls, (job.minion, job.reads_tags), job.only, sessions)
    }

    fn of(
        (lows, rendered): (&[Low], &[String]),
        (minion, reads_tags): (&Minion, bool),
        only: Option<&str>,
        sessions: HashMap<Connection, SessionId>,
    ) -> Result<Self, Problems> {
        let found = RefCell::new(Vec::new());
        let problems = RefCell::new(Problems::default());
        let scope = |connection: &Connection| {
            let session = sessions.get(connection);
            session.map_or_else(|| format!("{connection:?}"), |session| format!("{session:?}"))
        };
        let facts = |low: &Low| {
            let declared = declare(low, minion, &mut problems.borrow_mut());
            let declared = if reads_tags { declared.map(Declared::reading_tags) } else { declared };
            let facts = declared.as_ref().map_or_else(NodeFacts::default, |it| facts(low, it, scope));
            found.borrow_mut().push(declared);
            facts
        };
        let built = graph::build(lows.to_vec(), rendered, &facts);
        let mut problems = problems.into_inner();
        if !problems.is_empty() {
            // They fail only their states; an author who has to correct other mistakes anyway wants to know of them.
            let unknown = found.borrow().iter().flatten().filter_map(Declared::unknown).cloned().collect();
            problems.extend(Problems(unknown));
        }
        problems.sort();
        let mut graph = match built {
            Ok(graph) => graph,
            Err(more) => {
                problems.extend(more);
                return Err(problems);
            }
        };
        if let Some(id) = only {
            graph.restrict(|low| low.id == id);
        }
        let declared: Vec<Declared> = found.into_inner().into_iter().flatten().collect();
        problems.or(Self { graph, declared, sessions })
    }

    /// The session of a connection.
    pub fn session(&self, connection: &Connection) -> SessionId {
        self.sessions.get(connection).copied().unwrap_or(SessionId(usize::MAX))
    }

    /// The parts of states that run, or run in test mode.
    pub fn parts(&self) -> Vec<(SessionId, &Part)> {
        let concerned = self.declared.iter().enumerate().filter(|(state, _)| self.graph.is_concerned(*state));
        let parts = concerned.flat_map(|(_, declared)| declared.parts());
        parts.map(|part| (self.session(&part.connection), part)).collect()
    }

    /// The parts of states that run.
    pub fn wanted(&self) -> Vec<(SessionId, &Part)> {
        let wanted = self.declared.iter().enumerate().filter(|(state, _)| self.graph.is_wanted(*state));
        let parts = wanted.flat_map(|(_, declared)| declared.parts());
        parts.map(|part| (self.session(&part.connection), part)).collect()
    }

    /// Notes what all states that will run create or delete.
    pub fn promise_all(&self, snapshot: &Snapshot) {
        for (state, declared) in self.declared.iter().enumerate() {
            if self.graph.is_wanted(state) {
                self.promise(snapshot, state, declared);
            }
        }
    }

    /// Notes what a state will create or delete.
    fn promise(&self, snapshot: &Snapshot, state: usize, declared: &Declared) {
        for part in declared.parts() {
            let session = self.session(&part.connection);
            for reference in part.kind.provides(&part.spec) {
                match part.leaves {
                    Leaves::Present => snapshot.promise(session, reference, state),
                    Leaves::Absent => snapshot.note_leaving(session, reference, state),
                    _ => {}
                }
            }
        }
    }
}
