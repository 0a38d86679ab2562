//! State functions that combine others, called as execution functions: `elb.register` by `module.run` and the command
//! line.
//!
//! They do the same as the state: the same parts, compared, gated and applied by the one driver. They answer like a
//! state, with `name`, `result`, `comment` and `changes`. With `test=True` they show what they would do.

use super::conditions::Stop;
use super::declare::{Declared, declare};
use super::event::Event;
use super::functions::entries;
use super::gate::{Failures, RunContext};
use super::part::Part;
use super::prime;
use super::reconcile::Task;
use super::report;
use super::snapshot::{Moment, Snapshot};
use kind::{COMPOSITES, CONNECTION, Composite};
use model::Effect::{ChangesAws, NeedsPillar, ReadsAws, ReadsMachine};
use model::problem::did_you_mean;
use model::{
    Argument, Effect, Fields, Invocation, Low, Minion, Node, Outcome, Place, Problem, Problems, Shape, Value,
    Verdict,
};

/// The argument that such a function takes besides those of the state.
pub const TEST: Argument = Argument::optional("test", Shape::Boolean, "only show what would change");

/// The effects of such a function on the world.
pub const DOES: &[Effect] = &[NeedsPillar, ReadsMachine, ReadsAws, ChangesAws];

/// The run in which a call is made.
#[derive(Clone, Copy)]
pub(super) struct CallContext<'a> {
    /// The reads of the run, and the connections.
    pub snapshot: &'a Snapshot,
    /// What a gate checks.
    pub context: RunContext<'a>,
    /// The calling state.
    pub state: usize,
    /// Is notified of waits.
    pub observe: &'a (dyn Fn(Event) + Sync),
}

/// A call whose arguments are checked.
pub(super) struct CheckedCall {
    name: String,
    parts: Vec<Part>,
    remark: Option<String>,
    tries_all: bool,
    place: Place,
    test: Option<bool>,
}

/// The function with that name.
pub fn find(name: &str) -> Option<&'static Composite> {
    COMPOSITES.iter().copied().find(|composite| composite.function.names.contains(&name))
}

/// The names of such a function's arguments, in order.
pub fn parameters(composite: &Composite) -> Vec<&'static str> {
    let own = composite.function.arguments.iter().map(|argument| argument.name);
    own.chain(CONNECTION).chain([TEST.name]).collect()
}

/// True for a chunk that is this function, or calls it.
pub fn is_meant_by(low: &Low, composite: &Composite) -> bool {
    let is_it = |name: &str| composite.function.names.contains(&name);
    is_it(&low.full_function()) || calls(low, is_it)
}

/// True for a `module.run` that calls such a function: it may only follow finished states.
pub(super) fn is_called_by(low: &Low) -> bool {
    calls(low, |name| find(name).is_some())
}

fn calls(low: &Low, is_it: impl Fn(&str) -> bool) -> bool {
    let mut names = std::iter::once(&low.name).chain(low.arguments.keys());
    low.state == "module" && names.any(|name| is_it(name))
}

impl CheckedCall {
    /// Reads a call of that function.
    ///
    /// # Errors
    /// Arguments that do not fit, and missing facts about this instance.
    pub fn read(
        composite: &Composite,
        call: Invocation,
        minion: &Minion,
        place: &Place,
    ) -> Result<Self, Problems> {
        let Invocation { function: name, args, kwargs } = call;
        let mut problems = Problems::default();
        let given = entries(&name, parameters(composite), args, kwargs, place, &mut problems);
        let (test, own): (Vec<_>, Vec<_>) = given.into_iter().partition(|(key, _)| key == TEST.name);
        let test = Fields::check(&[TEST], test, place, &name, &mut problems).boolean(TEST.name);
        let (module, verb) = name.split_once('.').unwrap_or((name.as_str(), ""));
        let mut low = Low::new(module, verb, name.as_str(), place.clone());
        for (key, entry) in own {
            if did_you_mean(&key, parameters(composite)) == Some(TEST.name) {
                let problem = Problem::at(&entry.key_place, format!("unknown argument '{key}' in {name}"));
                problems.push(problem.hint(format!("did you mean '{}'?", TEST.name)));
            } else if key == "name" {
                low.name = Node::to_value(&entry.node).as_str().unwrap_or(&name).to_owned();
            } else {
                low.arguments.insert(key, entry);
            }
        }
        match declare(&low, minion, &mut problems) {
            Some(Declared::Composed(parts, remark)) if problems.is_empty() => {
                let tries_all = Manner::of(&parts, None).tries_all;
                Ok(Self { name: low.name, parts, remark, tries_all, place: place.clone(), test })
            }
            _ => Err(or_one(problems, place, &name)),
        }
    }

