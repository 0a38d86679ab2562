//! The text of an SLS.

use super::{Convention, Exported, ExportedState};
use model::{Key, Map, Value};
use sls::yaml::{Flow, Sort, dump, dump_literally, parse_file};

/// An SLS that declares these states. Notes for the reader are comments.
pub fn sls(exported: &Exported, convention: &Convention) -> String {
    let states: Vec<String> = exported.states.iter().map(|state| block(state, convention)).collect();
    let body = states.join("\n");
    let head = convention.head(&body);
    if head.is_empty() { body } else { format!("{head}\n{body}") }
}

fn block(state: &ExportedState, convention: &Convention) -> String {
    let remarks = state.remarks.iter().flat_map(|remark| remark.lines());
    let comments: String = remarks.map(|line| format!("# {line}\n")).collect();
    let declared = declared(state);
    // What people read best is written only if it is read back as it was.
    let is_same = |text: &str| parse_file(text, "export").is_ok_and(|node| node.to_value() == declared);
    let text = Some(dump_literally(&declared)).filter(|text| is_same(text));
    let text = text.unwrap_or_else(|| dump(&declared, Flow::Block, Sort::None));
    convention.template(&format!("{comments}{text}"))
}

/// The state as YAML.
fn declared(state: &ExportedState) -> Value {
    let low = &state.low;
    let one = |name: &str, value: Value| Value::from_iter([(name, value)]);
    let mut arguments = vec![];
    if low.name != low.id {
        arguments.push(one("name", low.name.as_str().into()));
    }
    arguments.extend(low.arguments.iter().map(|(name, entry)| one(name, entry.node.to_value())));
    let requires = state.requires.iter().map(|(module, id)| one(module, id.as_str().into()));
    let requires: Vec<Value> = requires.collect();
    if !requires.is_empty() {
        arguments.push(one("require", Value::List(requires)));
    }
    let function = one(&low.full_function(), Value::List(arguments));
    let mut states = Map::new();
    states.insert(Key::from(low.id.as_str()), function);
    Value::Map(states)
}
