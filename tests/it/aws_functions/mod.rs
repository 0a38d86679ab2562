//! The execution functions of AWS services answer what Salt's answer about the same account.
//!
//! `fixture.py` fills a local AWS, `record.py` asked Salt what `cases.json` asks and wrote `recorded.json`; for what changes
//! something see `changed.rs`. Here the same is asked of this program, each question twice: with nothing known, and in a run that knows what was asked before.
//! What differs on purpose is in `different.rs`, with our answer; what is not here yet in [`PENDING`].

mod changed;
mod changes;
mod come_and_go;
mod different;
mod different_changes;
mod different_zones;
mod read_once;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use aws::Sessions;
use engine::Snapshot;
use engine::functions::{AwsFunctions, Declined, find, names};
use model::{Map, Minion, Value};
use serde_json::{Value as Json, json};

use self::different::DIFFERENT;
use crate::local_aws::moto::python;
use crate::local_aws::{Fault, Moto, Proxy};

/// Functions that are asked for and not here yet. One that is here must not be listed.
const PENDING: &[&str] = &[];

/// An account as `fixture.py` makes it.
struct Account {
    moto: Moto,
    proxy: Proxy,
    /// What AWS made up, by the name that cases give it.
    ids: BTreeMap<String, String>,
}

impl Account {
    async fn new() -> Self {
        let moto = Moto::start();
        // The recordings are of moto as it is, which takes what AWS refuses and is never busy.
        moto.set(&serde_json::json!({"checks": false, "holds": false}));
        let proxy = Proxy::start(&moto.endpoint).await;
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/aws_functions/fixture.py");
        let out = Command::new(python()).arg(script).args(["--endpoint", &moto.endpoint]).output();
        let out = out.expect("fixture.py runs");
        assert!(out.status.success(), "fixture.py failed: {}", String::from_utf8_lossy(&out.stderr));
        let ids = serde_json::from_slice(&out.stdout).expect("fixture.py prints ids");
        Self { moto, proxy, ids }
    }

    fn minion(&self) -> Minion {
        let pillar = json!({"aws_profile": {
            "region": "us-east-1", "keyid": "test", "key": "test", "endpoint_url": self.proxy.endpoint,
        }});
        Minion { pillar: map(pillar), ..Minion::default() }
    }

    /// What a function answers, as `recorded.json` words it; none when there is no such function.
    async fn call(&self, functions: &AwsFunctions<'_>, case: &Json) -> Option<Json> {
        let args = self.filled(&case["args"]).as_array().expect("a list").clone();
        let mut named = map(self.filled(&case["kwargs"]));
        named.insert("profile".into(), "aws_profile".into());
        let name = case["fun"].as_str().expect("a name");
        let answer = functions.call(name, args.into_iter().map(Value::from).collect(), named).await?;
        Some(match answer {
            Ok(value) => {
                let returns = find(name).expect("a function that is here").function.returns;
                assert_eq!(unsaid(returns, &value.to_json()), None, "{name} gives {returns}");
                json!({"return": self.told(&value.to_json())})
            }
            Err(declined) => json!({"error": self.told(&message(&declined).into())}),
        })
    }

    /// With what AWS made up in the place of its names.
    fn filled(&self, value: &Json) -> Json {
        self.ids
            .iter()
            .fold(value.clone(), |value, (name, made)| replaced(&value, &format!("${{{name}}}"), made))
    }

    /// With its names in the place of what AWS made up, the longest first.
    fn told(&self, value: &Json) -> Json {
        let mut ids: Vec<_> = self.ids.iter().collect();
        ids.sort_by_key(|(_, made)| std::cmp::Reverse(made.len()));
        ids.into_iter()
            .fold(value.clone(), |value, (name, made)| replaced(&value, made, &format!("${{{name}}}")))
    }
}

fn map(json: Json) -> Map {
    Value::from(json).as_map().cloned().unwrap_or_default()
}

/// Replaced in the texts and the keys of a value.
fn replaced(value: &Json, from: &str, to: &str) -> Json {
    match value {
        Json::String(text) => text.replace(from, to).into(),
        Json::Array(list) => list.iter().map(|item| replaced(item, from, to)).collect(),
        Json::Object(map) => {
            map.iter().map(|(key, item)| (key.replace(from, to), replaced(item, from, to))).collect()
        }
        other => other.clone(),
    }
}

