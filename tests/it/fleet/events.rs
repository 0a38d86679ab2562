//! Events of instances, by their agents.

use serde_json::{Value, json};

use super::Fleet;

fn write(fleet: &Fleet, path: &str, content: &str) {
    let path = fleet.path(path);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, content).unwrap();
}

const WAITING: &str = "
heard:
  salt.wait_for_event:
    - name: myapp/*
    - id_list: [by a function, by a state]
    - event_id: how
    - timeout: 60
    - parallel: True
from a function:
  salt.function:
    - name: event.send
    - tgt: web-1
    - timeout: 60
    - arg: [myapp/deployed]
    - kwarg: {data: {how: by a function}}
from a state:
  salt.state:
    - tgt: web-1
    - timeout: 60
    - sls: sending
";

#[test]
fn events_of_functions_and_states_are_heard_and_test_runs_send_none() {
    let Some(fleet) = Fleet::up(1, true) else { return };
    fleet.ping_until("ops1", &["web-1"]);
    write(&fleet, "ops1/states/waiting.sls", WAITING);
    write(&fleet, "ops1/states/sending.sls", "myapp/done:\n  event.send:\n    - data: {how: by a state}\n");
    assert_eq!(fleet.run("ops1", &["tree", "publish"]).code, Some(0));
    let printed = fleet.run("ops1", &["fleet-run", "state.orchestrate", "waiting", "--out", "json"]);
    assert_eq!(printed.code, Some(0), "{printed:?}");
    let all = printed.json();
    let states = all["ops1_master"].as_object().unwrap();
    let heard = states.iter().find(|(tag, _)| tag.contains("_|-heard_|-")).unwrap().1;
    assert_eq!(heard["changes"], json!({"minions_seen": ["by a function", "by a state"]}), "{printed:?}");
    let sent = states.iter().find(|(tag, _)| tag.contains("_|-from a state_|-")).unwrap().1;
    let of_instance = sent["changes"]["ret"]["web-1"].as_object().unwrap().values().next().unwrap();
    assert_eq!(of_instance["changes"], json!({"tag": "myapp/done", "data": {"how": "by a state"}}));

    let words = [
        "fleet",
        "web-1",
        "state.sls",
        "sending",
        "test=True",
        "--timeout",
        "60",
        "--static",
        "--out",
        "json",
    ];
    let test = fleet.run("ops1", &words);
    let foreseen = test.json()["web-1"].as_object().unwrap().values().next().unwrap().clone();
    assert_eq!(
        (&foreseen["result"], &foreseen["comment"]),
        (&Value::Null, &json!("Event would have been fired"))
    );
    // A machine without an agent sends nothing, and says so.
    let alone = fleet.run("ops1", &["event.send", "myapp/deployed", "--out", "json"]);
    assert_eq!(alone.json(), json!({"local": false}), "{alone:?}");
    let state = fleet.run("ops1", &["state.sls", "sending", "--out", "json"]);
    assert!(state.code == Some(1) && state.stdout.contains("belongs to no fleet"), "{state:?}");
}
