//! An instance that calls itself by the ID of another gets neither the pillar nor the jobs of that one.

use fleet::identity::{CardBody, Identity};
use fleet::protocol::subjects::{CARDS, in_bucket};
use fleet::protocol::{Domain, Sealed, Signed};
use serde_json::{Value, json};

use super::few_rights::keys_of;
use super::raw::{Credentials, Raw};
use super::trees::write;
use super::{Fleet, until};

/// A pillar that looks at the ID in each way that there is.
fn publish(fleet: &Fleet) {
    let top = "base:
  db-1: [glob]
  'id:db-1':
    - match: grain
    - grain
  'L@db-1 or G@id:db-1':
    - match: compound
    - compound
  '*': [all]
";
    write(fleet, "ops1/pillar/top.sls", top);
    for name in ["glob", "grain", "compound"] {
        write(fleet, &format!("ops1/pillar/{name}.sls"), &format!("{name}: hidden\n"));
    }
    let all =
        "id: {{ grains.id }} {{ opts.id }} {{ salt['grains.get']('id') }} {{ salt['config.get']('id') }}\n";
    write(fleet, "ops1/pillar/all.sls", all);
    write(fleet, "ops1/states/top.sls", "base: {}\n");
    let published = fleet.run("ops1", &["tree", "publish", "v1"]);
    assert_eq!(published.code, Some(0), "{published:?}");
}

/// What the pillar of an instance is, compiled by each of the ops nodes.
fn pillar(fleet: &Fleet, id: &str) -> Value {
    let words = ["fleet", id, "pillar.items", "--timeout", "60", "--static", "--out", "json"];
    let [one, other] = ["ops1", "ops2"].map(|operator| fleet.run(operator, &words).json());
    assert_eq!(one, other);
    one[id].clone()
}

/// Who answers to a target by a grain.
fn asked(fleet: &Fleet, grain: &str) -> Value {
    let words = ["fleet", "-G", grain, "test.ping", "--timeout", "60", "--static", "--out", "json"];
    fleet.run("ops2", &words).json()
}

/// A card that an instance signs about itself.
pub fn card(fleet: &Fleet, by: &Identity, id: &str, grains: &Value) -> Vec<u8> {
    let readers = ["ops1", "ops2"].map(|name| keys_of(fleet, name).box_key());
    let sealed = Sealed::new(grains.to_string().as_bytes(), by, &readers).unwrap();
    let made = jiff::Timestamp::now().as_second();
    let body = CardBody { id: id.to_owned(), seal: by.box_key(), made, grains: Some(sealed), proof: None };
    Signed::new(Domain::Card, &body, by).unwrap().to_bytes().unwrap()
}

#[test]
fn an_instance_that_calls_itself_by_the_id_of_another_gets_its_own_pillar() {
    let Some(fleet) = Fleet::up(0, false) else { return };
    let claims = json!({"grains": {"id": "db-1", "host": "db-1", "nodename": "db-1", "fqdn": "db-1"}});
    let _honest = fleet.start_configured_agent("db-1", "db-1", &json!({}));
    let _liar = fleet.start_configured_agent("web-1", "web-1", &claims);
    fleet.keys_until("ops1", "minions_pre", &["db-1", "web-1"]);
    assert_eq!(fleet.run("ops1", &["key", "accept-all"]).code, Some(0));
    fleet.ping_until("ops2", &["db-1", "web-1"]);
    publish(&fleet);
    let all = |id: &str| format!("{id} {id} {id} {id}");
    let of_db = json!({"glob": "hidden", "grain": "hidden", "compound": "hidden", "id": all("db-1")});
    let of_web = json!({"id": all("web-1")});
    // An agent sends its card a moment after it is accepted.
    until("db-1 has its pillar", || pillar(&fleet, "db-1") == of_db);
    until("web-1 has its pillar", || pillar(&fleet, "web-1") == of_web);
    assert_eq!(asked(&fleet, "host:db-1"), json!({"web-1": true}), "other grains are claims");
    assert_eq!(asked(&fleet, "id:db-1"), json!({"db-1": true}));

    // Cards as no agent of ours writes them, by a client that is not ours.
    let liar = Identity::find(&fleet.path("web-1/state/identity.json")).unwrap().unwrap();
    let mut attacker = Raw::connect(&fleet, 2, &Credentials::of_instance(&fleet, "web-1")).unwrap();
    let subject = in_bucket(CARDS, liar.public().as_str());
    let mut put = |id: &str, grains: Value| {
        assert!(attacker.ask(&subject, &card(&fleet, &liar, id, &grains)).is_some());
    };
    put("web-1", json!({"id": "db-1", "mark": "raw"}));
    until("the ops nodes read that card", || asked(&fleet, "mark:raw") == json!({"web-1": true}));
    assert_eq!(pillar(&fleet, "web-1"), of_web);
    assert_eq!(asked(&fleet, "id:db-1"), json!({"db-1": true}));

    // The card says in its signed part that it is db-1's: it counts for nobody.
    put("db-1", json!({"id": "db-1", "mark": "other"}));
    until("the ops nodes read that card", || asked(&fleet, "mark:raw") == Value::Null);
    assert_eq!(asked(&fleet, "mark:other"), Value::Null);
    let told = pillar(&fleet, "web-1").to_string();
    assert!(told.contains("has not sent its grains") && !told.contains("hidden"), "{told}");
    assert_eq!(asked(&fleet, "id:db-1"), json!({"db-1": true}));
    assert_eq!(pillar(&fleet, "db-1"), of_db);
}
