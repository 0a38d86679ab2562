//! The driver for kinds of the machine itself: describe, diff, (a test run stops here,) apply.

use std::sync::Arc;

use super::composed::{self, CallContext};
use super::conditions::Functions;
use super::event::Event;
use graph::{CallEnd, Graph, Reaction};
use kind::Composite;
use model::{
    Fields, Function, Invocation, Low, Minion, Outcome, Place, Relation, Unanswered, Value, Verdict,
};
use system::{Action, AnyLocal, Call, Intent, Memory, RunServices, StateContext};

/// A checked declaration of a thing of the machine itself.
#[derive(Clone)]
pub struct LocalPart {
    /// Its kind.
    pub kind: &'static dyn AnyLocal,
    /// The state function.
    pub function: &'static Function,
    /// Its arguments.
    pub fields: Fields,
}

/// The chunks that wait for each chunk, by index in the graph. It is made once: a run may have ten thousand.
pub(super) struct Dependants(Vec<Vec<usize>>);

/// True for a requisite by which one chunk waits for the other.
fn waits(link: &&graph::Link) -> bool {
    !matches!(link.kind.relation, Relation::Listen | Relation::Prereq | Relation::Use)
}

impl Dependants {
    /// Those of a graph.
    pub fn of(graph: &Graph) -> Self {
        let mut all = vec![vec![]; graph.nodes.len()];
        for (index, node) in graph.nodes.iter().enumerate() {
            for link in node.links.iter().filter(waits) {
                // The links of one chunk come together, so the last one shows whether it is there.
                if let Some(found) = all.get_mut(link.target).filter(|found| found.last() != Some(&index)) {
                    found.push(index);
                }
            }
        }
        Self(all)
    }
}

/// The chunks that requisites connect with a chunk.
pub(super) struct ConnectedChunks<'a> {
    required: Vec<&'a Low>,
    dependants: Vec<&'a Low>,
}

impl<'a> ConnectedChunks<'a> {
    /// The connected chunks of one chunk.
    pub fn of(graph: &'a Graph, dependants: &Dependants, index: usize) -> Self {
        let own = graph.nodes.get(index).map(|node| node.links.as_slice()).unwrap_or_default();
        let required = own.iter().filter(waits).filter_map(|link| graph.nodes.get(link.target));
        let dependants = dependants.0.get(index).into_iter().flatten();
        Self {
            required: required.map(|node| &node.low).collect(),
            dependants: dependants.filter_map(|index| Some(&graph.nodes.get(*index)?.low)).collect(),
        }
    }

    /// The context of that chunk's call.
    pub fn context<'b>(
        &'b self,
        low: &'b Low,
        services: &'b dyn RunServices,
        memory: &'b Memory,
    ) -> StateContext<'b> {
        let (required, dependants) = (&self.required, &self.dependants);
        StateContext { low, services, memory, required, dependants, later_calls: &[] }
    }
}

/// How the run makes its calls.
#[derive(Clone, Copy)]
pub(super) struct Run<'a> {
    /// True for a test run.
    pub test: bool,
    /// Calls execution functions.
    pub functions: &'a Functions<'a>,
    /// The context of functions that are combined states.
    pub standing: CallContext<'a>,
}

/// The targets of a reaction; for `listen` Salt names none.
pub(super) fn watched(graph: &Graph, reaction: &Reaction) -> Option<Vec<String>> {
    let name = |index: &usize| {
        let node = graph.nodes.get(*index)?;
        Some(format!("{}: {}", node.low.state, node.low.id))
    };
    match reaction {
        Reaction::Call | Reaction::Predict => None,
        Reaction::Watch(changed) => Some(changed.iter().filter_map(name).collect()),
        Reaction::Listen => Some(vec![]),
    }
}

