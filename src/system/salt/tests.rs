use serde_json::{Value as Json, json};

use super::Salt;
use crate::sample::call;
use crate::{Answers, Intent, LocalState};
use model::{Invocation, Outcome, Unanswered, Value, Verdict};

fn planned(function: &str, name: &str, arguments: &Json) -> Intent<Outcome> {
    call(function, name, arguments, |call| Salt::diff(call, ()))
}

/// The calls of a real run and of a test run, and what a test run without calls says.
struct Plan {
    real: Invocation,
    test: Option<Invocation>,
    foreseen: Outcome,
    finish: fn(&Answers) -> Outcome,
}

fn invoked(function: &str, name: &str, arguments: &Json) -> Plan {
    match planned(function, name, arguments) {
        Intent::Invoke { foreseen, mut invocations, mut in_tests, finish } => {
            Plan { real: invocations.remove(0), test: in_tests.pop(), foreseen, finish }
        }
        other => panic!("it calls the fleet: {other:?}"),
    }
}

fn refused(function: &str, arguments: &Json) -> String {
    match planned(function, "n", arguments) {
        Intent::Settled(outcome) if outcome.verdict == Verdict::Failed => outcome.comment,
        other => panic!("it is refused: {other:?}"),
    }
}

fn shown(invocation: &Invocation) -> Json {
    let args: Vec<Json> = invocation.args.iter().map(Value::to_json).collect();
    json!([invocation.function, args, Value::Map(invocation.kwargs.clone()).to_json()])
}

fn finished(plan: &Plan, in_test: bool, answer: Result<Json, &str>) -> (Verdict, String, Json, Vec<String>) {
    let invocation = if in_test { plan.test.clone().unwrap() } else { plan.real.clone() };
    let outcome = (plan.finish)(&[(
        invocation,
        answer.map(Value::from).map_err(|why| Unanswered::Unreached(why.to_owned())),
    )]);
    (outcome.verdict, outcome.comment, Value::Map(outcome.changes).to_json(), outcome.warnings)
}

#[test]
fn a_state_is_a_job_with_its_words_in_their_places() {
    let arguments = json!({
        "tgt": ["web-1", "web-2"], "tgt_type": "list", "sls": ["a", "b"], "pillar": {"x": 1}, "saltenv": "dev",
        "test": false, "batch": "25%", "subset": 2, "timeout": 9, "allow_fail": 1, "queue": true, "exclude": "c",
        "fail_minions": "web-2, web-3", "ret": "redis"
    });
    let plan = invoked("salt.state", "n", &arguments);
    let expected = json!(["fleet.cmd", ["web-1,web-2", "state.sls"], {
        "tgt_type": "list", "expect_minions": true, "timeout": 9, "batch": "25%", "subset": 2, "ret": "redis",
        "fail_minions": ["web-2", "web-3"], "arg": ["a,b"], "allow_fail": 1,
        "kwarg": {"test": false, "pillar": {"x": 1}, "saltenv": "dev", "exclude": "c", "queue": true, "concurrent": false}
    }]);
    assert_eq!(shown(&plan.real), expected);
    let mut in_test = expected;
    in_test[2]["kwarg"]["test"] = json!(true);
    assert_eq!(shown(&plan.test.unwrap()), in_test, "a test run changes nothing whatever the SLS says");
    for (arguments, function, arg) in [
        (json!({"tgt": "*", "highstate": true, "sls": "a"}), "state.highstate", json!([])),
        (json!({"tgt": "*", "top": "other.sls"}), "state.top", json!(["other.sls"])),
    ] {
        let real = invoked("salt.state", "n", &arguments).real;
        assert_eq!((&shown(&real)[1][1], &shown(&real)[2]["arg"]), (&json!(function), &arg));
    }
    assert_eq!(
        refused("salt.state", &json!({"tgt": "*"})),
        "No highstate or sls specified, no execution made"
    );
    assert!(
        refused("salt.state", &json!({"tgt": "*", "highstate": true, "ssh": true}))
            .contains("ssh: True is refused")
    );
}

fn states(result: Json, changes: Json) -> Json {
    json!({"ret": {"test_|-a_|-a_|-nop": {"result": result, "changes": changes}}, "retcode": 0})
}

