//! Undo is the inverse of a run, or it refuses before its first call: for every kind, with its own SLS, by the binary.
//!
//! The suite plays all kinds; `ORCHESTRATE_UNDO=sqs.queue,ec2.vpc` and `ORCHESTRATE_DESTROY=…` play only these.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::local_aws::{Fault, Moto, Proxy};
use crate::support::{Place, Printed};

use super::CHECKED;

/// How many kinds are played at once.
const AT_ONCE: usize = 4;

const PROFILE: &str = "aws_profile: {region: us-east-1, keyid: test, key: test}\n";

/// What one attempt to undo came to.
#[derive(Debug, PartialEq)]
enum Undone {
    /// All of it is as before.
    Back,
    /// It was refused, by name, before its first call.
    Refused,
}

/// One kind on an account of its own.
struct Case {
    kind: &'static str,
    proxy: Proxy,
    place: Place,
    _moto: Moto,
}

impl Case {
    async fn new(kind: &'static str) -> Self {
        let moto = Moto::seeded();
        let proxy = Proxy::start(&moto.endpoint).await;
        let place = Place::new().with("states/app.sls", "").set("AWS_ENDPOINT_URL", &proxy.endpoint);
        let minion = std::fs::read_to_string(place.path("orchestration/minion")).expect("a file");
        let mut place =
            place.with("orchestration/minion", &format!("{minion}\n{PROFILE}")).with("keys/.keep", "");
        // Examples name files from the root of this repository.
        for file in ["LICENSE", "rust-toolchain.toml", "src/kinds/cloudcontrol/rest_api/example.yaml"] {
            let text =
                std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).expect("a file");
            place = place.with(file, &text);
        }
        Self { kind, proxy, place, _moto: moto }
    }

    fn declare(&self, file: &str) {
        let path = format!("src/kinds/{}/{file}", self.kind.replace('.', "/"));
        let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("an SLS");
        let text = text.replace("/etc/example-keys", &self.place.path("keys").display().to_string());
        std::fs::write(self.place.path("states/app.sls"), text).expect("a file");
    }

    fn run(&self, words: &str) -> Printed {
        self.proxy.set(Fault::None);
        tokio::task::block_in_place(|| self.place.run(words))
    }

    /// The last line of the plan of an SLS.
    fn plan(&self, file: &str) -> String {
        self.declare(file);
        let plan = self.run("plan app");
        plan.stdout.lines().last().unwrap_or_default().to_owned()
    }

    fn apply(&self, file: &str) {
        self.declare(file);
        let run = self.run("state.sls app");
        assert_eq!(run.code, Some(0), "{}: {}", self.kind, run.whole());
    }

    /// Undoes a run. A refusal makes no call that changes something.
    fn undo(&self, run: &str) -> Undone {
        let undone = self.run(&format!("undo {run} --yes --force"));
        if undone.code == Some(0) {
            return Undone::Back;
        }
        assert_eq!(self.proxy.mutating(), Vec::<String>::new(), "{}: {}", self.kind, undone.whole());
        println!("{}: refused: {}", self.kind, undone.stderr);
        Undone::Refused
    }

    /// The name of the last run, undos included.
    fn last(&self) -> String {
        let entries = std::fs::read_dir(self.place.path(".state/orchestrate/journal")).expect("a journal");
        let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
        let runs = names.filter_map(|name| Some(name.strip_suffix(".jsonl")?.to_owned()));
        runs.max().expect("a run")
    }

    /// The plan of the example is that of before. Of a key that waits for its deletion it is another one.
    fn is_as_before(&self, before: &str, after: &str, what: &str) {
        let plan = self.plan("example.sls");
        if DELETED_LATER.contains(&self.kind) {
            assert_ne!(plan, after, "{}: {what}", self.kind);
        } else {
            assert_eq!(plan, before, "{}: {what}", self.kind);
        }
    }

    /// What `destroy` leaves is as before the run, whatever the plan shows in between.
    fn destroy(&self) {
        let before = self.plan("example.sls");
        self.apply("example.sls");
        let after = self.plan("example.sls");
        let shown = self.run("destroy app --force");
        assert_eq!(shown.code, Some(0), "{}: {}", self.kind, shown.whole());
        assert_eq!(self.proxy.mutating(), Vec::<String>::new(), "{}", self.kind);
        let destroyed = self.run("destroy app --force --yes");
        assert_eq!(destroyed.code, Some(0), "{}: {}", self.kind, destroyed.whole());
        self.is_as_before(&before, &after, "run and destroy");
    }

    /// Run and undo is as before; undone again, it is as after the run. So it is for a drift.
    fn play(&self) {
        let before = self.plan("example.sls");
        self.apply("example.sls");
        let after = self.plan("example.sls");
        let first = self.undo("last");
        let mut again = None;
        if first == Undone::Back {
            self.is_as_before(&before, &after, "run and undo");
            again = Some(self.undo(&self.last()));
            if again == Some(Undone::Refused) {
                self.apply("example.sls");
            }
        }
        assert_eq!(self.plan("example.sls"), after, "{}: run, undo and undo", self.kind);
        let drifted = self.plan("drift.sls");
        self.apply("drift.sls");
        let settled = self.plan("drift.sls");
        // The SLS says again what it said before the run.
        self.declare("example.sls");
        let second = self.undo("last");
        println!("{}: {first:?}, {again:?}, {second:?}", self.kind);
        if second == Undone::Back {
            assert_eq!(self.plan("drift.sls"), drifted, "{}: drift and undo", self.kind);
        } else {
            assert_eq!(self.plan("drift.sls"), settled, "{}: a refused undo", self.kind);
        }
    }
}

/// AWS deletes these days after the call.
const DELETED_LATER: &[&str] = &["kms.key"];

#[test]
fn destroy_deletes_what_an_sls_declares_in_reverse_order() {
    play_all("ORCHESTRATE_DESTROY", Case::destroy);
}

#[test]
fn undo_is_the_inverse_or_refuses_before_its_first_call_for_every_kind() {
    play_all("ORCHESTRATE_UNDO", Case::play);
}

/// Plays all kinds, or those that a variable names.
fn play_all(variable: &str, play: fn(&Case)) {
    #[expect(clippy::disallowed_methods, reason = "tests have no settings")]
    let named = std::env::var(variable).unwrap_or_else(|_| "all".to_owned());
    let kinds: Vec<&'static str> = CHECKED.iter().map(|(kind, _)| *kind).collect();
    let kinds: Vec<&'static str> =
        kinds.into_iter().filter(|kind| named == "all" || named.split(',').any(|it| it == *kind)).collect();
    let (next, failed) = (AtomicUsize::new(0), std::sync::Mutex::new(vec![]));
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some(kind) = kinds.get(next.fetch_add(1, Ordering::Relaxed)).copied() {
                    let played = std::panic::catch_unwind(|| {
                        super::on_a_large_stack(move || async move { play(&Case::new(kind).await) });
                    });
                    if played.is_err() {
                        failed.lock().expect("unpoisoned").push(kind);
                    }
                }
            });
        }
    });
    assert_eq!(failed.into_inner().expect("unpoisoned"), Vec::<&str>::new());
}