/// Makes the call, or reports what it would do. `watched` makes it a reaction. An interrupted run does not wait until
/// the machine has been read, because sources may be fetched for that; a change that has begun may end.
pub(super) async fn carry_out(
    part: &LocalPart,
    context: StateContext<'_>,
    minion: &Minion,
    watched: Option<&[String]>,
    run: Run<'_>,
) -> CallEnd {
    let place = &context.low.place;
    let call = Call {
        function: part.function,
        name: &context.low.name,
        fields: &part.fields,
        minion,
        reacts_to: watched,
        context,
    };
    let Some(intent) = run.standing.context.stop.or(part.kind.plan(call)).await else {
        return CallEnd::not_started();
    };
    match objection(&intent, run, place) {
        Some(outcome) => outcome.into(),
        None => act(intent, context.low, minion, run).await.into(),
    }
}

/// Makes the changes of a call, or reports them in a test run.
async fn act(intent: Intent<Action>, low: &Low, minion: &Minion, run: Run<'_>) -> Outcome {
    if let (false, Intent::Act { foreseen, .. } | Intent::Invoke { foreseen, .. }) = (run.test, &intent) {
        let CallContext { state, observe, .. } = run.standing;
        observe(Event::Predicted { state, outcome: Arc::new(foreseen.clone()) });
        // The run may have to be recorded, and the disk refuses the record.
        if let Err(why) = run.standing.snapshot.sessions().calls().permitted() {
            return Outcome::failed(format!("Nothing was changed: {why}.\nDeclared at {}", low.place));
        }
    }
    match intent {
        Intent::Settled(outcome) => outcome,
        Intent::Act { foreseen, .. } if run.test => foreseen,
        Intent::Act { step, .. } => step.carry_out().await,
        Intent::Invoke { foreseen, invocations, in_tests, finish } => {
            let is_rehearsed = run.test && !in_tests.is_empty();
            let invocations = if is_rehearsed { in_tests } else { invocations };
            let calls: Vec<_> =
                invocations.into_iter().map(|call| (composed::find(&call.function), call)).collect();
            if run.test && !is_rehearsed && calls.iter().any(|(composite, _)| composite.is_none()) {
                return foreseen;
            }
            let (mut answers, mut is_foreseen) = (Vec::with_capacity(calls.len()), false);
            for (composite, invocation) in calls {
                let answer = match composite {
                    Some(composite) => {
                        let call = (composite, invocation.clone());
                        // Boxed: it would make every state's future larger.
                        let answer = Box::pin(compose(call, low, minion, run)).await;
                        let result = answer.as_ref().ok().and_then(|answer| answer.traverse("result", ":"));
                        is_foreseen |= result.is_some_and(Value::is_null);
                        answer
                    }
                    None => run.functions.invoke(invocation.clone()).await,
                };
                answers.push((invocation, answer));
            }
            let outcome = finish(&answers);
            match outcome.verdict {
                Verdict::Succeeded if is_foreseen => Outcome { verdict: Verdict::WouldChange, ..outcome },
                _ => outcome,
            }
        }
    }
}

/// Why the changes of a state may not be made.
fn objection<S>(intent: &Intent<S>, run: Run<'_>, place: &Place) -> Option<Outcome> {
    let approval = run.standing.context.approval.filter(|_| !run.test)?;
    let (Intent::Act { foreseen, .. } | Intent::Invoke { foreseen, .. }) = intent else { return None };
    let functions = match intent {
        Intent::Invoke { invocations, .. } => invocations.as_slice(),
        _ => &[],
    };
    let mut refused = functions.iter().filter_map(|it| approval.function(&it.function).err());
    let why = approval.machine(run.standing.state, foreseen).err().or_else(|| refused.next())?;
    Some(Outcome::failed(format!("Nothing was changed: {why}.\nDeclared at {place}")))
}

/// Calls a combined state where a function is called.
async fn compose(
    (composite, call): (&'static Composite, Invocation),
    low: &Low,
    minion: &Minion,
    run: Run<'_>,
) -> Result<Value, Unanswered> {
    let call = composed::CheckedCall::read(composite, call, minion, &low.place);
    let call = call.map_err(|problems| Unanswered::Unreached(problems.to_string()))?;
    Ok(call.carry_out(run.standing, run.test).await)
}
