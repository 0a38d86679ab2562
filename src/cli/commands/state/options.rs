//! The common arguments of all functions of a run.

use super::{Bound, CliError, Overrides, Session, guards};
use crate::run_lock::WhenBusy;
use engine::guards::Guards;
use model::{Key, Map, Problem, Value};
use sls::high::Wanted;
use sls::yaml;

/// The parsed options of a run.
pub(super) struct Options {
    /// The SLS as typed.
    pub mods: Vec<String>,
    /// `test=True`, or `test: True` of the configuration.
    pub test: bool,
    /// The exclusions, as under the word `exclude` of an SLS.
    pub exclude: Value,
    /// The lock and the guards of the run.
    pub terms: Terms,
    /// The values that override the configuration.
    pub overrides: Overrides,
}

impl Options {
    /// Reads the matched arguments.
    ///
    /// # Errors
    ///
    /// Values of a wrong type. Above all, a `test` that is neither true nor false changes nothing.
    pub fn read(session: &Session<'_>, bound: &Bound) -> Result<Self, CliError> {
        Ok(Self {
            mods: mods("mods", bound.value("mods"))?,
            test: test(session, bound)?,
            exclude: exclude(bound.value("exclude"))?,
            terms: Terms::read(session, Some(bound))?,
            overrides: Overrides {
                pillar: pillar(bound.value("pillar"))?,
                saltenv: text(bound, "saltenv")?,
                pillarenv: text(bound, "pillarenv")?,
                state_top: text(bound, "topfn")?,
                again: false,
            },
        })
    }
}

/// When a run begins, and its limits.
#[derive(Clone)]
pub(super) struct Terms {
    /// What a run does while another one is running.
    pub when_busy: WhenBusy,
    /// The limits of the run.
    pub guards: Guards,
    /// True for a command that compares the accounts of all things: a plan, `apply`, `undo`, `prune`.
    pub asks_accounts: bool,
    /// The requested SLS. Runs that change AWS hold a lease for each.
    pub services: Vec<Wanted>,
    /// The run that this one undoes.
    pub undoes: Option<String>,
}

impl Terms {
    /// Those of the configuration, and those that were typed.
    pub(super) fn read(session: &Session<'_>, bound: Option<&Bound>) -> Result<Self, CliError> {
        let guards = guards::of_run(session, bound)?;
        let when_busy = when_busy(session, bound);
        Ok(Self { when_busy, guards, asks_accounts: false, services: vec![], undoes: None })
    }
}

/// `queue=True` and `concurrent=True`, or `state_queue: True` of the configuration.
fn when_busy(session: &Session<'_>, bound: Option<&Bound>) -> WhenBusy {
    asked_when_busy(session, |name| bound.map(|bound| bound.value(name)))
}

/// The same for arguments that are found by name.
pub(in crate::commands) fn asked_when_busy<'a>(
    session: &Session<'_>,
    given: impl Fn(&str) -> Option<&'a Value>,
) -> WhenBusy {
    let is_on = |name: &str| given(name).is_some_and(is_true);
    match () {
        () if is_on("concurrent") => WhenBusy::Ignore,
        () if is_on("queue") || session.opts().get("state_queue").is_some_and(is_true) => WhenBusy::Wait,
        () => WhenBusy::Refuse,
    }
}

/// Salt reads a number as the longest queue; here a queue has no limit.
fn is_true(value: &Value) -> bool {
    matches!(value, Value::Bool(true)) || matches!(value, Value::Int(number) if *number > 0)
}

/// Whether this is a test run.
pub(super) fn test(session: &Session<'_>, bound: &Bound) -> Result<bool, CliError> {
    match bound.value("test") {
        Value::Null => Ok(session.opts().get("test").and_then(Value::as_bool).unwrap_or(false)),
        Value::Bool(test) => Ok(*test),
        Value::Int(number) => Ok(*number != 0),
        other => Err(refused("test", "True or False", other)),
    }
}

/// Refuses a command that changes something where only test runs are allowed.
pub(super) fn refuse_if_test(session: &Session<'_>, bound: &Bound) -> Result<(), CliError> {
    if test(session, bound)? {
        let problem = Problem::nowhere("the configuration says 'test: True': nothing may be changed");
        return Err(CliError::Plan(problem.into()));
    }
    Ok(())
}

/// A comma list of names, or a list.
pub(super) fn mods(word: &str, value: &Value) -> Result<Vec<String>, CliError> {
    match value {
        Value::Null => Ok(vec![]),
        Value::Str(text) => Ok(text.split(',').map(|name| name.trim().to_owned()).collect()),
        Value::Int(number) => Ok(vec![number.to_string()]),
        Value::List(list) => list
            .iter()
            .map(|item| item.as_str().map(str::to_owned).ok_or_else(|| refused(word, "a list of text", item)))
            .collect(),
        other => Err(refused(word, "text", other)),
    }
}

/// A comma list of SLS, or a list as in an SLS.
fn exclude(value: &Value) -> Result<Value, CliError> {
    match value {
        Value::Null => Ok(Value::List(vec![])),
        Value::Str(text) => {
            let named =
                |name: &str| Value::Map(Map::from_iter([(Key::from("sls"), Value::from(name.trim()))]));
            Ok(Value::List(text.split(',').map(named).collect()))
        }
        Value::List(_) => Ok(value.clone()),
        other => Err(refused("exclude", "a comma list of SLS, or a list of {id: …} and {sls: …}", other)),
    }
}

fn pillar(value: &Value) -> Result<Option<Map>, CliError> {
    match value {
        Value::Null => Ok(None),
        Value::Map(map) => Ok(Some(map.clone())),
        // Our own commands get text.
        Value::Str(text) => match yaml::parse_file(text, "the command line").map(|node| node.to_value()) {
            Ok(Value::Map(map)) => Ok(Some(map)),
            _ => Err(refused("pillar", "a mapping, as in pillar='{\"key\": \"value\"}'", value)),
        },
        other => Err(refused("pillar", "a mapping, as in pillar='{\"key\": \"value\"}'", other)),
    }
}

fn text(bound: &Bound, name: &str) -> Result<Option<String>, CliError> {
    match bound.value(name) {
        Value::Null => Ok(None),
        Value::Str(text) => Ok(Some(text.clone())),
        other => Err(refused(name, "text", other)),
    }
}

fn refused(name: &str, wanted: &str, given: &Value) -> CliError {
    CliError::Usage(Problem::nowhere(format!("'{name}' must be {wanted}, not {}", given.type_name())))
}
