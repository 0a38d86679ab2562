//! `schedule.*`: functions that timers of systemd call through this program.
//!
//! ```yaml
//! highstate:
//!   schedule.present:
//!     - function: state.apply
//!     - minutes: 30
//!     - splay: 60
//! ```
//!
//! Salt's minion starts its jobs itself. Here each job is a timer and a service of systemd, `orchestrate-job-NAME`, which call
//! `schedule.run_job`. The declaration is stored in `/etc/orchestrate/schedule`, which only root can read. If somebody stops or
//! changes a job by hand, the next run corrects it.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.schedule.html>.

mod cron;
mod item;
mod moment;
mod spec;
#[cfg(test)]
mod tests;
mod times;
mod units;

use std::path::Path;

use super::{Call, Intent, LocalState};
use crate::operation::{Kept, Operation, Operations, change, changes_of, refused, settled};
use machine::file::{self, Permissions};
use machine::jobs::{DIRECTORY, Files};
use machine::process::Command;
use machine::service::{Manager, State};
use machine::text;
use model::problem::did_you_mean;
use model::{Function, Map, Outcome, Value, chain};
use units::Program;

/// The state module `schedule`.
pub struct Schedule;

/// The present parts of a job.
#[derive(Clone, Debug)]
pub struct Live {
    files: Files,
    /// The stored declaration, with the present value of `enabled`; none if the job does not exist.
    item: Option<Map>,
    service: Option<String>,
    timer: Option<String>,
    state: State,
    /// Whether the directory of declarations exists, and its parent.
    has_directories: (bool, bool),
    program: Program,
    /// Why the function of the job cannot be called.
    unknown: Option<String>,
}

impl LocalState for Schedule {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        let failed = |why: String| Outcome::failed(why);
        let Some(files) = Files::of(call.name) else {
            return Err(failed(format!("'{}' cannot be the name of a job", call.name)));
        };
        let read = |path: &Path| file::text_if_there(path).map_err(|error| failed(chain(&error)));
        let (declaration, service, timer) =
            (read(&files.declaration)?, read(&files.service)?, read(&files.timer)?);
        let is_there = [&declaration, &service, &timer].into_iter().any(Option::is_some);
        let state = match is_there || call.function.verb == "present" {
            true => Manager::Systemd.look(&format!("{}.timer", files.unit), None).await,
            false => Ok(State::default()),
        };
        let state =
            state.map_err(|error| failed(format!("{}\nWithout systemd, use cron.present", chain(&error))))?;
        let item = declaration.map(|text| kept(&text, &state));
        let directory = Path::new(DIRECTORY);
        let has_directories = (directory.is_dir(), directory.parent().is_some_and(Path::is_dir));
        let program = program(&call).map_err(failed)?;
        let unknown = unknown(&call);
        Ok(Live { files, item, service, timer, state, has_directories, program, unknown })
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        match call.function.verb {
            "absent" => absent(&call, &live),
            "enabled" => turned(&call, &live, true),
            "disabled" => turned(&call, &live, false),
            _ => present(&call, &live),
        }
    }
}

/// A stored declaration. One that cannot be read is empty, so it differs from every declared one.
fn kept(text: &str, state: &State) -> Map {
    let read = serde_json::from_str::<serde_json::Value>(text).map(Value::from);
    let mut item = read.ok().and_then(|value| value.as_map().cloned()).unwrap_or_default();
    // A timer that is either only enabled or only active is neither on nor off.
    let is_on = if state.is_enabled == state.is_running { state.is_enabled.into() } else { Value::Null };
    item.insert("enabled".into(), is_on);
    item
}

/// This program: a job starts it with the same configuration.
fn program(call: &Call<'_>) -> Result<Program, String> {
    let path =
        std::env::current_exe().map_err(|error| format!("this program cannot find its own path: {error}"))?;
    // The kernel adds this suffix if another file has replaced the program.
    let path = text::to_path(text::of_path(&path).trim_end_matches(" (deleted)"));
    let config = call.context.services.config_dir().map(std::path::absolute).transpose();
    let config = config.map_err(|error| format!("the directory of the configuration: {error}"))?;
    Ok(Program { path, config })
}

/// Why the function of the job cannot be called.
fn unknown(call: &Call<'_>) -> Option<String> {
    let function = call.fields.takes("function").then(|| call.fields.required_text("function"))?;
    let known = call.context.services.functions();
    if known.is_empty() || known.contains(&function.as_str()) {
        return None;
    }
    let near = did_you_mean(&function, known).map(|near| format!("\nHint: did you mean '{near}'?"));
    Some(format!("there is no function '{function}'{}", near.unwrap_or_default()))
}

