//! A kind whose AWS is a variable: things with a value, which may lag, fail and be busy.

use std::collections::HashMap;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard};

use crate::approval::Approval;
use crate::conditions::Stop;
use crate::event::Event;
use crate::gate::{Failures, RunContext};
use crate::part::Part;
use crate::reconcile::Task;
use crate::snapshot::{SessionId, Snapshot};
use aws::{ApiError, Aws, Connection, Fault, Sessions};
use kind::{Answers, AnySource, Ask, Kind, Lookup, Resource, Source, Unresolved};
use model::{
    Aspects, Change, Fields, Function, Gate, Leaves, Minion, Outcome, Place, Plan, Problems, Reference, Value,
};

/// The content and the behaviour of a test's AWS.
#[derive(Default)]
pub struct World {
    /// Name to value and id.
    pub things: HashMap<String, String>,
    /// How many looks after a change still show the old things.
    pub lag: usize,
    stale_looks: usize,
    before: HashMap<String, String>,
    /// The results of the coming calls; after these, calls succeed.
    pub script: Vec<Result<(), Fault>>,
    /// True: a scripted failure happens after the call was carried out, by an attempt that got no answer.
    pub answer_lost: bool,
    /// True: a scripted failure happens because somebody else has just done the same.
    pub others_are_first: bool,
    /// The value that they give it.
    pub others_set: Option<String>,
    /// How many looks find the thing busy after its value was set.
    pub busy_after_set: usize,
    /// A suffix that is stored with each value.
    pub kept_with: String,
    /// How many looks find the thing being deleted; then it is gone.
    pub deleting: usize,
    /// How many looks find the thing busy.
    pub busy: usize,
    /// Fails every look.
    pub unreadable: Option<Fault>,
    /// Never keeps what is set.
    pub forgetful: bool,
    /// The steps that were called.
    pub called: Vec<String>,
    /// The number of looks, and of things in them.
    pub looks: Vec<usize>,
}

static WORLDS: LazyLock<Mutex<HashMap<String, Arc<Mutex<World>>>>> = LazyLock::new(Mutex::default);

/// The world of one test.
pub fn world(test: &str) -> Arc<Mutex<World>> {
    WORLDS.lock().unwrap().entry(test.to_owned()).or_default().clone()
}

fn of(aws: &Aws) -> Arc<Mutex<World>> {
    world(aws.connection.keyid.as_deref().unwrap())
}

/// The kind.
pub struct Thing;

#[derive(Clone, Debug)]
pub struct Spec {
    pub name: String,
    pub present: bool,
    pub value: String,
    /// Another thing that must exist.
    pub needs: Option<String>,
    /// The condition of its gate.
    pub gate: Option<Gate>,
    /// True: its frame is built before it, and its value is set without a look between.
    pub is_whole: bool,
}

#[derive(Debug)]
pub struct Live {
    value: String,
    busy: bool,
    deleting: bool,
}

#[derive(Clone, Debug)]
pub enum Step {
    Build(String),
    Create(String),
    Set(String, String),
    Delete(String),
}

impl fmt::Display for Step {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Build(name) => write!(out, "build the frame of {name}"),
            Self::Create(name) => write!(out, "create {name}"),
            Self::Set(name, value) => write!(out, "set {name} to {value}"),
            Self::Delete(name) => write!(out, "delete {name}"),
        }
    }
}

impl Source for Thing {
    const KIND: &'static str = "fake.thing";
    const NOUN: &'static str = "thing";
    type Live = Live;

    async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
        tokio::task::yield_now().await;
        let world = of(aws);
        let mut world = world.lock().unwrap();
        world.looks.push(asks.len());
        let mut answers = Answers::new();
        for ask in asks {
            answers.answer(&ask.reference, look(&mut world, &ask.reference.name));
        }
        answers
    }

    fn attribute(live: &Live, attribute: &str) -> Option<Value> {
        (attribute == "id").then(|| live.value.as_str().into())
    }
}

fn look(world: &mut MutexGuard<'_, World>, name: &str) -> Result<Option<Live>, ApiError> {
    if let Some(fault) = world.unreadable {
        return Err(ApiError::found("DescribeThing", name, fault, "refused"));
    }
    let lags = world.stale_looks > 0;
    world.stale_looks = world.stale_looks.saturating_sub(1);
    let busy = world.busy > 0 && !lags;
    world.busy -= usize::from(busy);
    let deleting = world.deleting > 0;
    world.deleting = world.deleting.saturating_sub(1);
    if deleting && world.deleting == 0 {
        world.things.remove(name);
    }
    let things = if lags { &world.before } else { &world.things };
    Ok(things.get(name).map(|value| Live { value: value.clone(), busy, deleting }))
}