#[test]
fn answers_of_states_come_to_what_salt_makes_of_them() {
    let plan = |more: Json| {
        let mut arguments = json!({"tgt": "*", "sls": "a"});
        arguments.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap());
        invoked("salt.state", "n", &arguments)
    };
    let (same, changed, failed) = (
        states(json!(true), json!({})),
        states(json!(true), json!({"a": 1})),
        states(json!(false), json!({})),
    );
    let plain = plan(json!({}));
    let (verdict, comment, changes, _) = finished(&plain, false, Ok(json!({"w1": same, "w2": changed})));
    assert_eq!(
        (verdict, comment.as_str()),
        (Verdict::Succeeded, "States ran successfully. Updating w2. No changes made to w1.")
    );
    assert_eq!(changes, json!({"out": "highstate", "ret": {"w2": changed["ret"]}}));
    let (verdict, comment, changes, _) = finished(&plain, false, Ok(json!({"w1": same, "w2": failed})));
    assert_eq!((verdict, comment.as_str()), (Verdict::Failed, "Run failed on minions: w2"));
    assert_eq!(changes["ret"], json!({"w2": failed["ret"]}));
    // One that answers something else than states, and one that does not answer.
    let odd = json!({"w1": {"ret": ["Pillar failed", "x"]}, "w2": {"failed": true}, "w3": {"ret": false}});
    let (verdict, comment, changes, _) = finished(&plain, false, Ok(odd.clone()));
    let expected = "Run failed on minions: w1, w2, w3\nw1 answered errors: Pillar failed; x\nw2 did not answer.\nw3 answered False and no states.";
    assert_eq!((verdict, comment.as_str()), (Verdict::Failed, expected));
    assert_eq!(changes["ret"], json!({"w1": ["Pillar failed", "x"], "w2": false, "w3": false}));
    // So many may fail, and these may.
    assert_eq!(finished(&plan(json!({"allow_fail": 3})), false, Ok(odd.clone())).0, Verdict::Succeeded);
    assert_eq!(finished(&plan(json!({"allow_fail": 2})), false, Ok(odd)).0, Verdict::Failed);
    let excused = finished(&plan(json!({"fail_minions": ["w2"]})), false, Ok(json!({"w2": failed})));
    assert_eq!((excused.0, &excused.2["ret"]), (Verdict::Succeeded, &json!({"w2": failed["ret"]})));
    // A test run: changes are foreseen; without any all is as wanted.
    assert_eq!(finished(&plain, true, Ok(json!({"w1": changed}))).0, Verdict::WouldChange);
    assert_eq!(finished(&plain, true, Ok(json!({"w1": same}))).0, Verdict::Succeeded);
    assert_eq!(
        finished(&plan(json!({"test": true})), false, Ok(json!({"w1": changed}))).0,
        Verdict::WouldChange
    );
    // Nobody.
    assert_eq!(finished(&plain, false, Ok(json!({}))).0, Verdict::Failed);
    assert_eq!(finished(&plan(json!({"expect_minions": false})), false, Ok(json!({}))).0, Verdict::Succeeded);
    let silent = finished(&plain, false, Ok(json!({"w1": same, "w2": {"silent": true}})));
    assert_eq!(silent.3, ["No answer from w2"]);
    assert_eq!(finished(&plain, false, Err("no server")).1, "no server");
    let ret = finished(&plan(json!({"ret": "redis"})), false, Ok(json!({"w1": same})));
    assert!(ret.3[0].contains("'ret' has no effect"), "{:?}", ret.3);
}

#[test]
fn a_function_is_a_job_and_its_answers_are_its_changes() {
    let arguments = json!({"tgt": "role:web", "tgt_type": "grain", "arg": ["a", 1], "kwarg": {"b": 2}});
    let plan = invoked("salt.function", "cmd.run", &arguments);
    assert_eq!(
        shown(&plan.real),
        json!(["fleet.cmd", ["role:web", "cmd.run"], {
            "tgt_type": "grain", "expect_minions": false, "arg": ["a", 1], "kwarg": {"b": 2}
        }])
    );
    assert!(plan.test.is_none());
    assert_eq!(plan.foreseen.verdict, Verdict::WouldChange);
    assert_eq!(plan.foreseen.comment, "Function cmd.run would be executed on target role:web");
    let (verdict, comment, changes, _) =
        finished(&plan, false, Ok(json!({"w1": {"ret": "x", "retcode": 0}, "w2": {"ret": 3, "retcode": 0}})));
    assert_eq!(
        (verdict, comment.as_str()),
        (Verdict::Succeeded, "Function ran successfully. Function cmd.run ran on w1, w2.")
    );
    assert_eq!(changes, json!({"ret": {"w1": "x", "w2": 3}}));
    for failed in [json!({"ret": "x", "retcode": 2}), json!({"ret": false}), json!({"failed": true})] {
        let (verdict, comment, ..) = finished(&plan, false, Ok(json!({"w1": {"ret": true}, "w2": failed})));
        assert_eq!(verdict, Verdict::Failed);
        assert_eq!(comment, "Running function cmd.run failed on minions: w2 Function cmd.run ran on w1, w2.");
    }
    assert_eq!(finished(&plan, false, Ok(json!({}))).1, "No minions responded");
    let quiet = finished(&plan, false, Ok(json!({"w1": {"ret": true}, "w2": {"silent": true}})));
    assert_eq!((quiet.0, quiet.3), (Verdict::Succeeded, vec!["No answer from w2".to_owned()]));
}