fn present(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let name = call.name;
    let item = match item::of(name, call.fields) {
        Ok(item) => item,
        Err(why) => return refused(why),
    };
    if let Some(why) = times::refusal(call.fields) {
        return refused(why);
    }
    if let Some(why) = &live.unknown {
        return refused(why);
    }
    let times = match times::of(call.fields, call.minion) {
        Ok(times) => times,
        Err(why) => return refused(why),
    };
    let (service, timer) =
        (units::service(name, &live.files, &live.program, &times), units::timer(name, &times));
    let is_timer = live.timer.as_ref() == Some(&timer);
    let are_units = is_timer && live.service.as_ref() == Some(&service);
    let is_item = live.item.as_ref().is_some_and(|now| Value::Map(now.clone()) == Value::Map(item.clone()));
    if is_item && are_units && !live.state.is_stale {
        return settled(format!("Job {name} in correct state"));
    }
    let mut operations = live.keep(&item);
    let units = [(&live.files.service, &live.service, service), (&live.files.timer, &live.timer, timer)];
    operations.extend(units.into_iter().flat_map(|(path, there, text)| {
        Kept { path, has_directory: true, is_there: there.is_some(), owner: None }.write(text)
    }));
    let is_on = item.get("enabled").is_some_and(Value::is_truthy);
    operations.push(systemctl(&["daemon-reload"]));
    operations.extend(live.turn(is_on, !is_timer || live.state.is_stale));
    match &live.item {
        None => change(
            format!("Job: {name} would be added to schedule."),
            format!("Adding new job {name} to schedule"),
            changes_of(name, "added"),
            operations,
        ),
        Some(now) => {
            let both: Map = [("old".into(), Value::Map(now.clone())), ("new".into(), Value::Map(item))]
                .into_iter()
                .collect();
            let shown: Value = if is_item { "units".into() } else { Value::Map(both) };
            change(
                format!("Job: {name} would be modified in schedule."),
                format!("Modifying job {name} in schedule"),
                changes_of(name, shown),
                operations,
            )
        }
    }
    .or_fail(format!("Failed to write job {name}"))
}

fn absent(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let name = call.name;
    let units = [&live.files.timer, &live.files.service];
    if live.item.is_none() && live.timer.is_none() && live.service.is_none() {
        return settled(format!("Job {name} not present in schedule"));
    }
    // The declaration is removed last, so that the next run finds an unfinished removal.
    let mut operations = if live.state.is_known { live.turn(false, false) } else { vec![] };
    let there = [live.timer.is_some(), live.service.is_some()];
    let gone = units.into_iter().zip(there).filter(|(_, is_there)| *is_there);
    operations.extend(gone.map(|(path, _)| Operation::Remove(path.clone())));
    operations.push(systemctl(&["daemon-reload"]));
    operations.extend(live.item.is_some().then(|| Operation::Remove(live.files.declaration.clone())));
    change(
        format!("Job: {name} would be deleted from schedule."),
        format!("Removed job {name} from schedule"),
        changes_of(name, "removed"),
        operations,
    )
    .or_fail(format!("Failed to delete job {name} from schedule"))
}

/// Enables or disables a job.
fn turned(call: &Call<'_>, live: &Live, on: bool) -> Intent<Operations> {
    let name = call.name;
    let (word, done) = if on { ("enabled", "Enabled") } else { ("disabled", "Disabled") };
    let Some(item) = &live.item else {
        return settled(format!("Job {name} not present in schedule"));
    };
    if item.get("enabled") == Some(&Value::Bool(on)) {
        return settled(format!("{done} job {name} from schedule"));
    }
    let mut item = item.clone();
    item.insert("enabled".into(), on.into());
    let operations = live.keep(&item).into_iter().chain(live.turn(on, false)).collect();
    change(
        format!("Job: {name} would be {word} in schedule."),
        format!("{done} job {name} from schedule"),
        changes_of(name, word),
        operations,
    )
    .or_fail(format!("Failed to have job {name} {word}"))
}

impl Live {
    /// Stores the declaration.
    fn keep(&self, item: &Map) -> Vec<Operation> {
        let text = format!("{}\n", Value::Map(item.clone()).to_json());
        let above = Path::new(DIRECTORY).parent().filter(|_| !self.has_directories.1);
        let above = above.map(|path| Operation::MakeDirectory {
            path: path.to_owned(),
            permissions: Permissions::default(),
        });
        let kept = Kept {
            path: &self.files.declaration,
            has_directory: self.has_directories.0,
            is_there: self.item.is_some(),
            owner: Some((0, 0)),
        };
        above.into_iter().chain(kept.write(text)).collect()
    }

    /// Starts the timer, or restarts it if its times changed; or stops it.
    fn turn(&self, on: bool, anew: bool) -> Vec<Operation> {
        let timer = format!("{}.timer", self.files.unit);
        match (on, anew) {
            (true, true) => vec![systemctl(&["enable", "--", &timer]), systemctl(&["restart", "--", &timer])],
            (true, false) => vec![systemctl(&["enable", "--now", "--", &timer])],
            (false, _) => vec![systemctl(&["disable", "--now", "--", &timer])],
        }
    }
}

fn systemctl(words: &[&str]) -> Operation {
    Operation::run(Command::argv(std::iter::once("systemctl").chain(words.iter().copied())))
}
