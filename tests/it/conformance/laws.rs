//! The laws, one function each, played on one account one after the other, under each of AWS's moods.

use std::panic::AssertUnwindSafe;
use std::path::Path;

use futures::FutureExt;
use model::{Low, Verdict};
use serde_json::{Value, json};

use crate::local_aws::Fault;
use crate::world::{World, absent, states, succeeded};

/// What every kind must obey.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Law {
    /// A test run makes no mutating call and shows exactly the changes of the real run.
    ForeseesWhatItDoes,
    /// The second run is silent.
    SecondRunIsSilent,
    /// A denied read is never absence.
    DeniedIsNotAbsent,
    /// What was changed behind our back is set right, and nothing else.
    MendsDrift,
    /// What is to be absent goes, and stays away silently.
    Removes,
    /// What was deleted behind our back is made again.
    MakesAgain,
    /// With a lost answer or a kill after any mutating call, the thing is finished and made once (`faults`).
    SurvivesFaults,
}

/// All laws, in the order in which they are played.
pub const LAWS: &[Law] = &[
    Law::ForeseesWhatItDoes,
    Law::SecondRunIsSilent,
    Law::DeniedIsNotAbsent,
    Law::MendsDrift,
    Law::Removes,
    Law::MakesAgain,
];

/// How AWS behaves while the laws are played.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Mood {
    /// moto with corrections: every request is taken, everything happens at once.
    Plain,
    /// Requests are checked, things are busy, dependencies are held.
    Strict,
    /// Strict, and the first two reads of each operation do not show a write.
    Lag,
    /// Strict, and each call is throttled twice.
    Throttled,
}

/// All moods, as the table's columns.
pub const MOODS: &[Mood] = &[Mood::Plain, Mood::Strict, Mood::Lag, Mood::Throttled];

impl Mood {
    /// The settings of the strict layer.
    fn settings(self) -> Value {
        match self {
            Self::Plain => json!({"checks": false, "holds": false}),
            Self::Strict => json!({}),
            Self::Lag => json!({"lag": {"*": {"reads": 2, "ms": 20_000}}}),
            Self::Throttled => json!({"rules": [{"do": "throttle", "times": 2, "each": true}]}),
        }
    }
}

/// Plays all laws for a kind but those skipped, under one mood. The first that is broken ends it, and is told.
pub async fn broken(kind: &str, skips: &[Law], mood: Mood) -> Option<Law> {
    let world = World::with(mood.settings()).await;
    let case = Case { world, example: declared(kind, "example.sls"), drift: declared(kind, "drift.sls") };
    for law in LAWS.iter().filter(|law| !skips.contains(law)) {
        println!("{kind}, {mood:?}: {law:?}");
        // A broken law panics with what it found, which the test's output shows.
        if AssertUnwindSafe(Box::pin(case.play(*law, mood))).catch_unwind().await.is_err() {
            return Some(*law);
        }
    }
    None
}

/// What a kind's folder declares.
pub fn declared(kind: &str, file: &str) -> Vec<Low> {
    let path = format!("src/kinds/{}/{file}", kind.replace('.', "/"));
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(&path))
        .unwrap_or_else(|error| panic!("{path}: {error}"));
    states(&text, &path)
}

struct Case {
    world: World,
    example: Vec<Low>,
    drift: Vec<Low>,
}

impl Case {
    async fn play(&self, law: Law, mood: Mood) {
        match law {
            Law::ForeseesWhatItDoes => drop(self.world.foresees(&self.example).await),
            Law::SecondRunIsSilent => self.world.is_silent(&self.example).await,
            // A read is denied whatever else AWS does, and each needs a run.
            Law::DeniedIsNotAbsent if mood == Mood::Strict => self.denied_is_not_absent().await,
            Law::DeniedIsNotAbsent => {}
            Law::MendsDrift => self.mends_drift().await,
            Law::Removes => self.removes().await,
            Law::MakesAgain => self.makes_again().await,
            Law::SurvivesFaults => unreachable!("not played here"),
        }
    }

    async fn denied_is_not_absent(&self) {
        self.world.proxy.set(Fault::None);
        self.world.settle();
        self.world.run(&self.example, false).await;
        let mut reads: Vec<String> =
            self.world.proxy.traffic().calls.into_iter().map(|call| call.name).collect();
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
        self.world.foresees(&self.drift).await;
        self.world.is_silent(&self.drift).await;
        self.world.foresees(&self.example).await;
        self.world.is_silent(&self.example).await;
    }

    async fn removes(&self) {
        let absent = absent(&self.example);
        assert!(!absent.is_empty(), "nothing in example.sls can be made absent");
        self.world.foresees(&absent).await;
        self.world.is_silent(&absent).await;
    }

    async fn makes_again(&self) {
        self.world.proxy.set(Fault::None);
        succeeded(&self.world.run(&self.example, false).await);
        self.world.is_silent(&self.example).await;
    }
}