    /// Reads the state that a changing function of a service carries out.
    ///
    /// # Errors
    /// Arguments that do not fit.
    pub fn of_state(state: Invocation, minion: &Minion, place: &Place) -> Result<Self, Problems> {
        let Invocation { function: name, kwargs, .. } = state;
        let mut problems = Problems::default();
        let (module, verb) = name.split_once('.').unwrap_or((name.as_str(), ""));
        let mut low = Low::new(module, verb, name.as_str(), place.clone());
        for (key, entry) in entries(&name, vec![], vec![], kwargs, place, &mut problems) {
            if key == "name" {
                low.name = Node::to_value(&entry.node).as_str().unwrap_or(&name).to_owned();
            } else {
                low.arguments.insert(key, entry);
            }
        }
        match declare(&low, minion, &mut problems) {
            Some(Declared::Aws(parts)) if problems.is_empty() => Ok(Self {
                name: low.name,
                parts,
                remark: None,
                tries_all: false,
                place: place.clone(),
                test: Some(false),
            }),
            _ => Err(or_one(problems, place, &name)),
        }
    }

    /// True if it only shows what it would do: by its argument or, outside of a run, by the configuration.
    pub fn is_test(&self, minion: &Minion) -> bool {
        self.test.or_else(|| minion.opts.get("test")?.as_bool()).unwrap_or(false)
    }

    /// Does what the state does, or shows it in a test run, and answers like a state.
    pub async fn carry_out(&self, call_context: CallContext<'_>, test: bool) -> Value {
        Value::Map(self.outcome(call_context, test).await.in_salts_shape(&self.name))
    }

    async fn outcome(&self, call_context: CallContext<'_>, test: bool) -> Outcome {
        let CallContext { snapshot, context, state, observe } = call_context;
        let test = test || self.test == Some(true);
        let mut tasks = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            let session = snapshot.open(&part.connection).await;
            tasks.push(Task { snapshot, session, part, state, place: &self.place, test, context, observe });
        }
        let manner = Manner { remark: self.remark.as_deref(), tries_all: self.tries_all };
        all(tasks, manner, &|| snapshot.now()).await
    }

    /// The same outside of a run.
    pub async fn carry_out_alone(&self, snapshot: &Snapshot, minion: &Minion) -> Value {
        Value::Map(self.outcome_alone(snapshot, minion).await.in_salts_shape(&self.name))
    }

    /// The outcome outside of a run.
    pub async fn outcome_alone(&self, snapshot: &Snapshot, minion: &Minion) -> Outcome {
        let (failures, (_stopper, stop)) = (Failures::default(), Stop::new());
        let context = RunContext { minion, failures: &failures, stop: &stop, approval: None };
        let call_context = CallContext { snapshot, context, state: 0, observe: &|_| {} };
        self.outcome(call_context, self.is_test(minion)).await
    }
}

/// The problems, and one more if there is none.
fn or_one(mut problems: Problems, place: &Place, name: &str) -> Problems {
    if problems.is_empty() {
        problems.push(Problem::at(place, format!("'{name}' cannot be called")));
    }
    problems
}

/// How the parts of one state are carried out.
#[derive(Clone, Copy, Default)]
pub(super) struct Manner<'a> {
    /// What is said before all.
    pub remark: Option<&'a str>,
    /// True if a part that fails does not keep the others from being tried.
    pub tries_all: bool,
}

impl<'a> Manner<'a> {
    /// The manner of a combined state. One that leaves service tries everything: an instance that one balancer keeps must
    /// not stay with the others. One that enters service has gates, and stops.
    pub fn of(parts: &[Part], remark: Option<&'a str>) -> Self {
        let has_gate = |part: &Part| part.kind.gate(&part.spec).is_some();
        Self { remark, tries_all: !parts.iter().any(has_gate) }
    }
}

/// One part after the other. A part uses only reads that were made after `since`, taken when its turn comes.
pub(super) async fn all(
    tasks: impl IntoIterator<Item = Task<'_>>,
    manner: Manner<'_>,
    since: &(dyn Fn() -> Moment + Sync),
) -> Outcome {
    let mut whole = manner.remark.map(Outcome::succeeded);
    for task in tasks {
        prime::prime_since(task.snapshot, &[(task.session, task.part)], since()).await;
        let outcome = task.reconcile().await;
        let failed = outcome.verdict == Verdict::Failed;
        whole = Some(match whole.take() {
            None => outcome,
            Some(whole) => report::join(whole, report::implied(&task.part.name, outcome)),
        });
        if failed && !manner.tries_all {
            break;
        }
    }
    whole.unwrap_or_else(|| Outcome::succeeded(""))
}
