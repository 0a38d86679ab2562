//! `--events`: the events of a run, as JSON lines, written when they happen.
//!
//! `docs/events.schema.json` describes the lines, and `docs/output.md` explains them. Law: a line holds no secret that the
//! process knows.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use jiff::Timestamp;
use serde_json::{Value as Json, json};

use aws::calls::Called;
use engine::Event;
use engine::journal::Begun;
use model::{Low, Outcome, Verdict, secret};

/// The version of the lines. A change that readers must know increases it.
const VERSION: u32 = 1;

/// Writes the events of one run.
pub struct EventStream {
    start: Instant,
    /// ID and function of each state.
    names: Vec<(String, String)>,
    out: Mutex<Out>,
}

struct Out {
    /// None after a line that could not be written.
    file: Option<File>,
    began: Vec<Option<Instant>>,
    changed: usize,
    failed: usize,
}

impl EventStream {
    /// Opens the file, perhaps a pipe, and writes the first line.
    ///
    /// # Errors
    ///
    /// The file cannot be opened or written.
    pub fn open(path: &Path, begun: &Begun, test: bool, lows: &[Low]) -> io::Result<Self> {
        let mut options = OpenOptions::new();
        options.create(true).append(true);
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = Some(options.open(path)?);
        let names: Vec<(String, String)> =
            lows.iter().map(|low| (low.id.clone(), low.full_function())).collect();
        let out = Out { file, began: vec![None; names.len()], changed: 0, failed: 0 };
        let stream = Self { start: Instant::now(), names, out: Mutex::new(out) };
        let first = json!({
            "format_version": VERSION,
            "program": begun.program,
            "function": begun.function,
            "arguments": begun.arguments,
            "minion": begun.minion,
            "test": test,
            "states": lows.len(),
        });
        stream.write("run_started", None, first)?;
        Ok(stream)
    }

    /// Writes an event.
    pub fn note(&self, event: &Event) {
        match event {
            Event::Primed { things } => self.add("read", None, json!({"things": things})),
            Event::Foreseen { calls, .. } => self.add("foreseen", None, json!({"calls": calls})),
            Event::StateStarted { state } => {
                self.with(|out| {
                    out.began.get_mut(*state).map(|began| *began.get_or_insert_with(Instant::now))
                });
                self.add("state_started", Some(*state), json!({}));
            }
            Event::Planned { state, thing } => {
                let said = json!({
                    "kind": thing.kind, "name": thing.name, "region": thing.region, "action": thing.action,
                });
                self.add("planned", Some(*state), said);
            }
            Event::StepStarted { state, step } => {
                self.add("step_started", Some(*state), json!({"step": step}));
            }
            Event::StepDone { state, step, .. } => self.add("step_done", Some(*state), json!({"step": step})),
            Event::Waiting { state, what } => self.add("waiting", Some(*state), json!({"what": what})),
            Event::StateFinished { state, outcome } => {
                let seconds = self.with(|out| {
                    out.changed += usize::from(outcome.has_changes());
                    out.failed += usize::from(outcome.verdict == Verdict::Failed);
                    let began = out.began.get(*state).copied().flatten();
                    began.map_or(0.0, |began| began.elapsed().as_secs_f64())
                });
                self.add("state_finished", Some(*state), ended(outcome, seconds));
            }
            Event::Predicted { .. }
            | Event::Found { .. }
            | Event::Made { .. }
            | Event::Exists { .. }
            | Event::RunStarted { .. } => {}
        }
    }

    /// Writes a call that has ended.
    pub fn note_call(&self, called: &Called) {
        let said = json!({
            "operation": called.name(),
            "changes": called.changes(),
            "status": called.status,
            "attempts": called.count.retries + 1,
            "took": called.ended.duration_since(called.began).as_secs_f64(),
            "request_id": called.request_id,
        });
        self.add("call", called.state, said);
    }

    /// Writes the last line.
    pub fn end(&self, result: &str, calls: u64) {
        let (changed, failed) = self.with(|out| (out.changed, out.failed));
        let states = self.names.len();
        let said =
            json!({"result": result, "states": states, "changed": changed, "failed": failed, "calls": calls});
        self.add("run_finished", None, said);
    }

    fn with<T>(&self, read: impl FnOnce(&mut Out) -> T) -> T {
        read(&mut self.out.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Writes a line. If one cannot be written, nobody reads the rest either.
    fn add(&self, event: &str, state: Option<usize>, said: Json) {
        if let Err(error) = self.write(event, state, said) {
            tracing::warn!("the events cannot be written any more: {error}");
            self.with(|out| out.file = None);
        }
    }

    fn write(&self, event: &str, state: Option<usize>, said: Json) -> io::Result<()> {
        let seconds = (self.start.elapsed().as_secs_f64() * 1000.0).round() / 1000.0;
        let mut line = json!({"at": Timestamp::now().to_string(), "seconds": seconds, "event": event});
        let named = state.and_then(|state| Some((state, self.names.get(state)?)));
        if let (Some(map), Some((state, (id, function)))) = (line.as_object_mut(), named) {
            map.extend([
                ("state".to_owned(), state.into()),
                ("id".to_owned(), id.as_str().into()),
                ("function".to_owned(), function.as_str().into()),
            ]);
        }
        if let (Some(map), Json::Object(said)) = (line.as_object_mut(), said) {
            map.extend(said);
        }
        let text = format!("{}\n", secret::masked(&line.to_string()));
        self.with(|out| out.file.as_mut().map_or(Ok(()), |file| file.write_all(text.as_bytes())))
    }
}

fn ended(outcome: &Outcome, took: f64) -> Json {
    let result = match outcome.verdict {
        Verdict::Succeeded => "succeeded",
        Verdict::Failed => "failed",
        Verdict::WouldChange => "would_change",
    };
    json!({"result": result, "changed": outcome.has_changes(), "took": took, "comment": outcome.comment})
}