fn message(declined: &Declined) -> String {
    match declined {
        Declined::Arguments(problems) => problems.to_string(),
        Declined::WouldChange => "it would change something".to_owned(),
        Declined::Refused(refusal) => refusal.to_string(),
    }
}

/// What of an answer its entry does not say: its type, or a key of a mapping whose keys the entry names.
fn unsaid(returns: &str, answer: &Json) -> Option<String> {
    let says = |words: &[&str]| words.iter().any(|word| returns.contains(word));
    let keys: Vec<&String> = answer.as_object().into_iter().flat_map(|map| map.keys()).collect();
    let is_said = match answer {
        Json::Null => says(&["None"]),
        Json::Bool(true) => says(&["True"]),
        Json::Bool(false) => says(&["False"]),
        Json::Number(_) => says(&["number"]),
        Json::String(_) => says(&["text"]),
        Json::Array(list) => says(&["a list", if list.is_empty() { "an empty list" } else { "a list" }]),
        Json::Object(_) if keys.is_empty() => says(&["an empty mapping"]),
        Json::Object(_) if says(&["a mapping"]) && !returns.starts_with('{') => true,
        Json::Object(_) => keys.iter().all(|key| says(&[&format!("{{{key}: "), &format!(", {key}: ")])),
    };
    (!is_said).then(|| answer.to_string())
}

#[test]
fn what_an_entry_does_not_say_is_found() {
    for (returns, answer) in [
        ("True, or False", json!(null)),
        ("True", json!(false)),
        ("a list of names", json!("name")),
        ("the id as text, or None", json!(["id"])),
        ("{created: True, id: …}", json!({"created": true, "name": "x"})),
        ("a mapping of its settings; False", json!({})),
    ] {
        assert_eq!(unsaid(returns, &answer), Some(answer.to_string()), "{returns}");
    }
    for (returns, answer) in [
        ("True, or False", json!(false)),
        ("a list of names", json!([])),
        (
            "{created: True, id: …}, or {created: False, error: {message: …}}",
            json!({"created": false, "error": {}}),
        ),
        ("a mapping of ids to states; an empty mapping", json!({"i-1": "healthy"})),
    ] {
        assert_eq!(unsaid(returns, &answer), None, "{returns}");
    }
}

/// What is another at every run: dates, addresses and ids that AWS deals out and no case names.
fn alike(value: &Json) -> Json {
    const DEALT: &[&str] = &[
        "create_date",
        "update_date",
        "role_id",
        "policy_id",
        "user_id",
        "group_id",
        "instance_profile_id",
        "request_id",
        "CreatedTimestamp",
        "CreationTime",
        "LastModified",
        "LastModifiedTimestamp",
        "LatestDeliveryAttemptTime",
        "LatestDeliveryTime",
        "StartLoggingTime",
        "StreamCreationTimestamp",
        "TimeLoggingStarted",
        "Timestamp",
        "mac_address",
    ];
    match value {
        Json::Array(list) => list.iter().map(alike).collect(),
        Json::Object(map) => map
            .iter()
            .map(|(key, item)| {
                let is_dealt = DEALT.contains(&key.as_str())
                    && item.as_str().is_some_and(|text| !text.starts_with("${"));
                (key.clone(), if is_dealt { "dealt out".into() } else { alike(item) })
            })
            .collect(),
        other => other.clone(),
    }
}

/// Salt's answer: what it returned, or its message.
fn recorded(file: &str) -> Vec<Json> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/aws_functions").join(file);
    let text = std::fs::read_to_string(path).expect(file);
    serde_json::from_str(&text).expect("JSON")
}

/// Whether an answer is the recorded one. Of an error Salt's message must be in ours.
fn agrees(ours: &Json, recorded: &Json) -> bool {
    match (ours.get("return"), recorded.get("return")) {
        (Some(ours), Some(recorded)) => alike(ours) == alike(recorded),
        (None, None) => {
            let salt = recorded["error"].as_str().unwrap_or_default();
            let said = salt.split_once(": [").map_or(salt, |(_, said)| said);
            let said = said.trim_end_matches(']').trim_matches(['\'', '"']);
            ours["error"].as_str().is_some_and(|ours| ours.contains(said))
        }
        _ => false,
    }
}

