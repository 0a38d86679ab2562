//! What operators say about instances, in the register: an instance cannot claim it, so secrets may be targeted by it.

use serde_json::json;

use super::trees::write;
use super::{Fleet, until};

/// Jobs by a target; who answered.
fn asked(fleet: &Fleet, target: &[&str]) -> serde_json::Value {
    let words = [&["fleet"], target, &["test.ping", "--timeout", "60", "--static", "--out", "json"]].concat();
    fleet.run("ops2", &words).json()
}

fn secrets(fleet: &Fleet) -> serde_json::Value {
    let words = ["fleet", "*", "pillar.items", "--timeout", "60", "--static", "--out", "json"];
    fleet.run("ops1", &words).json()
}

#[test]
fn an_instance_that_claims_to_be_a_database_gets_no_secrets_of_databases() {
    let Some(fleet) = Fleet::up(1, false) else { return };
    // It claims the grain in each way that it has.
    let claims = json!({"grains": {"role": "db", "register": {"role": "db"}}});
    let _agent = fleet.start_configured_agent("db-1", "db-1", &json!({}));
    let _liar = fleet.start_configured_agent("liar-1", "liar-1", &claims);
    fleet.keys_until("ops1", "minions_pre", &["db-1", "liar-1", "web-1"]);
    assert_eq!(fleet.run("ops1", &["key", "accept", "web-1", "--role", "web"]).code, Some(0));
    let words = ["key", "accept", "db-1", "--role", "db", "--attribute", "zone=a", "--attribute", "tier=1"];
    assert_eq!(fleet.run("ops1", &words).code, Some(0));
    assert_eq!(fleet.run("ops1", &["key", "-a", "liar-1"]).code, Some(0));
    fleet.ping_until("ops2", &["db-1", "liar-1", "web-1"]);
    let shown = fleet.run("ops2", &["key", "attributes", "--out", "json"]).json();
    let of_db = json!({"role": "db", "zone": "a", "tier": "1"});
    assert_eq!(shown, json!({"db-1": of_db, "liar-1": {}, "web-1": {"role": "web"}}));

    assert_eq!(asked(&fleet, &["-G", "register:role:db"]), json!({"db-1": true}));
    assert_eq!(asked(&fleet, &["-G", "role:db"]), json!({"liar-1": true}), "a grain is a claim");
    let excluded = ["-C", "* and not G@register:role:db"];
    assert_eq!(asked(&fleet, &excluded), json!({"liar-1": true, "web-1": true}));

    let top = "base:\n  'register:role:db':\n    - match: grain\n    - db\n  'G@register:role:web':\n    - match: compound\n    - web\n";
    write(&fleet, "ops1/pillar/top.sls", top);
    write(
        &fleet,
        "ops1/pillar/db.sls",
        "secret: of {{ grains.register.role }} in {{ grains.register.zone }}\n",
    );
    write(&fleet, "ops1/pillar/web.sls", "secret: of web\n");
    write(&fleet, "ops1/states/top.sls", "base: {}\n");
    assert_eq!(fleet.run("ops1", &["tree", "publish", "v1"]).code, Some(0));
    let (db, web) = (json!({"secret": "of db in a"}), json!({"secret": "of web"}));
    assert_eq!(secrets(&fleet), json!({"db-1": db, "liar-1": {}, "web-1": web}));
    // By pillar, instances are asked; they do not know what the register says.
    let by_both = ["-C", "I@secret:of* and not G@register:role:db"];
    assert_eq!(asked(&fleet, &by_both), json!({"web-1": true}));

    // A change of the register counts for the next job, and keys and tokens stay.
    let changed = fleet.run("ops1", &["key", "attributes", "db-1", "--role", "", "--out", "json"]);
    assert_eq!(changed.json(), json!({"db-1": {"zone": "a", "tier": "1"}}), "{changed:?}");
    until("the other ops node knows it", || asked(&fleet, &["-G", "register:role:db"]) == json!(null));
    assert_eq!(secrets(&fleet), json!({"db-1": {}, "liar-1": {}, "web-1": web}));
    assert_eq!(fleet.run("ops2", &["key", "attributes", "db-1", "--role", "db"]).code, Some(0));
    assert_eq!(secrets(&fleet)["db-1"]["secret"], json!("of db in a"));
    // A new token changes none of it.
    assert_eq!(fleet.run("ops1", &["key", "renew"]).code, Some(0));
    assert_eq!(asked(&fleet, &["-G", "register:role:db"]), json!({"db-1": true}));
}

#[test]
fn a_token_gives_its_users_attributes_and_mistakes_are_refused_before_anything_is_sent() {
    let Some(fleet) = Fleet::up(0, false) else { return };
    let made = fleet.run("ops1", &["key", "token", "create", "--id", "db-*", "--role", "db"]);
    assert_eq!(made.code, Some(0), "{made:?}");
    let token = json!({"fleet": {"token": made.stdout.trim()}});
    let _agent = fleet.start_configured_agent("db-1", "db-1", &token);
    until("it is admitted", || fleet.run("ops2", &["key", "admit"]).stdout.contains("db-1 accepted"));
    let shown = fleet.run("ops1", &["key", "attributes", "db-*", "--out", "json"]).json();
    assert_eq!(shown, json!({"db-1": {"role": "db"}}));
    let listed = fleet.run("ops1", &["key", "token", "list", "--out", "json"]).json();
    let invite = listed.as_object().unwrap().values().next().unwrap();
    assert_eq!(invite["attributes"], json!({"role": "db"}), "{listed}");

    for (words, said) in [
        (vec!["key", "accept", "x", "--attribute", "role"], "'role' is not NAME=VALUE"),
        (vec!["key", "accept", "x", "--attribute", "a:b=c"], "cannot be the name of an attribute"),
        (vec!["key", "delete", "x", "--role", "db"], "--role and --attribute go with accept"),
    ] {
        let printed = fleet.run("ops1", &words);
        assert!(printed.code == Some(64) && printed.stderr.contains(said), "{words:?}: {printed:?}");
    }
    let root = fleet.path("fleet").display().to_string();
    let words = ["fleet-setup", "operator", &root, "other", "--targets", "G@register:role:db"];
    let refused = fleet.run("ops1", &words);
    assert!(refused.code == Some(64), "{refused:?}");
    assert!(refused.stderr.contains("does not know what the register says about it"), "{refused:?}");
    let nobody = fleet.run("ops1", &["key", "attributes", "web-1", "--role", "web"]);
    assert_eq!(nobody.code, Some(1), "{nobody:?}");
}
