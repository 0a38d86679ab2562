//! The laws, one function each, played on one account one after the other.

use orchestrate::model::{Ident, Low, StateReturn, Value, Verdict};

use super::world::World;
use super::world::{absent, states};
use crate::local_aws::Fault;

/// What every kind must obey.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Law {
    /// A test run makes no mutating call and shows exactly the changes of the real run.
    ForeseesWhatItDoes,
    /// The second run is silent.
    SecondRunIsSilent,
    /// What was changed behind our back is set right, and nothing else.
    MendsDrift,
    /// A denied read is never absence.
    DeniedIsNotAbsent,
    /// Throttled twice at each call, a run succeeds.
    OutlastsThrottling,
    /// Cut off after any mutating call, the next run finishes.
    SurvivesACut,
    /// What is to be absent goes, and stays away silently.
    Removes,
    /// What was deleted behind our back is made again.
    MakesAgain,
}

/// Checks all laws for a kind but those skipped by name.
pub async fn check(kind: &str, skips: &[Law]) {
    let world = World::new().await;
    let case = Case { world, example: states(kind, "example.sls"), drift: states(kind, "drift.sls") };
    let applies = |law: Law| {
        if skips.contains(&law) {
            println!("{kind}: skipped {law:?}, see localstack/COVERAGE.md");
        }
        !skips.contains(&law)
    };
    case.world.reset().await;
    if applies(Law::ForeseesWhatItDoes) {
        case.foresees(&case.example).await;
    } else {
        succeeded(&case.world.run(&case.example, false).await);
    }
    if applies(Law::SecondRunIsSilent) {
        case.is_silent(&case.example).await;
    }
    if applies(Law::DeniedIsNotAbsent) {
        case.denied_is_not_absent().await;
    }
    if applies(Law::MendsDrift) {
        case.mends_drift().await;
    }
    if applies(Law::Removes) {
        case.removes().await;
    }
    if applies(Law::MakesAgain) {
        case.makes_again().await;
    }
    if applies(Law::OutlastsThrottling) {
        case.outlasts_throttling().await;
    }
    if applies(Law::SurvivesACut) {
        case.survives_cuts().await;
    }
}

struct Case {
    world: World,
    example: Vec<Low>,
    drift: Vec<Low>,
}

impl Case {
    /// The test run's changes are the real run's, and it calls nothing that changes anything.
    async fn foresees(&self, states: &[Low]) {
        self.world.proxy.set(Fault::None);
        let foreseen = self.world.run(states, true).await;
        assert_eq!(self.world.proxy.mutating(), Vec::<String>::new(), "a test run changed something");
        assert!(foreseen.iter().all(|it| it.outcome.verdict != Verdict::Failed), "{}", told(&foreseen));
        let done = self.world.run(states, false).await;
        succeeded(&done);
        assert_eq!(foreseen.len(), done.len());
        for (foreseen, done) in foreseen.iter().zip(&done) {
            let (foreseen_changes, done_changes) =
                (Value::Map(foreseen.outcome.changes.clone()), Value::Map(done.outcome.changes.clone()));
            assert!(
                agrees(&foreseen_changes, &done_changes),
                "{}: foreseen\n{:#}\ndone\n{:#}",
                done.tag(),
                foreseen_changes.to_json(),
                done_changes.to_json()
            );
            let would_change = foreseen.outcome.verdict == Verdict::WouldChange;
            assert_eq!(would_change, done.outcome.has_changes(), "{}", done.tag());
        }
    }

    async fn is_silent(&self, states: &[Low]) {
        self.world.proxy.set(Fault::None);
        let again = self.world.run(states, false).await;
        succeeded(&again);
        for state in &again {
            let changes = Value::Map(state.outcome.changes.clone()).to_json();
            assert!(!state.outcome.has_changes(), "{} changed again: {changes:#}", state.tag());
        }
        assert_eq!(
            self.world.proxy.mutating(),
            Vec::<String>::new(),
            "a run without changes changed something"
        );
    }

