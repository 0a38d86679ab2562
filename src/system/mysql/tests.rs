use serde_json::{Value as Json, json};

use super::*;
use crate::sample::{call, shown};
use model::Verdict;

fn plan(function: &str, arguments: &Json, seen: Result<Present, String>) -> (Verdict, String, Json, String) {
    call(function, "it's", arguments, |call| {
        let intent = Mysql::diff(call, Live { server: Server::default(), seen });
        let stdin = if let Intent::Act { step, .. } = &intent { step.stdin() } else { None };
        let (verdict, comment, changes) = shown(&intent);
        let all = stdin.unwrap_or_default();
        let statements: Vec<&str> = all.lines().filter(|line| !line.starts_with("SET SESSION")).collect();
        (verdict, comment, changes, statements.join(" "))
    })
}

fn user(plugin: &str, password: &str) -> Result<Present, String> {
    Ok(Present::User(Some(user::User { plugin: plugin.into(), password: password.into() }), true))
}

fn grants(lines: &[&str]) -> Result<Present, String> {
    Ok(Present::Grants(Some(lines.iter().filter_map(|text| privileges::line(text)).collect())))
}

#[test]
fn a_password_is_sent_as_what_the_server_keeps() {
    let arguments = json!({"password": "password"});
    let hash = "*2470C0C06DEE42FD1618BB99005ADCA2EC9D1E19";
    for (is_maria, clause) in [(true, "BY PASSWORD"), (false, "WITH mysql_native_password AS")] {
        let (_, _, changes, statement) =
            plan("mysql_user.present", &arguments, Ok(Present::User(None, is_maria)));
        assert_eq!(statement, format!("CREATE USER 'it''s'@'localhost' IDENTIFIED {clause} '{hash}';"));
        assert_eq!(changes, json!({"it's": "Present"}));
    }
    assert_eq!(plan("mysql_user.present", &arguments, user("", hash)).0, Verdict::Succeeded);
    let (_, _, changes, statement) = plan("mysql_user.present", &arguments, user("", "*00"));
    assert_eq!(statement, format!("ALTER USER 'it''s'@'localhost' IDENTIFIED BY PASSWORD '{hash}';"));
    assert_eq!(changes, json!({"it's": "Updated"}));
}

#[test]
fn nobody_logs_in_without_a_password_unasked() {
    let nobody = || Ok(Present::User(None, true));
    assert_eq!(plan("mysql_user.present", &json!({}), nobody()).0, Verdict::Failed);
    let open = plan("mysql_user.present", &json!({"allow_passwordless": true}), nobody());
    assert_eq!(open.3, "CREATE USER 'it''s'@'localhost' IDENTIFIED BY '';");
    let socket = json!({"unix_socket": true});
    assert_eq!(
        plan("mysql_user.present", &socket, nobody()).3,
        "CREATE USER 'it''s'@'localhost' IDENTIFIED VIA unix_socket;"
    );
    assert_eq!(plan("mysql_user.present", &socket, user("unix_socket", "")).0, Verdict::Succeeded);
    assert_eq!(
        plan("mysql_user.present", &json!({"auth_plugin": "x; y", "password": "a"}), nobody()).0,
        Verdict::Failed
    );
}

#[test]
fn a_password_that_only_the_server_can_compare_is_not_sent_again() {
    let arguments = json!({"password": "secret", "auth_plugin": "caching_sha2_password"});
    assert_eq!(
        plan("mysql_user.present", &arguments, user("caching_sha2_password", "$A$005$x")).0,
        Verdict::Succeeded
    );
    let (_, _, _, statement) = plan("mysql_user.present", &arguments, Ok(Present::User(None, false)));
    assert_eq!(
        statement,
        "CREATE USER 'it''s'@'localhost' IDENTIFIED WITH caching_sha2_password BY 'secret';"
    );
}

