//! The laws, one function each, played on one account one after the other.

use std::path::Path;

use orchestrate::model::{Low, Verdict};

use crate::local_aws::Fault;
use crate::world::{World, absent, all_succeeded, states, succeeded, told};

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
    let case = Case { world, example: declared(kind, "example.sls"), drift: declared(kind, "drift.sls") };
    let applies = |law: Law| {
        if skips.contains(&law) {
            println!("{kind}: skipped {law:?}, see localstack/COVERAGE.md");
        }
        !skips.contains(&law)
    };
    case.world.reset().await;
    if applies(Law::ForeseesWhatItDoes) {
        case.world.foresees(&case.example).await;
    } else {
        succeeded(&case.world.run(&case.example, false).await);
    }
    if applies(Law::SecondRunIsSilent) {
        case.world.is_silent(&case.example).await;
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

/// What a kind's folder declares.
fn declared(kind: &str, file: &str) -> Vec<Low> {
    let path = format!("src/resources/{}/{file}", kind.replace('.', "/"));
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
    async fn denied_is_not_absent(&self) {
        self.world.proxy.set(Fault::None);
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

    async fn outlasts_throttling(&self) {
        self.world.reset().await;
        self.world.proxy.set(Fault::Throttle(2));
        succeeded(&self.world.run(&self.example, false).await);
        self.world.is_silent(&self.example).await;
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
            self.world.is_silent(&self.example).await;
        }
    }
}
