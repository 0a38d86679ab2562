use serde_json::json;

use super::*;
use crate::sample::{call, shown};
use model::Verdict;

fn plan(
    function: &str,
    arguments: &serde_json::Value,
    rows: Result<Vec<Json>, String>,
) -> (Verdict, Json, String) {
    call(function, "it's", arguments, |call| {
        let live = Live { server: Server::default(), rows, salt: [7; SALT_BYTES], uses_scram: true };
        let intent = Postgres::diff(call, live);
        let stdin = if let Intent::Act { step, .. } = &intent { step.stdin() } else { None };
        let (verdict, _, changes) = shown(&intent);
        let statements = stdin.unwrap_or_default();
        (verdict, changes, statements.lines().skip(1).collect::<Vec<_>>().join(" ").trim().to_owned())
    })
}

#[test]
fn a_new_user_logs_in_and_a_new_group_does_not() {
    let (_, changes, user) =
        plan("postgres_user.present", &json!({"createdb": true, "groups": "a,b"}), Ok(vec![]));
    assert_eq!(
        user,
        "BEGIN; CREATE ROLE \"it's\" WITH INHERIT CREATEDB LOGIN; GRANT \"a\" TO \"it's\"; GRANT \"b\" TO \"it's\"; COMMIT;"
    );
    assert_eq!(changes, json!({"it's": "Present"}));
    let (_, _, group) = plan("postgres_group.present", &json!({}), Ok(vec![]));
    assert_eq!(group, "BEGIN; CREATE ROLE \"it's\" WITH INHERIT NOLOGIN; COMMIT;");
}

#[test]
fn only_what_differs_of_a_role_is_changed() {
    let row = |more: Json| {
        let mut row = json!({"login": true, "createdb": false, "groups": ["a"]});
        row.as_object_mut().expect("a row").extend(more.as_object().expect("more").clone());
        Ok(vec![row])
    };
    let arguments = json!({"login": true, "createdb": true, "groups": ["a", "b"]});
    let (_, changes, statements) = plan("postgres_user.present", &arguments, row(json!({})));
    assert_eq!(statements, "BEGIN; ALTER ROLE \"it's\" WITH CREATEDB; GRANT \"b\" TO \"it's\"; COMMIT;");
    assert_eq!(changes, json!({"it's": {"createdb": true, "groups": ["b"]}}));
    let arguments = json!({"groups": ["b"]});
    let (_, _, statements) = plan("postgres_user.present", &arguments, row(json!({})));
    assert_eq!(statements, "BEGIN; GRANT \"b\" TO \"it's\"; COMMIT;");
    let until = json!({"valid_until": "tomorrow"});
    let kept = row(json!({"valid_until": "2030-01-01 00:00:00", "wanted_until": "2030-01-01 00:00:00"}));
    assert_eq!(plan("postgres_user.present", &until, kept).0, Verdict::Succeeded);
}

#[test]
fn a_password_is_sent_as_its_verifier_where_it_differs() {
    let arguments = json!({"password": "secret", "encrypted": "scram-sha-256"});
    let (_, changes, statements) =
        plan("postgres_user.present", &arguments, Ok(vec![json!({"password": "md5x"})]));
    assert!(statements.contains("PASSWORD 'SCRAM-SHA-256$4096:BwcH"), "{statements}");
    assert!(!statements.contains("secret"), "{statements}");
    assert_eq!(changes, json!({"it's": {"password": true}}));
    let verifier = statements.split('\'').find(|part| part.starts_with("SCRAM")).expect("a verifier");
    let kept = Ok(vec![json!({"password": verifier})]);
    assert_eq!(plan("postgres_user.present", &arguments, kept.clone()).0, Verdict::Succeeded);
    let refreshed = json!({"password": "secret", "encrypted": "scram-sha-256", "refresh_password": true});
    assert_eq!(plan("postgres_user.present", &refreshed, kept).0, Verdict::WouldChange);
}

