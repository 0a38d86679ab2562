//! The mine on the local transport: who writes and reads what.

use std::sync::Arc;

use serde_json::{Value, json};

use super::*;
use crate::identity::setup::Root;
use crate::identity::{Attributes, CardBody, Right};
use crate::operator::Console;
use crate::protocol::{Domain, Sealed, Signed};
use crate::transport::local::Local;
use sls::matcher::MatchKind;

struct Place {
    server: Local,
    console: Console,
    keys: Identity,
}

fn at(expression: &str, kind: MatchKind) -> Target {
    Target { kind, expression: expression.to_owned() }
}

fn one(function: &str) -> Vec<String> {
    vec![function.to_owned()]
}

fn written(function: &str, result: Value) -> Written {
    Written { function: function.to_owned(), result, allow: None }
}

impl Place {
    async fn new() -> Self {
        let server = Local::default();
        let mut root = Root::generate(vec![], 0).unwrap();
        let right = Right { targets: "*".to_owned(), functions: vec!["*".to_owned()] };
        let kit = root.add_operator("ops1", vec![right], true, 0).unwrap();
        let agent_kit = root.agent_kit(0).unwrap();
        assert!(agent_kit.mine == kit.mine && kit.mine.is_some(), "all kits hold the same keys");
        let keys = Identity::from_seeds(&agent_kit.mine.unwrap(), "the mine").unwrap();
        let transport: Arc<dyn Transport> = Arc::new(server.clone());
        let console = Console::open(transport, kit, jiff::Timestamp::now).await.unwrap();
        Self { server, console, keys }
    }

    /// An instance that asks with its card; it is accepted if `accepted`.
    async fn instance(&self, id: &str, grains: Value, accepted: bool) -> Miner {
        let identity = Identity::generate();
        let mut readers = self.console.operators.readers();
        readers.push(self.keys.box_key());
        let sealed = Sealed::new(grains.to_string().as_bytes(), &identity, &readers).unwrap();
        let body = CardBody {
            id: id.to_owned(),
            seal: identity.box_key(),
            made: 1,
            grains: Some(sealed),
            proof: None,
        };
        let card = Signed::new(Domain::Card, &body, &identity).unwrap().to_bytes().unwrap();
        let key = identity.public();
        self.server.store(in_bucket(CARDS, key.as_str()), card.clone()).await.unwrap();
        if accepted {
            let card = Card::open(key.as_str(), &card).unwrap();
            let knowledge = self.console.knowledge(false).await.unwrap();
            self.console.accept(&knowledge, &card, &Attributes::new()).await.unwrap();
        }
        Miner {
            transport: Arc::new(self.server.clone()),
            identity,
            id: id.to_owned(),
            operators: self.console.operators.clone(),
            keys: Some(self.keys.clone()),
            clock: jiff::Timestamp::now,
        }
    }
}

fn found(function: &str, results: Value) -> Value {
    json!({function: results})
}

async fn read(miner: &Miner, target: &Target, functions: &[String]) -> Value {
    serde_json::to_value(miner.read(target, functions).await.unwrap()).unwrap()
}

#[tokio::test]
async fn accepted_instances_and_operators_read_what_instances_wrote() {
    let place = Place::new().await;
    let web = place.instance("web-1", json!({"role": "web"}), true).await;
    let db = place.instance("db-1", json!({"role": "db"}), true).await;
    let stranger = place.instance("evil-1", json!({"role": "web"}), false).await;
    web.write(&[written("a.b", json!(1)), written("c d/*", json!([2]))], false).await.unwrap();
    db.write(&[written("a.b", json!("db"))], false).await.unwrap();
    stranger.write(&[written("a.b", json!("evil"))], false).await.unwrap();
    let all = at("*", MatchKind::Glob);
    let expected = found("a.b", json!({"db-1": "db", "web-1": 1}));
    assert_eq!(read(&db, &all, &one("a.b")).await, expected);
    let of_operator = place.console.read_mine(&all, &one("a.b"), &Map::new()).await.unwrap();
    assert_eq!(serde_json::to_value(of_operator).unwrap(), expected);
    for (expression, kind, ids) in [
        ("web-*", MatchKind::Glob, json!({"web-1": 1})),
        ("role:db", MatchKind::Grain, json!({"db-1": "db"})),
        ("G@role:web or db-1", MatchKind::Compound, json!({"db-1": "db", "web-1": 1})),
    ] {
        let target = at(expression, kind);
        assert_eq!(read(&db, &target, &one("a.b")).await, found("a.b", ids), "{expression}");
    }
    let both = vec!["a.b".to_owned(), "c d/*".to_owned()];
    let expected = json!({"a.b": {"web-1": 1}, "c d/*": {"web-1": [2]}});
    assert_eq!(read(&web, &at("web-1", MatchKind::Glob), &both).await, expected);
    let by_pillar = db.read(&at("role:web", MatchKind::Pillar), &one("a.b")).await;
    assert!(matches!(by_pillar, Err(MineError::ByPillar { .. })), "{by_pillar:?}");
}

