//! An account, a proxy in front of it, runs against both, and what every run must obey.
//!
//! Used by `conformance` (one kind at a time) and `between` (kinds that refer to each other).

mod proofs;
mod states;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use aws::Sessions;
use aws::wait::at_speed;
use engine::conditions::calling;
use engine::export::{Exported, Selection, export};
use engine::{AT_ONCE, Event, Job, Snapshot, run};
use kind::AnyKind;
use kinds::kinds;
use model::{Entry, Low, Map, Minion, Node, StateReturn, Value};
use serde_json::json;
use system::NoServices;

pub use self::proofs::{all_succeeded, changes, succeeded, told};
pub use self::states::states;
use crate::local_aws::{Fault, Moto, Proxy, moto};

/// The calls that went through the proxies of all worlds, attempts that were refused among them.
pub static CALLS: AtomicUsize = AtomicUsize::new(0);

/// How many times shorter a run's waits are than on AWS. The local AWS is faster still, but the machine may be busy.
const SPEED: u32 = 5;

/// An account of its own for one test.
pub struct World {
    moto: Mutex<Moto>,
    /// What the strict layer does, in each account of this world.
    settings: serde_json::Value,
    /// What stands between the product and the account.
    pub proxy: Proxy,
    /// Where states of this world save what they save on this machine.
    folder: tempfile::TempDir,
    /// The calls that the last run was to make to change something, counted before the first of them.
    foreseen: Mutex<BTreeMap<&'static str, usize>>,
}

impl World {
    /// An empty account.
    pub async fn new() -> Self {
        Self::with(json!({})).await
    }

    /// An account with what `orchestration/` presumes, on which AWS behaves as these settings of the strict layer say.
    pub async fn with(settings: serde_json::Value) -> Self {
        let world = Self::of(Moto::seeded(), settings).await;
        world.set(&world.settings);
        world
    }

    async fn of(moto: Moto, settings: serde_json::Value) -> Self {
        let proxy = Proxy::start(&moto.endpoint).await;
        Self {
            moto: Mutex::new(moto),
            settings,
            proxy,
            folder: tempfile::tempdir().expect("a folder"),
            foreseen: Mutex::default(),
        }
    }

    /// Another account with all that is in this one.
    pub async fn copy(&self) -> Self {
        let moto = self.moto.lock().expect("no panic").copy();
        let copy = Self::of(moto, self.settings.clone()).await;
        for file in std::fs::read_dir(self.folder.path()).expect("a folder") {
            let file = file.expect("a file");
            std::fs::copy(file.path(), copy.folder.path().join(file.file_name())).expect("a copy");
        }
        copy
    }

    /// The states, with this world's folder for the directories that they save something in.
    fn here(&self, lows: &[Low]) -> Vec<Low> {
        let mut lows = lows.to_vec();
        for entry in lows.iter_mut().filter_map(|low| low.arguments.get_mut("save_dir")) {
            let folder = self.folder.path().display().to_string();
            entry.node = Node::from_value(folder.into(), &entry.key_place.clone());
        }
        lows
    }

    /// An account as at the beginning, and AWS behaves as the settings say.
    pub fn reset(&self) {
        self.proxy.set(Fault::None);
        let moto = Moto::seeded();
        self.proxy.turn_to(&moto.endpoint);
        *self.moto.lock().expect("no panic") = moto;
        self.set(&self.settings);
    }

    /// Changes what the strict layer does, until the next reset.
    pub fn set(&self, told: &serde_json::Value) {
        self.moto.lock().expect("no panic").set(told);
    }

    /// The settings of the strict layer, and its counts.
    pub fn shown(&self) -> serde_json::Value {
        self.moto.lock().expect("no panic").shown()
    }

    /// From now on the reads show all that was written.
    pub fn settle(&self) {
        self.set(&json!({"settle": true}));
    }

    /// Makes what no state can, past the proxy; the form is a query of `service`.
    pub async fn call(&self, service: &str, form: &str) {
        let endpoint = self.moto.lock().expect("no panic").endpoint.clone();
        moto::ask(&endpoint, service, form).await;
    }