#[test]
fn what_cannot_be_changed_of_a_database_is_refused() {
    let row = || Ok(vec![json!({"encoding": "UTF8", "owner": "a", "lc_collate": "en_US.utf8"})]);
    let present = |arguments: Json| plan("postgres_database.present", &arguments, row());
    assert_eq!(present(json!({"encoding": "utf-8", "lc_collate": "en_US.UTF-8"})).0, Verdict::Succeeded);
    assert_eq!(present(json!({"encoding": "LATIN1"})).0, Verdict::Failed);
    assert_eq!(present(json!({"owner": "b"})).2, "ALTER DATABASE \"it's\" OWNER TO \"b\";");
}

#[test]
fn privileges_are_those_of_each_object() {
    let row = |granted: Json, grantable: Json| json!({"owner": "a", "granted": granted, "grantable": grantable, "every": ["SELECT", "INSERT"]});
    let arguments = |privileges: Json, grants: bool| json!({"object_name": "t", "object_type": "table", "privileges": privileges, "grant_option": grants});
    let present = |privileges: Json, grants: bool, rows: Vec<Json>| {
        plan("postgres_privileges.present", &arguments(privileges, grants), Ok(rows)).2
    };
    let both = json!(["SELECT", "INSERT"]);
    assert_eq!(present(json!(["select"]), false, vec![row(both.clone(), json!([]))]), "");
    assert_eq!(present(json!(["ALL"]), false, vec![row(both.clone(), json!([]))]), "");
    assert_eq!(
        present(json!(["ALL"]), true, vec![row(both.clone(), json!(["SELECT"]))]),
        "GRANT ALL ON TABLE \"public\".\"t\" TO \"it's\" WITH GRANT OPTION;"
    );
    assert_eq!(
        present(json!(["SELECT"]), false, vec![]),
        "GRANT SELECT ON TABLE \"public\".\"t\" TO \"it's\";"
    );
    let every =
        json!({"object_name": "ALL", "object_type": "table", "privileges": ["SELECT"], "prepend": "x"});
    let rows = vec![row(both, json!([])), row(json!([]), json!([]))];
    assert_eq!(
        plan("postgres_privileges.present", &every, Ok(rows)).2,
        "GRANT SELECT ON ALL TABLES IN SCHEMA \"x\" TO \"it's\";"
    );
    assert_eq!(plan("postgres_privileges.present", &every, Ok(vec![])).0, Verdict::Succeeded);
    let wrong = arguments(json!(["SELECT; DROP TABLE t"]), false);
    assert_eq!(plan("postgres_privileges.present", &wrong, Ok(vec![])).0, Verdict::Failed);
}

#[test]
fn a_server_that_does_not_answer_may_in_the_real_run() {
    for (function, arguments) in [
        ("postgres_database.present", json!({})),
        ("postgres_user.absent", json!({})),
        ("postgres_schema.absent", json!({"dbname": "x"})),
        ("postgres_tablespace.present", json!({"directory": "/srv/x"})),
    ] {
        let (verdict, _, statements) = plan(function, &arguments, Err("no server".into()));
        assert_eq!((verdict, statements.as_str()), (Verdict::WouldChange, ""), "{function}");
    }
}

#[test]
fn the_name_of_a_function_does_not_end_its_statement() {
    let of = |object: &str| {
        let arguments = json!({"object_name": object, "object_type": "function", "privileges": ["EXECUTE"]});
        plan("postgres_privileges.present", &arguments, Ok(vec![]))
    };
    for hostile in ["f(); DROP TABLE a", "f() \\! id", "f() -- x"] {
        let (verdict, _, statements) = of(hostile);
        assert_eq!((verdict, statements.as_str()), (Verdict::Failed, ""), "{hostile}");
    }
    assert!(
        of("app.f(integer, text)").2.contains("GRANT EXECUTE ON FUNCTION app.f(integer, text) TO \"it's\";")
    );
}
