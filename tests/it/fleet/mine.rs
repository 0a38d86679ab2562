//! The mine on real servers: what agents write, and who reads it.

use serde_json::{Value, json};

use super::{Fleet, pause};

fn write(fleet: &Fleet, path: &str, content: &str) {
    let path = fleet.path(path);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, content).unwrap();
}

/// Asks as an operator until the answer is this.
fn until(fleet: &Fleet, words: &[&str], expected: &Value) {
    let mut last = None;
    for _ in 0..100 {
        let printed = fleet.run("ops2", &[words, &["--out", "json"]].concat());
        if printed.json() == *expected {
            return;
        }
        last = Some(printed);
        pause();
    }
    panic!("not {expected}: {last:?}");
}

fn job(fleet: &Fleet, target: &str, words: &[&str]) -> Value {
    let fixed = ["--timeout", "60", "--static", "--out", "json"];
    let printed = fleet.run("ops1", &[&["fleet", target], words, &fixed].concat());
    assert!(printed.code == Some(0), "{printed:?}");
    printed.json()
}

#[test]
fn instances_publish_results_and_templates_of_others_and_of_ops_nodes_use_them() {
    let Some(fleet) = Fleet::up(2, true) else { return };
    fleet.ping_until("ops1", &["web-1", "web-2"]);
    // A third one has functions in its configuration: its agent sends them without being asked.
    let functions =
        json!({"grains.get": ["id"], "text": {"mine_function": "test.echo", "text": "configured"}});
    let _third = fleet.start_configured_agent("lb-1", "lb-1", &json!({"mine_functions": functions}));
    fleet.keys_until("ops1", "minions_pre", &["lb-1"]);
    assert_eq!(fleet.run("ops1", &["key", "accept", "lb-1"]).code, Some(0));
    until(&fleet, &["fleet-run", "mine.get", "*", "grains.get"], &json!({"lb-1": "lb-1"}));
    until(&fleet, &["fleet-run", "mine.get", "*", "text"], &json!({"lb-1": "configured"}));

    let sent = job(&fleet, "web-*", &["mine.send", "address", "mine_function=grains.get", "key=id"]);
    assert_eq!(sent, json!({"web-1": true, "web-2": true}));
    until(&fleet, &["fleet-run", "mine.get", "id:web-1", "address", "grain"], &json!({"web-1": "web-1"}));
    // An instance reads what others wrote: as a function, and in the template of a state.
    let read = job(&fleet, "lb-1", &["mine.get", "web-*", "address"]);
    assert_eq!(read, json!({"lb-1": {"web-1": "web-1", "web-2": "web-2"}}));
    let by_grain = job(&fleet, "lb-1", &["mine.get", "id:web-2", "address,text", "grain"]);
    assert_eq!(by_grain, json!({"lb-1": {"address": {"web-2": "web-2"}}}));

    let ask =
        "salt['saltutil.runner']('mine.get', tgt='*', fun='address') | dictsort | map('last') | join(' ')";
    write(&fleet, "ops1/pillar/top.sls", "base:\n  '*': [backends]\n");
    write(&fleet, "ops1/pillar/backends.sls", &format!("backends: {{{{ {ask} }}}}\n"));
    write(
        &fleet,
        "ops1/states/shown.sls",
        &format!("{{{{ pillar.backends }}}} / {{{{ {ask} }}}}:\n  test.nop: []\n"),
    );
    assert_eq!(fleet.run("ops1", &["tree", "publish"]).code, Some(0));
    let applied = job(&fleet, "lb-1", &["state.sls", "shown"]);
    let names: Vec<&Value> = applied["lb-1"].as_object().unwrap().values().map(|it| &it["name"]).collect();
    assert_eq!(names, ["web-1 web-2 / web-1 web-2"], "{applied}");
    write(
        &fleet,
        "ops1/states/orch.sls",
        &format!(
            "'{{{{ {ask} }}}}':\n  test.nop: []\nread:\n  salt.runner:\n    - name: mine.get\n    - arg: ['*', text]\n"
        ),
    );
    let orchestrated = fleet.run("ops1", &["fleet-run", "state.orch", "orch", "--out", "json"]);
    let text = orchestrated.stdout.clone();
    assert!(orchestrated.code == Some(0) && text.contains("web-1 web-2"), "{orchestrated:?}");
    assert!(text.contains("configured"), "{orchestrated:?}");

    let deleted = job(&fleet, "web-1", &["mine.delete", "address"]);
    assert_eq!(deleted, json!({"web-1": true}));
    until(&fleet, &["fleet-run", "mine.get", "*", "address"], &json!({"web-2": "web-2"}));
    assert_eq!(job(&fleet, "web-2", &["mine.flush"]), json!({"web-2": true}));
    until(&fleet, &["fleet-run", "mine.get", "*", "address"], &json!({}));
}
