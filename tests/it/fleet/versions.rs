//! Which version each instance has.

use serde_json::json;

use super::Fleet;

#[test]
fn the_versions_of_all_instances_are_reported_as_salt_does() {
    let Some(fleet) = Fleet::up(2, true) else { return };
    fleet.ping_until("ops1", &["web-1", "web-2"]);
    let version = env!("CARGO_PKG_VERSION");
    let report = fleet.run("ops1", &["fleet-run", "manage.versions", "--out", "json"]);
    let expected = json!({"Master": version, "Up to date": {"web-1": version, "web-2": version}});
    assert_eq!((report.json(), report.code), (expected, Some(0)), "{report:?}");

    let listed = fleet.run("ops1", &["key", "list", "--versions"]);
    assert!(listed.stdout.contains(&format!("web-1  {version}\nweb-2  {version}")), "{listed:?}");
    let plain = fleet.run("ops1", &["key", "list"]);
    assert!(!plain.stdout.contains(version), "{plain:?}");
    let by_grain = fleet.run(
        "ops1",
        &["fleet", "-G", &format!("orchestrate_agent_version:{version}"), "test.version", "--out", "json"],
    );
    assert!(by_grain.stdout.contains(&format!("\"web-2\": \"{version}\"")), "{by_grain:?}");
    let both = fleet.run("ops1", &["fleet", "*", "test.versions"]).stdout;
    assert_eq!(both.matches(&format!("orchestrate-agent: {version}")).count(), 2, "{both}");

    fleet.signal_agent("web-2", "STOP");
    let report = fleet.run("ops1", &["fleet-run", "manage.versions", "--out", "json"]).json();
    assert_eq!(report["Minion offline"], json!({"web-2": false}), "{report}");
    assert_eq!(report["Up to date"], json!({"web-1": version}), "{report}");
    fleet.signal_agent("web-2", "CONT");
}
