use indexmap::IndexMap;
use serde_json::{Value as Json, json};

use super::*;
use crate::{AnyLocal, Local, Memory, NoServices, RunServices, StateContext, TextTemplate};
use model::{Entry, Fields, Low, Map, Minion, Node, Place, Problems, Unanswered, Value, Verdict};

struct Functions;

impl RunServices for Functions {
    fn find_file(&self, env: &str, path: &str) -> Option<std::path::PathBuf> {
        NoServices.find_file(env, path)
    }

    fn list(&self, env: &str, directory: &str) -> Option<crate::Listing> {
        NoServices.list(env, directory)
    }

    fn render<'a>(
        &'a self,
        template: TextTemplate<'a>,
    ) -> futures::future::BoxFuture<'a, Result<String, String>> {
        NoServices.render(template)
    }

    fn write_yaml(&self, data: &Value, inline: bool) -> String {
        NoServices.write_yaml(data, inline)
    }

    fn read_yaml(&self, text: &str) -> Result<Value, String> {
        NoServices.read_yaml(text)
    }

    fn now(&self) -> std::time::SystemTime {
        NoServices.now()
    }

    fn parameters(&self, function: &str) -> Option<Vec<&'static str>> {
        match function {
            "test.echo" => Some(vec!["text"]),
            "test.ping" | "test.arg" => Some(vec![]),
            "elb.register" => Some(vec!["name", "instances"]),
            _ => None,
        }
    }

    fn functions(&self) -> Vec<&'static str> {
        vec!["test.echo", "test.ping", "test.arg", "elb.register"]
    }
}

async fn planned(name: &str, arguments: Json) -> Intent<crate::Action> {
    let place = Place::file("a.sls");
    let mut low = Low::new("module", "run", name, place.clone());
    for (key, value) in arguments.as_object().expect("a mapping") {
        let node = Node::from_value(Value::from(value.clone()), &place);
        low.arguments.insert(key.clone(), Entry { key_place: place.clone(), node });
    }
    let known = low.arguments.iter().filter(|(key, _)| ARGUMENTS.iter().any(|it| it.is_spelled(key)));
    let known: IndexMap<String, Entry> = known.map(|(key, entry)| (key.clone(), entry.clone())).collect();
    let fields = Fields::check(ARGUMENTS, known, &place, "module.run", &mut Problems::default());
    let memory = Memory::default();
    let context = StateContext::alone(&low, &Functions, &memory);
    let function = &Module::FUNCTIONS[0];
    let minion = Minion::default();
    let call = Call { function, name, fields: &fields, minion: &minion, reacts_to: None, context };
    Local::<Module>::IT.plan(call).await
}

/// What is called, what a test run says, and what the answers come to.
async fn called(name: &str, arguments: Json, answers: &[Result<Json, Unanswered>]) -> (Json, String, Json) {
    let Intent::Invoke { foreseen, invocations, finish, .. } = planned(name, arguments).await else {
        panic!("it calls functions")
    };
    assert_eq!(foreseen.verdict, Verdict::WouldChange);
    assert!(foreseen.changes.is_empty());
    let calls: Vec<Json> = invocations
        .iter()
        .map(|it| {
            json!([
                it.function,
                Value::List(it.args.clone()).to_json(),
                Value::Map(it.kwargs.clone()).to_json()
            ])
        })
        .collect();
    let answer = |it: &Result<Json, Unanswered>| it.clone().map(Value::from);
    let answers: Vec<_> = invocations.into_iter().zip(answers.iter().map(answer)).collect();
    let outcome = finish(&answers);
    let ended = json!([
        outcome.verdict == Verdict::Succeeded,
        outcome.comment,
        Value::Map(outcome.changes).to_json()
    ]);
    (json!(calls), foreseen.comment, ended)
}

fn missing(names: &[&str]) -> Unanswered {
    let names = names.iter().map(|name| (*name).to_owned()).collect();
    Unanswered::Missing { function: "test.ping".to_owned(), names }
}

/// The words are recorded from Salt 3007.
#[tokio::test]
async fn the_older_form_gives_the_function_what_it_takes_and_passes_over_the_rest() {
    let (calls, foreseen, ended) =
        called("test.echo", json!({"text": "hello", "other": 1, "returner": "x"}), &[Ok(json!("hello"))])
            .await;
    assert_eq!(calls, json!([["test.echo", [], {"text": "hello"}]]));
    assert_eq!(foreseen, "Module function test.echo is set to execute");
    assert_eq!(ended, json!([true, "Module function test.echo executed", {"ret": "hello"}]));
    let (calls, ..) =
        called("elb.register", json!({"m_name": "front", "instances": ["i-1"]}), &[Ok(json!(true))]).await;
    assert_eq!(calls, json!([["elb.register", [], {"name": "front", "instances": ["i-1"]}]]));
    let (calls, ..) =
        called("test.arg", json!({"args": [1, "two"], "kwargs": {"a": "b"}}), &[Ok(json!(1))]).await;
    assert_eq!(calls, json!([["test.arg", [1, "two"], {"a": "b"}]]));
}

