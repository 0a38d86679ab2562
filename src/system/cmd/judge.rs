//! The result of a command: its code and output as Salt reports them, and the report of a stateful command about itself.

use machine::process::{End, Finished, split};
use model::{Fields, Map, Outcome, Value, Verdict, python};

/// The conditions of success, and what is shown.
#[derive(Clone, Debug)]
pub(super) struct Judge {
    good_codes: Vec<i32>,
    good_stdout: Vec<String>,
    good_stderr: Vec<String>,
    timeout: Option<String>,
    ignores_timeout: bool,
    strips: bool,
    hides: bool,
    pub(super) is_stateful: bool,
}

impl Judge {
    /// # Errors
    /// Codes that are not valid.
    pub fn of(fields: &Fields, reacts: bool) -> Result<Self, String> {
        let flag = |name: &str, default: bool| fields.boolean(name).unwrap_or(default);
        let words = |name: &str| fields.comma_texts(name).unwrap_or_default();
        let codes = words("success_retcodes");
        let good_codes: Option<Vec<i32>> = codes.iter().map(|code| code.parse().ok()).collect();
        let stateful = fields.value("stateful");
        let is_list = matches!(stateful, Some(Value::List(_)));
        // Salt's reaction takes an empty list as no, the call itself takes it as yes.
        let is_stateful = if reacts {
            stateful.is_some_and(|stateful| stateful.is_truthy())
        } else {
            is_list || fields.boolean("stateful") == Some(true)
        };
        Ok(Self {
            good_codes: good_codes.ok_or("success_retcodes must be a list of integers")?,
            good_stdout: words("success_stdout"),
            good_stderr: words("success_stderr"),
            timeout: fields.value("timeout").map(|seconds| python::text(&seconds)),
            ignores_timeout: flag("ignore_timeout", false),
            strips: flag("rstrip", true),
            hides: flag("hide_output", false),
            is_stateful,
        })
    }

    /// Sets its deadline in seconds, unless its own arguments set one.
    pub fn allow(&mut self, seconds: Option<f64>) {
        if self.timeout.is_none() {
            self.timeout = seconds.map(|seconds| seconds.to_string());
        }
    }

    /// The outcome of a command. `shown` names the command if it timed out; `comment` is the comment if it ended.
    pub fn outcome(&self, finished: &Finished, shown: &str, comment: String) -> Outcome {
        let timed_out = finished.end == End::TimedOut;
        let (mut code, mut stdout, mut stderr) = if timed_out {
            let seconds = self.timeout.clone().unwrap_or_default();
            (1, format!("{shown} : Timed out after {seconds} seconds"), String::new())
        } else {
            (finished.code(), self.kept(finished.stdout_text()), self.kept(finished.stderr_text()))
        };
        let said = |good: &[String], text: &str| good.iter().any(|good| text.contains(good));
        let is_good = !timed_out
            && (self.good_codes.contains(&code)
                || said(&self.good_stdout, &stdout)
                || said(&self.good_stderr, &stderr));
        if is_good || (timed_out && self.ignores_timeout) {
            code = 0;
        }
        if self.hides {
            (stdout, stderr) = (String::new(), String::new());
        }
        let changes = changes(finished.pid, Some(code), stdout, stderr);
        let outcome = if code == 0 { Outcome::succeeded(comment) } else { Outcome::failed(comment) };
        self.finish(Outcome { changes, ..outcome })
    }

    /// The outcome of a command that runs in the background.
    pub fn started(&self, pid: u32, comment: String) -> Outcome {
        let changes = changes(pid, None, String::new(), String::new());
        self.finish(Outcome { changes, ..Outcome::succeeded(comment) })
    }

    fn finish(&self, outcome: Outcome) -> Outcome {
        if self.is_stateful { reinterpreted(outcome) } else { outcome }
    }

    fn kept(&self, text: String) -> String {
        if self.strips { text.trim_end().to_owned() } else { text }
    }
}

fn changes(pid: u32, code: Option<i32>, stdout: String, stderr: String) -> Map {
    let pairs: [(&str, Value); 4] = [
        ("pid", Value::Int(pid.into())),
        ("retcode", code.into()),
        ("stdout", stdout.into()),
        ("stderr", stderr.into()),
    ];
    pairs.into_iter().map(|(key, value)| (key.into(), value)).collect()
}

/// The report of a stateful command: a JSON object, or a last line of `name=value`.
fn reinterpreted(mut outcome: Outcome) -> Outcome {
    let all = std::mem::take(&mut outcome.changes);
    outcome.comment.clear();
    let text = |key: &str| all.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let out = text("stdout");
    if out.is_empty() {
        outcome.comment = text("stderr");
        return outcome;
    }
    let (mut said, rest) = match read(&out) {
        Ok(found) => found,
        Err(why) => {
            let changes = if why == Unreadable::Words { all } else { Map::new() };
            return Outcome { changes, ..Outcome::failed(why.to_string()) };
        }
    };
    let Some(changed) = said.get("changed").map_or(Some(false), truth) else {
        let value = said.get("changed").map(python::text).unwrap_or_default();
        return Outcome::failed(format!("Failed parsing boolean value: {value}"));
    };
    if let Some(comment) = said.shift_remove("comment") {
        outcome.comment = python::text(&comment);
    }
    if changed {
        for (key, value) in all {
            said.entry(key).or_insert(value);
        }
        said.insert("stdout".into(), rest.into());
        outcome.changes = said;
    }
    outcome
}

/// Why the report of a command cannot be read, in Salt's words.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
enum Unreadable {
    #[error("script JSON output must be a JSON object (e.g., {{}})!")]
    Json,
    #[error("Failed parsing script output! Stdout must be JSON or a line of name=value pairs.")]
    Words,
}

/// The report, and the output before it.
fn read(out: &str) -> Result<(Map, String), Unreadable> {
    if let Ok(json) = serde_json::from_str::<serde_json::Value>(out) {
        let Value::Map(map) = Value::from(json) else {
            return Err(Unreadable::Json);
        };
        return Ok((map, String::new()));
    }
    let trimmed = out.trim_end();
    let (rest, line) = trimmed.rsplit_once('\n').unwrap_or(("", trimmed));
    let mut said = Map::new();
    for word in split(line).ok_or(Unreadable::Words)? {
        match word.split('=').collect::<Vec<_>>()[..] {
            [key, value] => said.insert(key.into(), value.into()),
            _ => return Err(Unreadable::Words),
        };
    }
    Ok((said, rest.to_owned()))
}

fn truth(value: &Value) -> Option<bool> {
    match python::text(value).to_lowercase().as_str() {
        "true" | "yes" | "1" => Some(true),
        "false" | "no" | "0" => Some(false),
        _ => None,
    }
}

/// The report of a trial run about the real one.
pub(super) fn predicted(trial: Outcome) -> Outcome {
    let would_change = trial.verdict == Verdict::Succeeded && trial.has_changes();
    if would_change { Outcome { verdict: Verdict::WouldChange, ..trial } } else { trial }
}
