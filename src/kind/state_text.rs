//! States as text in YAML, for functions that export existing things.

use super::Refusal;
use model::Value;

/// A state in YAML's form: a list of arguments below its function.
pub fn state<const N: usize>(function: &str, arguments: [(&str, Value); N]) -> Value {
    let one = |(key, value): (&str, Value)| -> Value { [(key, value)].into_iter().collect() };
    one((function, Value::List(arguments.into_iter().map(one).collect())))
}

/// States by their IDs as text.
///
/// # Errors
/// YAML cannot express a value.
pub fn yaml(states: &Value) -> Result<Value, Refusal> {
    let text = serde_yaml::to_string(&states.to_json());
    text.map(Value::from).map_err(|error| Refusal::Because(error.to_string()))
}