    /// Calls an operation of a service whose protocol is JSON.
    pub async fn call_json(&self, service: &str, operation: &str, parameters: &serde_json::Value) {
        let endpoint = self.moto.lock().expect("no panic").endpoint.clone();
        moto::ask_json(&endpoint, service, operation, parameters).await;
    }

    /// The minion of this world: its pillar has the profile that all states name.
    fn minion(&self) -> Minion {
        let pillar = json!({"aws_profile": {
            "region": "us-east-1", "keyid": "test", "key": "test", "endpoint_url": self.proxy.endpoint,
        }});
        Minion { pillar: map(pillar), ..Minion::default() }
    }

    /// What exists, as states.
    pub async fn export(&self, selection: &Selection) -> Exported {
        let connection = map(json!({"profile": "aws_profile"}));
        export(&snapshot(), &self.minion(), &connection, selection).await.expect("kinds that can be listed")
    }

    /// Runs these states.
    pub async fn run(&self, lows: &[Low], test: bool) -> Vec<StateReturn> {
        let minion = self.minion();
        let snapshot = snapshot();
        let job = Job {
            services: &NoServices,
            lows: self.here(lows),
            rendered: &[],
            only: None,
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
                if let Event::Foreseen { calls, .. } = event {
                    *self.foreseen.lock().expect("no panic") = calls;
                }
            },
        };
        let calls = self.proxy.traffic().calls.len();
        let ran = at_speed(SPEED, run(job, std::future::pending())).await;
        CALLS.fetch_add(self.proxy.traffic().calls.len().saturating_sub(calls), Ordering::Relaxed);
        match ran {
            Ok(ran) => ran.walked.returns,
            Err(problems) => panic!("{problems}"),
        }
    }
}

/// Nothing read yet.
fn snapshot() -> Snapshot {
    Snapshot::new(Arc::new(Sessions::new().with_first_backoff(Duration::from_millis(5))))
}

fn map(json: serde_json::Value) -> Map {
    Value::from(json).as_map().cloned().expect("a mapping")
}

/// The same things, to be absent, last first.
pub fn absent(lows: &[Low]) -> Vec<Low> {
    lows.iter().rev().filter_map(to_absent).collect()
}

fn to_absent(low: &Low) -> Option<Low> {
    // What a state needs and shall survive it, because its own absence would show the same changes.
    if low.id.starts_with("kept ") {
        return None;
    }
    let mut absent = low.clone();
    absent.function = match low.function.as_str() {
        "register_instances" => "deregister_instances".to_owned(),
        "targets_registered" => "targets_deregistered".to_owned(),
        "create_target_group" => "delete_target_group".to_owned(),
        "replica_present" => "absent".to_owned(),
        "policy_attached" => "policy_detached".to_owned(),
        "account_policy" => "account_policy_absent".to_owned(),
        other => other.replace("present", "absent").replace("_created", "_absent"),
    };
    // What only acts on another thing goes with that.
    if absent.function == low.function {
        return None;
    }
    let name = format!("{}.{}", absent.state, absent.function);
    let functions = kinds().flat_map(AnyKind::functions);
    let function = functions.into_iter().find(|function| function.names.contains(&name.as_str()))?;
    let shared = aws::profile::ARGUMENTS;
    let takes = |key: &String, _: &mut Entry| {
        function.arguments.iter().chain(shared).any(|argument| argument.is_spelled(key))
    };
    absent.arguments.retain(takes);
    // What is attached, and what is not empty, goes only where the author says so.
    let said = function
        .arguments
        .iter()
        .filter(|argument| ["detach", "Force", "all", "skip_final_snapshot"].contains(&argument.name));
    for argument in said {
        let node = Node::from_value(true.into(), &absent.place);
        absent.arguments.insert(argument.name.to_owned(), Entry { key_place: absent.place.clone(), node });
    }
    Some(absent)
}
