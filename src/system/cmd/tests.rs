use serde_json::{Value as Json, json};

use super::*;
use crate::{Action, AnyLocal, Local, Memory, NoServices, StateContext};
use model::{Entry, Fields, Low, Minion, Node, Place, Problems, Verdict};

/// What a call comes to; the arguments are checked as the engine checks them.
async fn planned(verb: &str, name: &str, arguments: Json, reacts_to: Option<&[String]>) -> Intent<Action> {
    let place = Place::file("a.sls");
    let low = Low::new("cmd", verb, name, place.clone());
    let function = FUNCTIONS.iter().find(|function| function.verb == verb).expect("a function");
    let given = arguments.as_object().expect("a mapping").iter().map(|(key, value)| {
        let node = Node::from_value(Value::from(value.clone()), &place);
        (key.clone(), Entry { key_place: place.clone(), node })
    });
    let mut problems = Problems::default();
    let fields = Fields::check(function.arguments, given.collect::<Vec<_>>(), &place, "cmd", &mut problems);
    assert!(problems.is_empty(), "{problems}");
    let memory = Memory::default();
    let context = StateContext::alone(&low, &NoServices, &memory);
    let minion = Minion::default();
    let call = Call { function, name, fields: &fields, minion: &minion, reacts_to, context };
    Local::<Cmd>::IT.plan(call).await
}

async fn ended(verb: &str, name: &str, arguments: Json) -> Outcome {
    match planned(verb, name, arguments, None).await {
        Intent::Act { step, .. } => step.carry_out().await,
        Intent::Settled(outcome) => outcome,
        Intent::Invoke { .. } => panic!("it calls no functions"),
    }
}

#[tokio::test]
async fn nothing_runs_before_it_is_carried_out() {
    let dir = tempfile::tempdir().expect("a directory");
    let mark = dir.path().join("mark");
    let intent = planned("run", &format!("touch {}", mark.display()), json!({}), None).await;
    let Intent::Act { foreseen, step } = intent else { panic!("it acts") };
    assert_eq!(foreseen.verdict, Verdict::WouldChange);
    assert!(!mark.exists());
    assert_eq!(step.carry_out().await.verdict, Verdict::Succeeded);
    assert!(mark.exists());
}

#[tokio::test]
async fn what_waits_runs_for_what_it_watches_alone() {
    let Intent::Settled(outcome) = planned("wait", "false", json!({}), None).await else {
        panic!("it waits")
    };
    assert_eq!(outcome, Outcome::succeeded(""));
    let changed = ["test: a".to_owned()];
    let Intent::Act { step, .. } = planned("wait", "exit 4", json!({}), Some(&changed)).await else {
        panic!("it reacts")
    };
    let outcome = step.carry_out().await;
    assert_eq!((outcome.verdict, outcome.changes.get("retcode")), (Verdict::Failed, Some(&Value::Int(4))));
}

#[tokio::test]
async fn a_missed_deadline_is_told_as_salt_tells_it() {
    let outcome = ended("run", "sleep 600", json!({"timeout": 0.05})).await;
    assert_eq!(outcome.verdict, Verdict::Failed);
    let stdout = outcome.changes.get("stdout").and_then(Value::as_str);
    assert_eq!(stdout, Some("sleep 600 : Timed out after 0.05 seconds"));
}

#[tokio::test]
async fn a_stateful_command_tells_itself_what_it_changed() {
    for (text, verdict, comment, changes) in [
        ("echo a; echo changed=yes comment=did b=c", true, "did", json!({"changed": "yes", "b": "c"})),
        ("echo changed=no comment=none", true, "none", json!({})),
        ("echo '{\"changed\": true, \"n\": 5}'", true, "", json!({"changed": true, "n": 5})),
        ("echo changed=perhaps", false, "Failed parsing boolean value: perhaps", json!({})),
        ("echo '[]'", false, "script JSON output must be a JSON object (e.g., {})!", json!({})),
        ("echo changed=yes; exit 1", false, "", json!({"changed": "yes"})),
    ] {
        let mut outcome = ended("run", text, json!({"stateful": true})).await;
        for key in ["pid", "retcode", "stdout", "stderr"] {
            outcome.changes.shift_remove(key);
        }
        assert_eq!(outcome.verdict == Verdict::Succeeded, verdict, "{text}");
        assert_eq!(outcome.comment, comment, "{text}");
        assert_eq!(Value::Map(outcome.changes).to_json(), changes, "{text}");
    }
}

#[tokio::test]
async fn a_script_is_gone_after_it_ran() {
    let dir = tempfile::tempdir().expect("a directory");
    let script = dir.path().join("s.sh");
    std::fs::write(&script, "#!/bin/sh\necho $0\n").expect("a script");
    let outcome = ended("script", &script.display().to_string(), json!({})).await;
    let path = outcome.changes.get("stdout").and_then(Value::as_str).expect("a path").to_owned();
    assert!(path.ends_with(".sh") && path != script.display().to_string(), "{path}");
    assert!(!std::path::Path::new(&path).exists());
}

#[tokio::test]
async fn functions_of_python_are_refused_with_words() {
    let outcome = ended("call", "it", json!({})).await;
    assert!(outcome.verdict == Verdict::Failed && outcome.comment.contains("module.run"), "{outcome:?}");
}