    async fn denied_is_not_absent(&self) {
        self.world.proxy.set(Fault::None);
        self.world.run(&self.example, false).await;
        let mut reads: Vec<String> = self.world.proxy.calls().into_iter().map(|call| call.name).collect();
        reads.sort();
        reads.dedup();
        let mut failed = 0;
        for read in reads {
            self.world.proxy.set(Fault::Deny(read.clone()));
            let returns = self.world.run(&self.example, false).await;
            assert_eq!(
                self.world.proxy.mutating(),
                Vec::<String>::new(),
                "{read} was denied and something was changed"
            );
            failed += returns.iter().filter(|it| it.outcome.verdict == Verdict::Failed).count();
            for state in returns.iter().filter(|it| it.outcome.verdict == Verdict::Failed) {
                let comment = &state.outcome.comment;
                let told = comment.contains("not authorized") || comment.contains("requisite");
                assert!(told, "{} does not say that {read} was denied: {comment}", state.tag());
            }
        }
        assert!(failed > 0, "no denied read ever failed a state");
    }

    async fn mends_drift(&self) {
        self.foresees(&self.drift).await;
        self.is_silent(&self.drift).await;
        self.foresees(&self.example).await;
        self.is_silent(&self.example).await;
    }

    async fn removes(&self) {
        let absent = absent(&self.example);
        assert!(!absent.is_empty(), "nothing in example.sls can be made absent");
        self.foresees(&absent).await;
        self.is_silent(&absent).await;
    }

    async fn makes_again(&self) {
        self.world.proxy.set(Fault::None);
        succeeded(&self.world.run(&self.example, false).await);
        self.is_silent(&self.example).await;
    }

    async fn outlasts_throttling(&self) {
        self.world.reset().await;
        self.world.proxy.set(Fault::Throttle(2));
        succeeded(&self.world.run(&self.example, false).await);
        self.is_silent(&self.example).await;
    }

    async fn survives_cuts(&self) {
        self.world.reset().await;
        succeeded(&self.world.run(&self.example, false).await);
        let mutations = self.world.proxy.mutating().len();
        for cut in 1..=mutations {
            self.world.reset().await;
            self.world.proxy.set(Fault::CutAfter(cut));
            let returns = self.world.run(&self.example, false).await;
            let failed: Vec<_> = returns.iter().filter(|it| it.outcome.verdict == Verdict::Failed).collect();
            assert!(!failed.is_empty(), "cut after {cut} and nothing failed");
            self.world.proxy.set(Fault::None);
            let finished = self.world.run(&self.example, false).await;
            assert!(all_succeeded(&finished), "after a cut behind mutating call {cut}:\n{}", told(&finished));
            self.is_silent(&self.example).await;
        }
    }
}

fn all_succeeded(returns: &[StateReturn]) -> bool {
    returns.iter().all(|it| it.outcome.verdict == Verdict::Succeeded)
}

fn succeeded(returns: &[StateReturn]) {
    assert!(all_succeeded(returns), "{}", told(returns));
}

fn told(returns: &[StateReturn]) -> String {
    returns
        .iter()
        .map(|it| format!("{} {:?}: {}\n", it.tag(), it.outcome.verdict, it.outcome.comment))
        .collect()
}

/// Equal, but that an identifier nobody knew yet stands for any.
fn agrees(foreseen: &Value, done: &Value) -> bool {
    match (foreseen, done) {
        (Value::Str(text), Value::Str(id)) => text == id || stands_for(text, id),
        (Value::List(a), Value::List(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| agrees(a, b)),
        (Value::Map(a), Value::Map(b)) => {
            a.len() == b.len()
                && a.iter().all(|(key, value)| b.get(key).is_some_and(|other| agrees(value, other)))
        }
        (a, b) => a == b,
    }
}

/// The unknown identifier may stand inside a longer text.
fn stands_for(text: &str, id: &str) -> bool {
    let Some((before, after)) = text.split_once(Ident::AFTER_APPLY) else { return false };
    id.len() >= before.len() + after.len() && id.starts_with(before) && id.ends_with(after)
}
