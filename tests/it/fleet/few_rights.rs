//! Operators with few rights, beside the two of `fleet/up`.

use std::process::Command;

use fleet::identity::Identity;
use fleet::identity::setup::OperatorKit;
use serde_json::json;

use super::raw::json_of;
use super::{Fleet, PROGRAM, until};

/// Makes an operator with options of `fleet-setup operator`, a configuration and roots of trees. The servers have the new list when this
/// returns.
pub fn add_operator(fleet: &Fleet, name: &str, options: &[&str]) {
    let home = fleet.path(name);
    let mut command = Command::new(PROGRAM);
    command.arg("fleet-setup").arg("operator").arg(fleet.path("fleet")).arg(name).args(options);
    let made = command.arg("--to").arg(home.join("fleet")).output().unwrap();
    assert!(made.status.success(), "{made:?}");
    let minion = json!({
        "id": name,
        "cachedir": home.join("cache"),
        "journal": {"dir": home.join("cache/journal")},
        "file_roots": {"base": [home.join("states")]},
        "pillar_roots": {"base": [home.join("pillar")]},
    });
    std::fs::write(home.join("minion"), minion.to_string()).unwrap();
    // The root has signed a newer list of operators.
    let kit = json_of(fleet, &format!("{name}/fleet/operator.json"));
    std::fs::write(fleet.path("ops1/fleet/operators.json"), kit["operators"].to_string()).unwrap();
    assert_eq!(fleet.run("ops1", &["key", "list"]).code, Some(0));
}

/// Waits until the instances obey an operator who may ping them.
pub fn is_known(fleet: &Fleet, name: &str, ids: &[&str]) {
    let expected: serde_json::Value = ids.iter().map(|id| ((*id).to_owned(), json!(true))).collect();
    let words = ["fleet", "-L", &ids.join(","), "test.ping", "--timeout", "60", "--static", "--out", "json"];
    until("the instances know the new operator", || fleet.run(name, &words).json() == expected);
}

/// The keys of an operator.
pub fn keys_of(fleet: &Fleet, name: &str) -> Identity {
    let kit: OperatorKit =
        serde_json::from_value(json_of(fleet, &format!("{name}/fleet/operator.json"))).unwrap();
    Identity::from_seeds(&kit.seeds, name).unwrap()
}
