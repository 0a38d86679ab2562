//! Published trees on real servers: all instances run the same revision, with pillar of their own.

use std::path::Path;

use serde_json::{Value, json};

use super::{Fleet, Printed};

pub fn write(fleet: &Fleet, path: &str, content: &str) {
    let path = fleet.path(path);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, content).unwrap();
}

/// A tree whose state writes each instance's own pillar to a file.
fn tree(fleet: &Fleet, version: &str) {
    let out = fleet.path("out").display().to_string();
    std::fs::create_dir_all(&out).unwrap();
    write(
        fleet,
        "ops1/states/web.sls",
        &format!(
            "written:\n  file.managed:\n    - name: {out}/{{{{ grains.id }}}}\n    - source: salt://files/text\n    - template: jinja\n"
        ),
    );
    write(fleet, "ops1/states/files/text", &format!("{version} {{{{ pillar['secret'] }}}}\n"));
    write(fleet, "ops1/states/top.sls", "base:\n  '*': [web]\n");
    write(
        fleet,
        "ops1/pillar/top.sls",
        "base:\n  'id:web-1':\n    - match: grain\n    - one\n  'web-2': [two]\n",
    );
    write(fleet, "ops1/pillar/one.sls", "secret: hidden-{{ grains.id }}\n");
    write(fleet, "ops1/pillar/two.sls", "secret: hidden-{{ grains.id }}\n");
}

/// Whether each instance's states of the last run succeeded.
fn successes(printed: &Printed) -> Value {
    let of = |states: &Value| {
        let all = states.as_object().is_some_and(|states| states.values().all(|it| it["result"] == true));
        json!(all)
    };
    printed
        .json()
        .as_object()
        .map_or(Value::Null, |all| all.iter().map(|(id, it)| (id.clone(), of(it))).collect())
}

fn files_below(directory: &Path) -> Vec<std::path::PathBuf> {
    let mut found = vec![];
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files_below(&path)) } else { found.push(path) }
    }
    found
}

#[test]
fn all_instances_run_the_revision_that_one_ops_node_published() {
    let Some(fleet) = Fleet::up(2, true) else { return };
    fleet.ping_until("ops1", &["web-1", "web-2"]);
    let apply = |operator: &str, more: &[&str]| {
        let words = ["fleet", "*", "state.apply", "--timeout", "60", "--static", "--out", "json"];
        fleet.run(operator, &[&words[..], more].concat())
    };
    let empty = fleet.run("ops1", &["tree", "publish"]);
    assert!(empty.stderr.contains("nothing in file_roots"), "{empty:?}");
    tree(&fleet, "first");
    let published = fleet.run("ops1", &["tree", "publish", "v1"]);
    assert_eq!(published.stdout, "Published revision v1 (6 files).\n", "{published:?}");
    let again = fleet.run("ops1", &["tree", "publish"]);
    assert_eq!(again.stdout, "Revision v1 has the same files already; ops1 published it.\n", "{again:?}");

    // The other ops node has no trees: its job runs with the revision too.
    let applied = apply("ops2", &[]);
    assert_eq!(
        (successes(&applied), applied.code),
        (json!({"web-1": true, "web-2": true}), Some(0)),
        "{applied:?}"
    );
    assert_eq!(applied.stderr, "");
    for id in ["web-1", "web-2"] {
        let written = std::fs::read_to_string(fleet.path("out").join(id)).unwrap();
        assert_eq!(written, format!("first hidden-{id}\n"));
    }
    // No instance has the pillar's files, and none the other's values.
    for path in files_below(&fleet.path("web-1/state/trees")) {
        let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
        assert!(!text.contains("hidden-"), "{}", path.display());
    }
    let pillar =
        fleet.run("ops1", &["fleet", "*", "pillar.items", "--timeout", "60", "--static", "--out", "json"]);
    assert_eq!(
        pillar.json(),
        json!({"web-1": {"secret": "hidden-web-1"}, "web-2": {"secret": "hidden-web-2"}}),
        "{pillar:?}"
    );

    // A target by pillar means the pillar that jobs run with.
    let words =
        ["fleet", "-I", "secret:hidden-web-2", "test.ping", "--timeout", "60", "--static", "--out", "json"];
    let by_pillar = fleet.run("ops2", &words);
    assert_eq!(by_pillar.json(), json!({"web-2": true}), "{by_pillar:?}");

    // The trees of this node changed: it says so, and the job runs with what is published.
    tree(&fleet, "second");
    let differs = apply("ops1", &["test=True"]);
    assert!(
        differs.stderr.contains("this ops node's trees differ from revision v1, which ops1 published"),
        "{differs:?}"
    );
    assert_eq!(successes(&differs), json!({"web-1": true, "web-2": true}), "{differs:?}");
    assert_eq!(fleet.run("ops1", &["tree", "publish", "v2"]).code, Some(0));
    assert_eq!(successes(&apply("ops1", &[])), json!({"web-1": true, "web-2": true}));
    assert_eq!(std::fs::read_to_string(fleet.path("out/web-2")).unwrap(), "second hidden-web-2\n");
    // Back to the first one, by name.
    assert_eq!(apply("ops2", &["--tree", "v1"]).code, Some(0));
    assert_eq!(std::fs::read_to_string(fleet.path("out/web-2")).unwrap(), "first hidden-web-2\n");
    let list = fleet.run("ops2", &["tree", "list", "--out", "json"]).json();
    assert_eq!(list.as_object().unwrap().keys().collect::<Vec<_>>(), ["v1", "v2"]);
    let shown = fleet.run("ops2", &["tree", "show", "v2", "--out", "json"]).json();
    assert_eq!((&shown["v2"]["User"], &shown["v2"]["Files"]), (&json!("ops1"), &json!(6)), "{shown}");

    // Without a revision each instance has its own trees, which are empty; a name that nobody published is an error.
    let own = apply("ops1", &["--tree", "none"]);
    assert!(own.code == Some(1) && own.stdout.contains("no top file gives this minion any SLS"), "{own:?}");
    let unknown = apply("ops1", &["--tree", "v9"]);
    assert!(unknown.code == Some(1) && unknown.stderr.contains("no revision 'v9'"), "{unknown:?}");
}

#[test]
fn a_pillar_that_does_not_compile_is_the_answer_of_its_instance_alone() {
    let Some(fleet) = Fleet::up(2, true) else { return };
    fleet.ping_until("ops1", &["web-1", "web-2"]);
    tree(&fleet, "broken");
    write(&fleet, "ops1/pillar/two.sls", "secret: {{ nothing.here }}\n");
    assert_eq!(fleet.run("ops1", &["tree", "publish"]).code, Some(0));
    let words = ["fleet", "*", "state.apply", "web", "--timeout", "60", "--static", "--out", "json"];
    let applied = fleet.run("ops1", &words);
    assert_eq!(applied.code, Some(1), "{applied:?}");
    assert_eq!(successes(&applied)["web-1"], json!(true), "{applied:?}");
    let failed = applied.json()["web-2"].to_string();
    assert!(failed.contains("Pillar failed to render") && failed.contains("nothing"), "{failed}");
    assert!(fleet.path("out/web-1").exists() && !fleet.path("out/web-2").exists());

    // What an operator asks for once more under the same number runs with the same revision.
    let sent = fleet.run("ops1", &["fleet", "web-1", "state.sls", "web", "--async"]);
    let jid = sent.stdout.trim().rsplit(' ').next().unwrap().to_owned();
    let resumed = fleet.run("ops2", &["jobs", "resume", &jid, "--out", "json"]);
    assert_eq!(successes(&resumed), json!({"web-1": true}), "{resumed:?}");
}
