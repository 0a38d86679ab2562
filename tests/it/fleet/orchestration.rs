//! Orchestrations on real servers.

use serde_json::{Value, json};

use super::{Fleet, Printed, pause};

fn write(fleet: &Fleet, path: &str, content: &str) {
    let path = fleet.path(path);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, content.replace("OUT", &fleet.path("out").display().to_string())).unwrap();
}

/// The state whose ID is this, in an answer of `ops1`.
fn state<'p>(printed: &'p Value, id: &str) -> &'p Value {
    let states = printed["ops1_master"].as_object().unwrap_or_else(|| panic!("{printed}"));
    let found = states.iter().find(|(tag, _)| tag.split("_|-").nth(1) == Some(id));
    found.unwrap_or_else(|| panic!("no {id}: {printed}")).1
}

fn orchestrate(fleet: &Fleet, words: &[&str]) -> Printed {
    fleet.run("ops1", &[&["fleet-run", "state.orchestrate"], words, &["--out", "json"]].concat())
}

const ROLLING: &str = "
first:
  salt.function:
    - name: test.echo
    - tgt: '*'
    - timeout: 60
    - arg: [hello]
then:
  salt.state:
    - tgt: web-1,web-2
    - tgt_type: list
    - sls: web
    - batch: 1
    - timeout: 60
    - pillar: {text: from the orchestration}
    - require:
      - salt: first
same again:
  salt.state:
    - tgt: 'web-*'
    - highstate: True
    - timeout: 60
    - pillar: {text: from the orchestration}
    - require:
      - salt: then
who is up:
  salt.runner:
    - name: manage.up
    - require:
      - salt: same again
keys:
  salt.wheel:
    - name: key.list_all
inner ones:
  salt.parallel_runners:
    - runners:
        inner:
          - name: state.orchestrate
          - kwarg: {mods: inner}
        up:
          - name: manage.status
";

#[test]
fn jobs_are_states_with_requisites_and_a_test_run_is_honest() {
    let Some(fleet) = Fleet::up(2, true) else { return };
    fleet.ping_until("ops1", &["web-1", "web-2"]);
    std::fs::create_dir_all(fleet.path("out")).unwrap();
    write(&fleet, "ops1/states/top.sls", "base:\n  'web-*': [web]\n");
    write(
        &fleet,
        "ops1/states/web.sls",
        "OUT/{{ grains.id }}:\n  file.managed:\n    - contents: {{ pillar.text }}\n",
    );
    write(&fleet, "ops1/states/rolling.sls", ROLLING);
    write(&fleet, "ops1/states/inner.sls", "nothing:\n  test.nop: []\n");
    assert_eq!(fleet.run("ops1", &["tree", "publish"]).code, Some(0));

    let test = orchestrate(&fleet, &["rolling", "test=True"]);
    assert_eq!(test.code, Some(0), "{test:?}");
    let seen = test.json();
    assert_eq!(state(&seen, "first")["comment"], "Function test.echo would be executed on target *");
    assert_eq!(
        (&state(&seen, "then")["result"], &state(&seen, "then")["changes"]["out"]),
        (&Value::Null, &json!("highstate"))
    );
    let foreseen = state(&seen, "then")["changes"]["ret"].as_object().unwrap();
    assert_eq!(foreseen.keys().collect::<Vec<_>>(), ["web-1", "web-2"]);
    assert!(!fleet.path("out/web-1").exists() && !fleet.path("out/web-2").exists());

    let real = orchestrate(&fleet, &["rolling"]);
    assert_eq!(real.code, Some(0), "{real:?}");
    let seen = real.json();
    assert_eq!(state(&seen, "first")["changes"], json!({"ret": {"web-1": "hello", "web-2": "hello"}}));
    assert_eq!(state(&seen, "then")["comment"], "States ran successfully. Updating web-1, web-2.");
    assert_eq!(
        state(&seen, "same again")["comment"],
        "States ran successfully. No changes made to web-1, web-2."
    );
    assert_eq!(state(&seen, "who is up")["changes"], json!({"return": ["web-1", "web-2"]}));
    assert_eq!(state(&seen, "keys")["changes"]["return"]["minions"], json!(["web-1", "web-2"]));
    let inner = state(&seen, "inner ones");
    assert_eq!(inner["result"], true, "{inner}");
    assert_eq!(inner["changes"]["ret"]["up"]["up"], json!(["web-1", "web-2"]), "{inner}");
    assert_eq!(inner["changes"]["ret"]["inner"]["retcode"], 0, "{inner}");
    assert_eq!(std::fs::read_to_string(fleet.path("out/web-2")).unwrap(), "from the orchestration\n");

    // The text is Salt's: the states of each instance below the state that is their job.
    std::fs::remove_file(fleet.path("out/web-1")).unwrap();
    let text = fleet.run("ops1", &["fleet-run", "state.orch", "rolling"]).stdout;
    assert!(
        text.starts_with("ops1_master:\n")
            && text.contains("\n              web-1:\n              ----------\n"),
        "{text}"
    );
}