impl Resource for Thing {
    type Spec = Spec;
    type Want = Spec;
    type Step = Step;
    const FUNCTIONS: &'static [Function] = &[];
    const LABELS: &'static [&'static str] = &[];

    fn read(_: &Function, _: &Fields, _: &Minion, _: &mut Problems) -> Spec {
        unreachable!("tests make specs themselves")
    }

    fn locate(spec: &Spec, _: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
        Ok(Reference::new(Self::KIND, &spec.name))
    }

    fn aspects(_: &Spec) -> Aspects {
        Aspects::NONE
    }

    fn provides(spec: &Spec) -> Vec<Reference> {
        vec![Reference::new(Self::KIND, &spec.name)]
    }

    fn uses(spec: &Spec) -> Vec<Reference> {
        spec.needs.iter().map(|name| Reference::new(Self::KIND, name)).collect()
    }

    fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Spec, Unresolved> {
        if let Some(needed) = &spec.needs {
            let ident = lookup.ident(&Reference::new(Self::KIND, needed), "id")?;
            return Ok(Spec { value: ident.to_string(), ..spec.clone() });
        }
        Ok(spec.clone())
    }

    /// A new thing has no value yet: it is set in the second round, unless the whole is made at once.
    fn diff(want: &Spec, live: Option<&Live>) -> Plan<Step> {
        let mut plan = Plan::nothing();
        match (want.present, live) {
            (_, Some(live)) if live.busy => plan.busy = Some("becoming".to_owned()),
            (true, Some(live)) if live.deleting => {
                plan.changes.push(Change::create("thing", want.name.as_str()));
                plan.deleting = Some("deleting the former thing".to_owned());
            }
            (false, Some(live)) if live.deleting => plan.deleting = Some("deleting".to_owned()),
            (true, None) if want.is_whole => {
                let name = || want.name.clone();
                plan.changes.push(Change::create("thing", name()));
                plan.then(Change::create("frame", true), Step::Build(name()));
                plan.steps.push(Step::Create(name()));
                plan.link(0);
                plan.then(
                    Change::create("value", want.value.as_str()),
                    Step::Set(name(), want.value.clone()),
                );
            }
            (true, None) => {
                plan.then(Change::create("thing", want.name.as_str()), Step::Create(want.name.clone()));
                plan.changes.push(Change::create("value", want.value.as_str()));
            }
            (true, Some(live)) if live.value != want.value => {
                let change = Change::update("value", live.value.as_str(), want.value.as_str());
                plan.then(change, Step::Set(want.name.clone(), want.value.clone()));
            }
            (false, Some(_)) => {
                plan.then(Change::delete("thing", want.name.as_str()), Step::Delete(want.name.clone()));
            }
            _ => {}
        }
        plan
    }

    fn creation(_: &Spec) -> Vec<&'static str> {
        vec!["CloudWatch.PutMetricAlarm", "EC2.CreateTags"]
    }

    fn operation(step: &Step) -> Option<&'static str> {
        Some(match step {
            Step::Create(_) | Step::Build(_) => "CloudWatch.PutMetricAlarm",
            Step::Set(..) => "EC2.CreateTags",
            Step::Delete(_) => "CloudWatch.DeleteAlarms",
        })
    }

    fn makes(step: &Step) -> Vec<Reference> {
        if let Step::Create(name) = step { vec![Reference::new(Self::KIND, name)] } else { vec![] }
    }

    fn is_made_already(step: &Step, error: &ApiError) -> bool {
        matches!(step, Step::Build(_)) && error.fault == Fault::AlreadyExists
    }

    const HELD_BY: &'static [&'static str] = &["fake.thing"];

    fn gate(spec: &Spec) -> Option<Gate> {
        spec.gate.clone()
    }

    async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
        let world = of(aws);
        let mut world = world.lock().unwrap();
        world.called.push(step.to_string());
        let result = if world.script.is_empty() { Ok(()) } else { world.script.remove(0) };
        let silent = result.is_err() && world.answer_lost;
        if result.is_ok() || world.answer_lost || world.others_are_first {
            world.before = world.things.clone();
            world.stale_looks = world.lag;
            carry_out(&mut world, step);
            if let (Err(_), Some(value), Step::Create(name)) = (&result, world.others_set.clone(), step) {
                world.things.insert(name.clone(), value);
            }
        }
        result.map_err(|fault| ApiError {
            after_silence: silent,
            ..ApiError::found("SetThing", step, fault, "refused")
        })
    }

    fn is_not_yet(error: &ApiError) -> bool {
        error.fault == Fault::Invalid
    }
}

