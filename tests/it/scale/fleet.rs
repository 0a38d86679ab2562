//! Many services as one run of the engine. Shared with the benchmark `scale`.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use aws::budget::Forecast;
use aws::{BudgetSettings, Budgets, CallCount, Sessions, WaitCount};
use engine::conditions::calling;
use engine::{AT_ONCE, Event, Job, Snapshot, run};
use model::{Low, Map, Minion, Outcome, StateReturn, Value, Verdict};
use serde_json::json;
use system::NoServices;

use super::declared;

/// Services and the endpoint at which they are to be.
pub struct Fleet {
    lows: Vec<Low>,
    endpoint: String,
    budgets: BudgetSettings,
}

/// How a run ended.
pub struct Run {
    /// Each state's return.
    pub returns: Vec<StateReturn>,
    /// The calls as the run counted them.
    pub calls: CallCount,
    /// What these waited for the run's budgets.
    pub waited: WaitCount,
    /// The calls that were to change something, counted before the first of them.
    pub foreseen: BTreeMap<&'static str, usize>,
    /// What limits were to draw out.
    pub bound: Vec<Forecast>,
}

impl Fleet {
    /// So many services, with budgets so many times as fast as AWS's.
    pub fn new(services: usize, endpoint: &str, speed: f64) -> Self {
        let started =
            Duration::from_nanos(u64::try_from(jiff::Timestamp::now().as_nanosecond()).expect("after 1970"));
        let budgets = BudgetSettings { directory: None, started, speed: Some(speed) };
        Self { lows: declared(services), endpoint: endpoint.to_owned(), budgets }
    }

    /// Shares its budgets with other runs.
    pub fn sharing(mut self, directory: &Path) -> Self {
        self.budgets.directory = Some(directory.to_owned());
        self
    }

    /// How many states there are.
    pub fn states(&self) -> usize {
        self.lows.len()
    }

    /// One run, with nothing read before.
    pub async fn run(&self, test: bool) -> Run {
        let pillar = json!({"aws_profile": {
            "region": "us-east-1", "keyid": "test", "key": "test", "endpoint_url": self.endpoint,
        }});
        let minion = Minion { pillar: map(pillar), ..Minion::default() };
        let budgets = Budgets::new(self.budgets.clone());
        let sessions =
            Arc::new(Sessions::new().with_first_backoff(Duration::from_millis(20)).with_budgets(budgets));
        let snapshot = Snapshot::new(sessions.clone());
        let foreseen = Mutex::new((BTreeMap::new(), vec![]));
        let job = Job {
            services: &NoServices,
            lows: self.lows.clone(),
            only: None,
            rendered: &[],
            minion: &minion,
            snapshot: &snapshot,
            functions: &calling(|_| {
                Box::pin(std::future::ready(Err("there are no functions here".to_owned())))
            }),
            test,
            reads_tags: false,
            asks_accounts: false,
            failhard: false,
            at_once: AT_ONCE,
            clock: &|_| String::new(),
            observe: &|event| {
                if let Event::Foreseen { calls, bound } = event {
                    *foreseen.lock().expect("no panic") = (calls, bound);
                }
            },
        };
        let ran = run(job, std::future::pending()).await.unwrap_or_else(|problems| panic!("{problems}"));
        let calls = sessions.calls();
        let (foreseen, bound) = foreseen.into_inner().expect("no panic");
        let (calls, waited) = (calls.total(), calls.waited());
        Run { returns: ran.walked.returns, calls, waited, foreseen, bound }
    }
}

impl Run {
    /// Asserts that every state made something.
    #[track_caller]
    pub fn all_changed(&self) {
        for state in &self.returns {
            assert_eq!(state.outcome.verdict, Verdict::Succeeded, "{}: {}", state.id, state.outcome.comment);
            assert!(state.outcome.has_changes(), "{} changed nothing", state.id);
        }
    }

    /// Asserts that no state found anything to do.
    #[track_caller]
    pub fn none_changed(&self) {
        for state in &self.returns {
            let Outcome { verdict, comment, .. } = &state.outcome;
            assert_eq!(*verdict, Verdict::Succeeded, "{}: {comment}", state.id);
            assert!(!state.outcome.has_changes(), "{} would change: {comment}", state.id);
        }
    }
}

fn map(json: serde_json::Value) -> Map {
    Value::from(json).as_map().cloned().expect("a mapping")
}