#[test]
fn a_failure_stops_what_requires_it() {
    let Some(fleet) = Fleet::up(2, true) else { return };
    fleet.ping_until("ops1", &["web-1", "web-2"]);
    write(
        &fleet,
        "ops1/states/web.sls",
        "{% if grains.id == 'web-2' %}bad:\n  test.fail_without_changes: []\n{% else %}good:\n  test.nop: []\n{% endif %}",
    );
    write(
        &fleet,
        "ops1/states/failing.sls",
        "
all:
  salt.state:
    - tgt: '*'
    - sls: web
    - timeout: 60
after:
  salt.function:
    - name: test.ping
    - tgt: '*'
    - require:
      - salt: all
most:
  salt.state:
    - tgt: '*'
    - sls: web
    - timeout: 60
    - allow_fail: 1
",
    );
    assert_eq!(fleet.run("ops1", &["tree", "publish"]).code, Some(0));
    let printed = orchestrate(&fleet, &["failing"]);
    assert_eq!(printed.code, Some(1), "{printed:?}");
    let seen = printed.json();
    assert_eq!(
        (&state(&seen, "all")["result"], &state(&seen, "all")["comment"]),
        (&json!(false), &json!("Run failed on minions: web-2"))
    );
    assert!(
        state(&seen, "after")["comment"].as_str().unwrap().contains("requisite failed: failing.all"),
        "{printed:?}"
    );
    assert_eq!(state(&seen, "most")["result"], true, "{printed:?}");
}

#[test]
fn an_instance_that_does_not_answer_has_failed_or_is_named() {
    let Some(fleet) = Fleet::up(2, true) else { return };
    fleet.ping_until("ops1", &["web-1", "web-2"]);
    fleet.signal_agent("web-2", "STOP");
    write(
        &fleet,
        "ops1/states/silent.sls",
        "
expected:
  salt.function:
    - name: test.ping
    - tgt: web-2
    - expect_minions: True
not expected:
  salt.function:
    - name: test.ping
    - tgt: '*'
    - timeout: 5
",
    );
    let printed = orchestrate(&fleet, &["silent"]);
    fleet.signal_agent("web-2", "CONT");
    let seen = printed.json();
    assert!(
        state(&seen, "expected")["comment"].as_str().unwrap().contains("failed on minions: web-2"),
        "{printed:?}"
    );
    assert_eq!(state(&seen, "not expected")["warnings"], json!(["No answer from web-2"]), "{printed:?}");

    // Such SLS are for ops nodes: on a machine of their own they fail, and say where they belong.
    let alone = fleet.run("ops1", &["state.sls", "silent", "--out", "json"]);
    assert!(alone.stdout.contains("orchestrate fleet-run state.orchestrate"), "{alone:?}");
}

#[test]
fn an_orchestration_waits_for_instances_that_start_and_accepts_their_keys() {
    let Some(fleet) = Fleet::up(1, true) else { return };
    fleet.ping_until("ops1", &["web-1"]);
    write(
        &fleet,
        "ops1/states/newcomers.sls",
        "
welcome:
  salt.wheel:
    - name: key.accept
    - match: new-1
    - parallel: True
arrived:
  salt.wait_for_event:
    - name: salt/minion/*/start
    - id_list: [new-1]
    - timeout: 60
    - parallel: True
",
    );
    write(
        &fleet,
        "ops1/states/absent.sls",
        "
never:
  salt.wait_for_event:
    - name: salt/minion/*/start
    - id_list: [nobody]
    - timeout: 1
",
    );
    let mut agent = fleet.start_agent("new-1", "new-1");
    fleet.keys_until("ops1", "minions_pre", &["new-1"]);
    let printed = orchestrate(&fleet, &["newcomers"]);
    let absent = orchestrate(&fleet, &["absent"]);
    agent.end();
    pause();
    let seen = printed.json();
    assert_eq!(state(&seen, "welcome")["changes"]["return"], json!({"minions": ["new-1"]}), "{printed:?}");
    // Before its key is accepted, an instance is nobody whose events are believed.
    assert_eq!(state(&seen, "arrived")["changes"], json!({"minions_seen": ["new-1"]}), "{printed:?}");
    assert_eq!(
        state(&absent.json(), "never")["comment"],
        "Timeout value reached.\nNot seen: nobody",
        "{absent:?}"
    );
}
