//! Salt's defaults of the keys that this program uses, or that trees read.

use crate::yaml;
use model::{Map, Value};

/// The defaults of Salt 3007's minion, from `defaults.yaml` beside this file.
pub fn defaults() -> Map {
    // A compiled-in file that cannot be read fails the tests.
    match yaml::parse_file(include_str!("defaults.yaml"), "defaults.yaml").map(|node| node.to_value()) {
        Ok(Value::Map(map)) => map,
        _ => Map::new(),
    }
}
