//! The driver for kinds of the machine itself: describe, diff, (a test run stops here,) apply.

use super::conditions::Functions;
use crate::graph::Graph;
use crate::model::{Fields, Function, Low, Minion, Outcome, Relation};
use crate::system::{AnyLocal, Around, Call, Intent, Memory, Supplies};

/// A checked declaration of something of the machine itself.
#[derive(Clone)]
pub struct LocalPart {
    /// Its kind.
    pub kind: &'static dyn AnyLocal,
    /// The state function.
    pub function: &'static Function,
    /// Its arguments.
    pub fields: Fields,
}

/// The chunks that requisites connect with one.
pub(super) struct Neighbours<'a> {
    required: Vec<&'a Low>,
    dependants: Vec<&'a Low>,
}

impl<'a> Neighbours<'a> {
    /// Those of one chunk.
    pub fn of(graph: &'a Graph, index: usize) -> Self {
        let waits = |link: &&crate::graph::Link| {
            !matches!(link.kind.relation, Relation::Listen | Relation::Prereq | Relation::Use)
        };
        let own = graph.nodes.get(index).map(|node| node.links.as_slice()).unwrap_or_default();
        let required = own.iter().filter(waits).filter_map(|link| graph.nodes.get(link.target));
        let dependants = graph
            .nodes
            .iter()
            .filter(|node| node.links.iter().filter(waits).any(|link| link.target == index));
        Self {
            required: required.map(|node| &node.low).collect(),
            dependants: dependants.map(|node| &node.low).collect(),
        }
    }

    /// What lies around the call of that chunk.
    pub fn around<'b>(&'b self, low: &'b Low, supplies: &'b dyn Supplies, memory: &'b Memory) -> Around<'b> {
        Around { low, supplies, memory, required: &self.required, dependants: &self.dependants }
    }
}

/// How the run goes about its calls.
#[derive(Clone, Copy)]
pub(super) struct Run<'a> {
    /// True for a test run.
    pub test: bool,
    /// Carries out execution functions.
    pub functions: &'a Functions<'a>,
}

/// Carries the call out, or tells what it would do. `watched` makes it a reaction.
pub(super) async fn carry_out(
    part: &LocalPart,
    around: Around<'_>,
    minion: &Minion,
    watched: Option<&[String]>,
    run: Run<'_>,
) -> Outcome {
    let call = Call {
        function: part.function,
        name: &around.low.name,
        fields: &part.fields,
        minion,
        reacts_to: watched,
        around,
    };
    match part.kind.plan(call).await {
        Intent::Settled(outcome) => outcome,
        Intent::Act { foreseen, .. } | Intent::Invoke { foreseen, .. } if run.test => foreseen,
        Intent::Act { step, .. } => step.carry_out().await,
        Intent::Invoke { invocations, finish, .. } => {
            let mut answers = Vec::with_capacity(invocations.len());
            for invocation in invocations {
                let answer = run.functions.invoke(invocation.clone()).await;
                answers.push((invocation, answer));
            }
            finish(&answers)
        }
    }
}