#[test]
fn only_what_differs_of_a_database_is_changed() {
    let there = || {
        Ok(Present::Database(Some(database::Database {
            character_set: "utf8mb3".into(),
            collate: "utf8mb3_general_ci".into(),
        })))
    };
    let present = |arguments: Json| plan("mysql_database.present", &arguments, there());
    assert_eq!(present(json!({"character_set": "utf8", "collate": "utf8_general_ci"})).0, Verdict::Succeeded);
    assert_eq!(present(json!({"character_set": "latin1"})).3, "ALTER DATABASE `it's` CHARACTER SET latin1;");
    assert_eq!(present(json!({"character_set": "latin1; DROP"})).0, Verdict::Failed);
    assert_eq!(plan("mysql_database.absent", &json!({}), there()).3, "DROP DATABASE `it's`;");
}

#[test]
fn privileges_are_those_of_the_object() {
    let arguments = |grant: &str, more: Json| {
        let mut all = json!({"grant": grant, "database": "shop.*", "user": "web"});
        all.as_object_mut().expect("a mapping").extend(more.as_object().expect("a mapping").clone());
        all
    };
    let there = || {
        grants(&[
            "GRANT USAGE ON *.* TO `web`@`localhost`",
            "GRANT SELECT, INSERT ON `shop`.* TO `web`@`localhost`",
        ])
    };
    let present = |grant: &str, more: Json| plan("mysql_grants.present", &arguments(grant, more), there());
    assert_eq!(present("insert,SELECT", json!({})).0, Verdict::Succeeded);
    assert_eq!(
        present("SELECT,UPDATE", json!({})).3,
        "GRANT SELECT, UPDATE ON `shop`.* TO 'web'@'localhost';"
    );
    assert_eq!(
        present("SELECT", json!({"grant_option": true})).3,
        "GRANT SELECT ON `shop`.* TO 'web'@'localhost' WITH GRANT OPTION;"
    );
    assert_eq!(
        present("SELECT,UPDATE", json!({"revoke_first": true})).3,
        "REVOKE INSERT ON `shop`.* FROM 'web'@'localhost'; GRANT SELECT, UPDATE ON `shop`.* TO 'web'@'localhost';"
    );
    assert_eq!(
        present("DELETE", json!({"ssl_option": [{"SSL": true}, {"CIPHER": "a'b"}]})).3,
        "GRANT DELETE ON `shop`.* TO 'web'@'localhost'; ALTER USER 'web'@'localhost' REQUIRE SSL AND CIPHER 'a''b';"
    );
    assert_eq!(present("SELECT; DROP", json!({})).0, Verdict::Failed);
    let absent = |grant: &str| plan("mysql_grants.absent", &arguments(grant, json!({})), there());
    assert_eq!(absent("INSERT,UPDATE").3, "REVOKE INSERT ON `shop`.* FROM 'web'@'localhost';");
    assert_eq!(absent("ALL").3, "REVOKE SELECT, INSERT ON `shop`.* FROM 'web'@'localhost';");
    assert_eq!(absent("UPDATE").0, Verdict::Succeeded);
}

#[test]
fn a_query_is_sent_as_it_is_written() {
    let ready = |has_database| {
        Ok(Present::Query(query::Ready { text: "SELECT 'a'".into(), has_database, is_kept: false }))
    };
    let arguments = json!({"database": "shop", "query": "SELECT 'a'"});
    assert_eq!(plan("mysql_query.run", &arguments, ready(true)).3, "SELECT 'a'");
    let (verdict, _, _, statement) = plan("mysql_query.run", &arguments, ready(false));
    assert_eq!((verdict, statement.as_str()), (Verdict::WouldChange, ""));
}

#[test]
fn a_server_that_does_not_answer_may_in_the_real_run() {
    for (function, arguments) in [
        ("mysql_database.present", json!({})),
        ("mysql_user.present", json!({"password": "x"})),
        ("mysql_user.absent", json!({})),
        ("mysql_grants.present", json!({"grant": "ALL", "database": "a.*", "user": "b"})),
        ("mysql_grants.absent", json!({"grant": "ALL", "database": "a.*", "user": "b"})),
        ("mysql_query.run", json!({"database": "a", "query": "b"})),
    ] {
        let (verdict, _, _, statements) = plan(function, &arguments, Err("no server".into()));
        assert_eq!((verdict, statements.as_str()), (Verdict::WouldChange, ""), "{function}");
    }
}