#[tokio::test]
async fn the_older_form_fails_by_what_the_function_answers() {
    let table = [
        (Ok(json!(false)), json!([false, "Module function test.ping executed", {"ret": false}])),
        (
            Ok(json!({"a": 1, "result": false})),
            json!([false, "Module function test.ping executed", {"ret": {"a": 1, "result": false}}]),
        ),
        (
            Ok(json!({"retcode": 2, "success": true})),
            json!([false, "Module function test.ping executed", {"ret": {"retcode": 2, "success": true}}]),
        ),
        (Ok(json!(null)), json!([true, "Module function test.ping executed", {"ret": null}])),
        (
            Err(Unanswered::Unreached("boom".to_owned())),
            json!([false, "Module function test.ping threw an exception. Exception: boom", {}]),
        ),
        (Err(missing(&["text", "b"])), json!([false, "The following arguments are missing: text, b", {}])),
    ];
    for (answer, expected) in table {
        assert_eq!(called("test.ping", json!({}), &[answer]).await.2, expected);
    }
}

#[tokio::test]
async fn the_newer_form_calls_several_functions_and_tells_of_each() {
    let arguments =
        json!({"test.ping": null, "test.echo": [{"text": "x"}], "test.arg": [1, "two", {"a": "b"}]});
    let answers = [Ok(json!(true)), Ok(json!("x")), Ok(json!({"args": [1]}))];
    let (calls, foreseen, ended) = called("any", arguments, &answers).await;
    assert_eq!(
        calls,
        json!([["test.ping", [], {}], ["test.echo", [], {"text": "x"}], ["test.arg", [1, "two"], {"a": "b"}]])
    );
    assert_eq!(foreseen, "Functions test.ping, test.echo, test.arg to be executed.");
    let changes = json!({"test.ping": true, "test.echo": "x", "test.arg": {"args": [1]}});
    assert_eq!(ended, json!([true, "test.ping: True, test.echo: x, test.arg: Success", changes]));
}

#[tokio::test]
async fn the_newer_form_fails_with_the_functions_that_failed() {
    let one = |answer: Result<Json, Unanswered>| async move {
        called("any", json!({"test.ping": []}), &[answer]).await
    };
    assert_eq!(one(Ok(json!(false))).await.2, json!([false, "'test.ping': False", {}]));
    let unsaid = json!([false, "'test.ping' failed: (error message N/A)", {}]);
    assert_eq!(one(Ok(json!({"result": false}))).await.2, unsaid);
    let refused = Unanswered::Refused { function: "test.ping".to_owned(), reason: "boom".to_owned() };
    for why in [Unanswered::Unreached("boom".to_owned()), refused] {
        assert_eq!(one(Err(why)).await.2, json!([false, "'test.ping' failed: boom", {}]));
    }
    let comment = json!([false, "'test.ping' failed: Missing arguments: text", {}]);
    assert_eq!(one(Err(missing(&["text"]))).await.2, comment);
    assert_eq!(one(Ok(json!(true))).await.1, "Function test.ping to be executed.");
}

#[tokio::test]
async fn a_function_that_answers_as_a_state_does_has_changed_what_that_says() {
    let state = |result: Option<bool>, changes: Json| {
        Ok(json!({"name": "x", "result": result, "comment": "It is so.", "changes": changes}))
    };
    let newer = |answer| async move { called("any", json!({"test.ping": []}), &[answer]).await.2 };
    let older = |answer| async move { called("test.ping", json!({}), &[answer]).await.2 };
    let (changed, none) = (json!({"new": 1}), json!({}));
    assert_eq!(
        newer(state(Some(true), changed.clone())).await,
        json!([true, "test.ping: It is so.", {"test.ping": changed}])
    );
    assert_eq!(newer(state(Some(true), none.clone())).await, json!([true, "test.ping: It is so.", {}]));
    let half = json!([false, "'test.ping' failed: It is so.", {"test.ping": changed}]);
    assert_eq!(newer(state(Some(false), changed.clone())).await, half);
    let executed = "Module function test.ping executed\nIt is so.";
    assert_eq!(older(state(None, changed.clone())).await, json!([true, executed, {"ret": changed}]));
    assert_eq!(older(state(Some(false), none)).await, json!([false, executed, {}]));
}

#[tokio::test]
async fn a_function_that_does_not_exist_fails_in_any_mode_with_a_suggestion() {
    for (name, arguments, comment) in [
        (
            "test.ecko",
            json!({}),
            "Module function test.ecko is not available\nHint: did you mean 'test.echo'?",
        ),
        (
            "any",
            json!({"test.ecko": []}),
            "Unavailable function: test.ecko.\nHint: did you mean 'test.echo'?",
        ),
    ] {
        let Intent::Settled(outcome) = planned(name, arguments).await else { panic!("nothing is called") };
        assert_eq!((outcome.verdict, outcome.comment.as_str()), (Verdict::Failed, comment));
        assert_eq!(outcome.changes, Map::new());
    }
}