/// `boto_vpc.get_id(["main"], {})`.
fn question(case: &Json) -> String {
    format!("{}({}, {})", case["fun"].as_str().expect("a name"), case["args"], case["kwargs"])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn functions_answer_as_salts_do() {
    let account = Account::new().await;
    let minion = account.minion();
    let sessions = Arc::new(Sessions::new().with_first_backoff(Duration::from_millis(5)));
    let known = Snapshot::new(Arc::clone(&sessions));
    let mut wrong = vec![];
    for case in recorded("recorded.json") {
        let question = question(&case);
        let expected = different(&question).unwrap_or_else(|| case.clone());
        let fresh = Snapshot::new(Arc::clone(&sessions));
        for (snapshot, when) in [(&fresh, "at first"), (&known, "again")] {
            let functions = AwsFunctions { snapshot, minion: &minion, may_change: false };
            let Some(ours) = account.call(&functions, &case).await else { continue };
            if !agrees(&ours, &expected) {
                wrong.push(format!("{question} {when}:\n  {ours}\n  instead of\n  {expected}"));
            } else if different(&question).is_some() && agrees(&ours, &case) {
                wrong.push(format!("{question} is as in Salt: take it out of different.rs"));
            }
        }
    }
    drop(account.moto);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Our answer where it is another on purpose.
fn different(question: &str) -> Option<Json> {
    let found = DIFFERENT.iter().find(|(asked, ..)| *asked == question)?;
    Some(serde_json::from_str(found.1).unwrap_or_else(|error| panic!("{question}: {error}")))
}

#[test]
fn what_is_asked_for_is_here_or_pending() {
    let both = [recorded("recorded.json"), recorded("changed.json")].concat();
    let mut asked: Vec<String> =
        both.iter().map(|case| case["fun"].as_str().expect("a name").to_owned()).collect();
    asked.sort();
    asked.dedup();
    let here: Vec<&str> = names().collect();
    let missing: Vec<&String> = asked.iter().filter(|name| !here.contains(&name.as_str())).collect();
    assert_eq!(missing, PENDING, "functions that are not here, and the list of them, in alphabetical order");
}

#[test]
fn what_is_different_is_asked_for() {
    let questions: Vec<String> = recorded("recorded.json").iter().map(question).collect();
    for (asked, _, why) in DIFFERENT {
        assert!(questions.iter().any(|question| question == asked), "nobody asks {asked}");
        assert!(!why.is_empty(), "{asked}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_denied_read_is_an_error_and_no_empty_answer() {
    let account = Account::new().await;
    let minion = account.minion();
    let denied = [
        ("boto_secgroup.get_group_id", json!(["web"]), "DescribeSecurityGroups"),
        ("boto_vpc.get_id", json!(["main"]), "DescribeVpcs"),
        ("boto_ec2.find_instances", json!([]), "DescribeInstances"),
    ];
    for (function, args, operation) in denied {
        account.proxy.set(Fault::Deny(operation.to_owned()));
        let sessions = Arc::new(Sessions::new().with_first_backoff(Duration::from_millis(5)));
        let snapshot = Snapshot::new(sessions);
        let functions = AwsFunctions { snapshot: &snapshot, minion: &minion, may_change: false };
        let answer = account.call(&functions, &json!({"fun": function, "args": args, "kwargs": {}})).await;
        let answer = answer.expect("a function");
        assert!(
            answer["error"].as_str().is_some_and(|said| said.contains(operation)),
            "{function}: {answer}"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn objects_of_boto_are_mappings_with_their_attributes() {
    let account = Account::new().await;
    let minion = account.minion();
    let snapshot = Snapshot::new(Arc::new(Sessions::new()));
    let functions = AwsFunctions { snapshot: &snapshot, minion: &minion, may_change: false };
    let asked = json!({"fun": "boto_ec2.find_instances", "args": [], "kwargs": {"name": "one"}});
    let ids = account.call(&functions, &asked).await.expect("a function");
    let asked =
        json!({"fun": "boto_ec2.find_instances", "args": [], "kwargs": {"name": "one", "return_objs": true}});
    let objects = account.call(&functions, &asked).await.expect("a function");
    let found = &objects["return"][0];
    assert_eq!(found["id"], ids["return"][0], "{objects}");
    assert_eq!(found["tags"]["Name"], json!("one"), "{objects}");
    assert_eq!(found["state"], json!("running"), "{objects}");
    assert!(found["private_ip_address"].is_string() && found["launch_time"].is_string(), "{objects}");
    let asked = json!({"fun": "boto_ec2.find_images", "args": [], "kwargs": {"return_objs": true}});
    let images = account.call(&functions, &asked).await.expect("a function");
    assert!(images["return"][0]["root_device_name"].is_string(), "{images}");
}
