//! What functions ask of the fleet.

mod event;
pub(super) mod mine;
mod publish;

use super::Function;
use model::{Map, Value, python, secret};

/// `event.*`.
pub(super) const EVENTS: &[Function] = event::FUNCTIONS;
/// `mine.*`.
pub(super) const MINE: &[Function] = mine::FUNCTIONS;
/// `publish.*`.
pub(super) const PUBLISH: &[Function] = publish::FUNCTIONS;

/// What others may see of a value: everything but the secrets that this process knows.
fn hidden(value: &Value) -> Value {
    secret::masked_json(value.to_json()).into()
}

/// A target, and how it is read: `glob`, `grain` …
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct MineTarget {
    /// The expression.
    pub expression: String,
    /// The word of its kind.
    pub kind: String,
}

/// What `mine.get` asks, as a function, as a runner and as a command.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct MineQuery {
    /// The instances.
    pub target: MineTarget,
    /// The functions whose results are wanted.
    pub functions: Vec<String>,
    /// Whether one function is named, and not in a list.
    is_one: bool,
}

impl MineQuery {
    /// Reads `fun`: one function, or several in a list or with commas between.
    pub fn new(target: MineTarget, fun: &Value) -> Self {
        let functions: Vec<String> = match fun {
            Value::List(list) => list.iter().map(python::text).collect(),
            one => python::text(one).split(',').map(str::to_owned).collect(),
        };
        let is_one = functions.len() == 1 && !matches!(fun, Value::List(_));
        Self { target, functions, is_one }
    }

    /// The answer, made of results by function and ID: by ID alone where one function is named.
    pub fn shaped(&self, found: Value) -> Value {
        let Value::Map(found) = found else { return Value::Map(Map::new()) };
        if !self.is_one {
            return Value::Map(found);
        }
        found.into_iter().next().map_or_else(|| Value::Map(Map::new()), |(_, results)| results)
    }
}

/// A result for the mine.
#[derive(Clone, Debug, PartialEq)]
pub struct MineResult {
    /// The function, or another name.
    pub function: String,
    /// The result.
    pub result: Value,
    /// Who may read it; without it, the whole fleet.
    pub allow: Option<MineTarget>,
}

/// The fleet that this machine belongs to. Each method gives nothing if the machine belongs to no fleet.
pub trait FleetFunctions: Send + Sync {
    /// Sends an event to the fleet's operators.
    fn send_event(&self, tag: &str, data: &Value) -> Option<Result<(), String>>;

    /// Writes results into the mine, and with `clear` deletes all others of this machine.
    fn write_mine(&self, results: &[MineResult], clear: bool) -> Option<Result<(), String>>;

    /// Deletes this machine's result of one function, or of all.
    fn delete_mine(&self, function: Option<&str>) -> Option<Result<(), String>>;

    /// Reads results: a mapping of functions to mappings of IDs to results.
    fn read_mine(&self, target: &MineTarget, functions: &[String]) -> Option<Result<Value, String>>;
}