#[test]
fn runners_and_keys_take_the_other_words() {
    for (function, called, what) in
        [("salt.runner", "fleet.runner", "Runner"), ("salt.wheel", "fleet.wheel", "Wheel")]
    {
        let plan = invoked(function, "key.accept", &json!({"match": "web-*"}));
        assert_eq!(shown(&plan.real), json!([called, ["key.accept"], {"match": "web-*"}]));
        assert_eq!(plan.foreseen.comment, format!("{what} function 'key.accept' would be executed."));
        let (verdict, comment, changes, _) =
            finished(&plan, false, Ok(json!({"return": {"minions": ["a"]}, "success": true})));
        assert_eq!(
            (verdict, comment),
            (Verdict::Succeeded, format!("{what} function 'key.accept' executed."))
        );
        assert_eq!(changes, json!({"return": {"minions": ["a"]}}));
        let failed = finished(&plan, false, Ok(json!({"return": "why", "success": false})));
        assert_eq!((failed.0, failed.1), (Verdict::Failed, format!("{what} function 'key.accept' failed.")));
        assert!(finished(&plan, false, Err("no server")).1.ends_with("failed.\nno server"));
    }
}

#[test]
fn several_runners_are_one_state() {
    let written = json!({"runners": {"one": [{"name": "state.orchestrate"}, {"kwarg": {"mods": "a"}}], "manage.up": null}});
    let plan = invoked("salt.parallel_runners", "n", &written);
    let all = json!({"one": {"name": "state.orchestrate", "kwarg": {"mods": "a"}}, "manage.up": {"name": "manage.up"}});
    assert_eq!(shown(&plan.real), json!(["fleet.runners", [all], {}]));
    let (verdict, comment, changes, _) = finished(
        &plan,
        false,
        Ok(json!({"one": {"return": 1, "success": true}, "two": {"return": 2, "success": false}})),
    );
    assert_eq!((verdict, comment.as_str()), (Verdict::Failed, "Runner two failed."));
    assert_eq!(changes, json!({"ret": {"one": 1, "two": 2}}));
    let orchestration = |changes: Json| json!({"success": true, "return": {"outputter": "highstate", "retcode": 0, "data": {"m": {"salt_|-a_|-a_|-state": {"changes": changes}}}}});
    let answer = json!({
        "a": orchestration(json!({"out": "highstate", "ret": {"w1": 1}})), "b": orchestration(json!({}))
    });
    let (verdict, comment, changes, _) = finished(&plan, false, Ok(answer));
    assert_eq!(
        (verdict, comment.as_str()),
        (Verdict::Succeeded, "All runner functions executed successfully.")
    );
    assert_eq!(changes, json!({"a": {"m": {"salt_|-a_|-a_|-state": {"w1": 1}}}}));
    assert!(refused("salt.parallel_runners", &json!({"runners": [1]})).contains("string or dict"));
}

#[test]
fn what_was_not_seen_is_named() {
    let plan =
        invoked("salt.wait_for_event", "salt/minion/*/start", &json!({"id_list": ["a", "b"], "timeout": 5}));
    assert_eq!(
        shown(&plan.real),
        json!(["fleet.wait_for_event", ["salt/minion/*/start"], {"id_list": ["a", "b"], "event_id": "id", "timeout": 5}])
    );
    assert_eq!(plan.foreseen.comment, "Orchestration would wait for event 'salt/minion/*/start'");
    let all = finished(&plan, false, Ok(json!({"seen": ["b", "a"], "missing": [], "seconds": "1.5"})));
    assert_eq!(
        (all.0, all.1.as_str(), all.2),
        (Verdict::Succeeded, "All events seen in 1.5 seconds.", json!({"minions_seen": ["b", "a"]}))
    );
    let some = finished(&plan, false, Ok(json!({"seen": ["b"], "missing": ["a"], "seconds": "5"})));
    assert_eq!((some.0, some.1.as_str()), (Verdict::Failed, "Timeout value reached.\nNot seen: a"));
}

#[test]
fn a_rolling_job_says_why_it_stopped_and_whom_that_is_about() {
    let rolling = json!({"group": "web", "share": "25%"});
    let plan = invoked("salt.state", "n", &json!({"tgt": "*", "sls": "a", "rolling": rolling}));
    assert_eq!(shown(&plan.real)[2]["rolling"], rolling);
    let done = json!({"a_|-b_|-c_|-d": {"result": true, "changes": {"x": 1}}});
    let answer = json!({
        "web-1": {"ret": done, "retcode": 0, "stopped": "the alarm 5xx is on"}, "web-2": {"stopped": "the alarm 5xx is on"},
    });
    let (verdict, comment, changes, _) = finished(&plan, false, Ok(answer));
    assert_eq!(verdict, Verdict::Failed);
    assert_eq!(
        comment,
        "Rolling stopped: the alarm 5xx is on. Not asked, or not in service again: web-1, web-2."
    );
    assert_eq!(changes["ret"], json!({"web-1": done}));
    for (arguments, said) in [
        (json!({"tgt": "*", "sls": "a", "rolling": "web"}), "rolling is a mapping"),
        (json!({"tgt": "*", "sls": "a", "rolling": rolling, "batch": 2}), "rolling has batches of its own"),
    ] {
        assert!(refused("salt.state", &arguments).contains(said), "{arguments}");
    }
}
