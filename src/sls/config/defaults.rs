//! Salt's defaults of the keys that mean something here, or that trees ask for.

use crate::model::{Map, Value};
use crate::sls::yaml;

/// The defaults of Salt 3007's minion, from `defaults.yaml` beside this file.
pub fn defaults() -> Map {
    // A file that is compiled in is read or the tests fail.
    match yaml::parse_file(include_str!("defaults.yaml"), "defaults.yaml").map(|node| node.to_value()) {
        Ok(Value::Map(map)) => map,
        _ => Map::new(),
    }
}