fn carry_out(world: &mut MutexGuard<'_, World>, step: &Step) {
    match step {
        Step::Build(_) => {}
        Step::Create(name) => drop(world.things.insert(name.clone(), String::new())),
        Step::Set(..) if world.forgetful => {}
        Step::Set(name, value) => {
            let kept = format!("{value}{}", world.kept_with);
            world.things.insert(name.clone(), kept);
            world.busy = world.busy_after_set;
        }
        Step::Delete(name) => drop(world.things.remove(name)),
    }
}

/// A declaration of a thing.
pub fn part(test: &str, name: &str, leaves: Leaves, needs: Option<&str>) -> Part {
    let spec = Spec {
        name: name.to_owned(),
        present: leaves == Leaves::Present,
        value: "blue".to_owned(),
        needs: needs.map(str::to_owned),
        gate: None,
        is_whole: false,
    };
    let connection = Connection {
        region: Some("us-east-1".to_owned()),
        keyid: Some(test.to_owned()),
        key: Some("key".to_owned()),
        ..Connection::default()
    };
    Part {
        kind: &Kind::<Thing>::IT,
        leaves,
        spec: Arc::new(spec),
        connection,
        name: name.to_owned(),
        named_by: vec![],
        reads_tags: false,
    }
}

/// The same, behind a gate.
pub fn gated(part: Part, gate: Gate) -> Part {
    let spec: &Spec = part.spec.downcast_ref().unwrap();
    Part { spec: Arc::new(Spec { gate: Some(gate), ..spec.clone() }), ..part }
}

/// The same, made at once.
pub fn whole(part: Part) -> Part {
    let spec: &Spec = part.spec.downcast_ref().unwrap();
    Part { spec: Arc::new(Spec { is_whole: true, ..spec.clone() }), ..part }
}

/// A snapshot of one test's world.
pub async fn snapshot(test: &str) -> Snapshot {
    let connection = part(test, "any", Leaves::Present, None).connection;
    let sessions = Sessions::new();
    let sessions = sessions.with_account("123456789012");
    let snapshot = Snapshot::of(Arc::new(sessions), [&Kind::<Thing>::IT as &'static dyn AnySource]);
    snapshot.open(&connection).await;
    snapshot
}

/// Reconciles one part in a fresh snapshot; the events come with the outcome.
pub async fn reconcile(part: &Part, test_run: bool) -> (Outcome, Vec<Event>) {
    let snapshot = snapshot(part.connection.keyid.as_deref().unwrap()).await;
    reconcile_in(&snapshot, part, test_run).await
}

/// Reconciles one part.
pub async fn reconcile_in(snapshot: &Snapshot, part: &Part, test_run: bool) -> (Outcome, Vec<Event>) {
    reconcile_of(snapshot, part, test_run, (&Minion::default(), None), usize::MAX).await
}

/// Reconciles one part; the run is stopped after this many steps.
pub async fn reconcile_until(part: &Part, steps: usize) -> Outcome {
    let snapshot = snapshot(part.connection.keyid.as_deref().unwrap()).await;
    reconcile_of(&snapshot, part, false, (&Minion::default(), None), steps).await.0
}

/// Reconciles one part on a machine that keeps its files in `cache`.
pub async fn reconcile_with_cache(part: &Part, cache: &Path) -> Outcome {
    let snapshot = snapshot(part.connection.keyid.as_deref().unwrap()).await;
    let mut minion = Minion::default();
    minion.opts.insert("cachedir".into(), cache.display().to_string().into());
    reconcile_of(&snapshot, part, false, (&minion, None), usize::MAX).await.0
}

/// Reconciles one part within the limits of an approval.
pub async fn reconcile_approved(part: &Part, approval: &dyn Approval) -> Outcome {
    let snapshot = snapshot(part.connection.keyid.as_deref().unwrap()).await;
    reconcile_of(&snapshot, part, false, (&Minion::default(), Some(approval)), usize::MAX).await.0
}

async fn reconcile_of(
    snapshot: &Snapshot,
    part: &Part,
    test_run: bool,
    (minion, approval): (&Minion, Option<&dyn Approval>),
    steps: usize,
) -> (Outcome, Vec<Event>) {
    let events = Mutex::new(vec![]);
    let (stopper, stop) = Stop::new();
    let observe = |event: Event| {
        let mut events = events.lock().unwrap();
        events.push(event);
        if events.iter().filter(|event| matches!(event, Event::StepDone { .. })).count() >= steps {
            stopper.stop();
        }
    };
    let task = Task {
        snapshot,
        session: SessionId(0),
        part,
        state: 0,
        place: &Place::new("a.sls", 3, 1),
        test: test_run,
        context: RunContext { minion, failures: &Failures::default(), stop: &stop, approval },
        observe: &observe,
    };
    let outcome = task.reconcile().await;
    (outcome, events.into_inner().unwrap())
}
