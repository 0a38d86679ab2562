//! Grains that the caller's environment sets for one run: `SERVICE_NAME=myapp REGION=useast1 orchestrate …`.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::Grains;

/// Environment variables and the grains that they set.
pub const NAMES: &[(&str, &str)] = &[
    ("SERVICE_NAME", "service_name"),
    ("SUB_SERVICE", "sub_service"),
    ("SERVICE_INSTANCE", "service_instance"),
    ("REGION", "region"),
    ("SERVICE_NODE", "service_node"),
];

/// The grains that an environment sets; an empty variable sets none.
pub fn grains(environment: &BTreeMap<String, String>) -> Grains {
    let set = NAMES.iter().filter_map(|(variable, grain)| Some((grain, environment.get(*variable)?)));
    set.filter(|(_, value)| !value.is_empty())
        .map(|(grain, value)| ((*grain).to_owned(), Value::from(value.as_str())))
        .collect()
}