#[tokio::test]
async fn results_are_replaced_deleted_and_cleared() {
    let place = Place::new().await;
    let web = place.instance("web-1", json!({}), true).await;
    let all = at("*", MatchKind::Glob);
    let functions: Vec<String> = ["a", "b", "c"].map(str::to_owned).to_vec();
    let results = ["a", "b", "c"].map(|function| written(function, json!(function)));
    web.write(&results, false).await.unwrap();
    web.write(&[written("a", json!(2))], false).await.unwrap();
    web.delete(Some("b")).await.unwrap();
    let expected = json!({"a": {"web-1": 2}, "c": {"web-1": "c"}});
    assert_eq!(read(&web, &all, &functions).await, expected);
    web.write(&[written("b", json!(3))], true).await.unwrap();
    assert_eq!(read(&web, &all, &functions).await, found("b", json!({"web-1": 3})));
    web.delete(None).await.unwrap();
    assert_eq!(read(&web, &all, &functions).await, json!({}));
    let long = written("a", json!("x".repeat(600 * 1024)));
    let refused = web.write(&[long], false).await.unwrap_err().to_string();
    assert!(refused.contains("the result of a has 600 KiB, the mine takes 480"), "{refused}");
}

#[tokio::test]
async fn a_result_for_some_is_read_by_these_and_the_operators() {
    let place = Place::new().await;
    let web = place.instance("web-1", json!({"role": "web"}), true).await;
    let friend = place.instance("lb-1", json!({"role": "lb"}), true).await;
    let other = place.instance("db-1", json!({"role": "db"}), true).await;
    for target in [at("lb-*", MatchKind::Glob), at("role:lb", MatchKind::Grain)] {
        let some = Written { allow: Some(target), ..written("secret", json!("s")) };
        web.write(&[some], false).await.unwrap();
        let all = at("*", MatchKind::Glob);
        let seen = found("secret", json!({"web-1": "s"}));
        assert_eq!(read(&friend, &all, &one("secret")).await, seen);
        assert_eq!(read(&web, &all, &one("secret")).await, seen);
        assert_eq!(read(&other, &all, &one("secret")).await, json!({}));
        let of_operator = place.console.read_mine(&all, &one("secret"), &Map::new()).await.unwrap();
        assert_eq!(serde_json::to_value(of_operator).unwrap(), seen);
    }
}

#[tokio::test]
async fn what_a_server_makes_up_or_moves_is_not_read() {
    let place = Place::new().await;
    let web = place.instance("web-1", json!({}), true).await;
    let db = place.instance("db-1", json!({}), true).await;
    web.write(&[written("a", json!("mine"))], false).await.unwrap();
    let (web_key, db_key) = (web.identity.public(), db.identity.public());
    let of_web = mine(web_key.as_str(), &mine_token("a"));
    let stored = place.server.last(String::new(), of_web).await.unwrap().unwrap();
    let text = String::from_utf8(stored.clone()).unwrap();
    assert!(!text.contains("mine\\\"") && !text.contains("web-1"), "a server reads nothing: {text}");
    for (what, subject, bytes) in [
        ("another's", mine(db_key.as_str(), &mine_token("a")), stored.clone()),
        ("another function's", mine(web_key.as_str(), &mine_token("b")), stored.clone()),
        (
            "changed",
            mine(web_key.as_str(), &mine_token("b")),
            [&stored[..stored.len() - 9], b"AAAAAAA\"}"].concat(),
        ),
        ("garbage", mine(web_key.as_str(), &mine_token("b")), b"{}".to_vec()),
    ] {
        place.server.store(subject, bytes).await.unwrap();
        let seen = read(&db, &at("*", MatchKind::Glob), &["a".to_owned(), "b".to_owned()]).await;
        assert_eq!(seen, found("a", json!({"web-1": "mine"})), "{what}");
    }
    // A key that was deleted has no mine any more.
    let knowledge = place.console.knowledge(false).await.unwrap();
    let entry = knowledge.register.of_id("web-1").cloned().unwrap();
    place.console.refuse(entry, crate::identity::Decision::Deleted).await.unwrap();
    assert_eq!(read(&db, &at("*", MatchKind::Glob), &one("a")).await, json!({}));
}

#[tokio::test]
async fn a_kit_without_keys_says_what_to_do() {
    let place = Place::new().await;
    let old = Miner { keys: None, ..place.instance("web-1", json!({}), true).await };
    let refused = old.write(&[written("a", json!(1))], false).await.unwrap_err().to_string();
    assert!(refused.contains("fleet-setup agent"), "{refused}");
}
