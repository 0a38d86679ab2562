use serde_json::json;

use super::*;
use crate::sample::{call, shown};
use machine::npm::Package;
use model::Verdict;

fn plan(function: &str, arguments: &serde_json::Value, live: Live) -> (Verdict, String, Vec<String>) {
    call(function, "/srv/app", arguments, |call| {
        let intent = NodePackages::diff(call, live);
        let lines = if let Intent::Act { step, .. } = &intent { step.lines() } else { vec![] };
        let (verdict, comment, _) = shown(&intent);
        (verdict, comment, lines)
    })
}

#[test]
fn names_and_versions_are_parted_at_the_last_sign() {
    assert_eq!(parts("a"), ("a", None));
    assert_eq!(parts("a@1.0"), ("a", Some("1.0")));
    assert_eq!(parts("@scope/a"), ("@scope/a", None));
    assert_eq!(parts("@scope/a@^1"), ("@scope/a", Some("^1")));
    assert_eq!(parts("git+ssh://git@example.com/a.git"), ("git+ssh://git@example.com/a.git", None));
    assert!(is_range("^1.2") && is_range("*") && is_range("1.x") && !is_range("latest"));
}

#[test]
fn what_is_there_is_known_by_version_or_origin() {
    let own = |version: &str, origin: &str| Package { version: version.into(), origin: origin.into() };
    let there: Packages = [
        ("a".to_owned(), own("1.0.0", "https://registry.example.com/a.tgz")),
        ("b".to_owned(), own("2.0.0", "git+ssh://git@example.com/o/b.git#0123abc")),
    ]
    .into_iter()
    .collect();
    assert_eq!(fitting("a", &there).as_deref(), Some("a@1.0.0"));
    assert_eq!(fitting("a@v1.0.0", &there).as_deref(), Some("a@1.0.0"));
    assert_eq!(fitting("a@1.0", &there), None);
    assert_eq!(fitting("git://example.com/o/b", &there).as_deref(), Some("b@2.0.0"));
    assert_eq!(fitting("c", &there), None);
}

#[test]
fn only_what_is_missing_is_installed() {
    let live = Live::Wanted(vec![("a".into(), Some("a@1.0.0".into())), ("b@2".into(), None)]);
    let arguments = json!({"pkgs": ["a", "b@2"], "registry": "https://r"});
    let (_, comment, lines) = plan("npm.installed", &arguments, live);
    assert_eq!(lines, ["npm install --json --loglevel=error --registry=https://r b@2 --global"]);
    assert_eq!(
        comment,
        "NPM package(s) 'b@2' are set to be installed. Package(s) 'a, b@2' satisfied by a@1.0.0"
    );
}

#[test]
fn a_project_is_open_or_not() {
    assert_eq!(
        plan("npm.bootstrap", &json!({}), Live::IsOpen(true)).2,
        ["npm install --json --loglevel=error"]
    );
    assert_eq!(plan("npm.bootstrap", &json!({}), Live::IsOpen(false)).0, Verdict::Succeeded);
    let (verdict, _, lines) = plan("npm.bootstrap", &json!({}), Live::Unknown("no npm".into()));
    assert_eq!((verdict, lines.len()), (Verdict::WouldChange, 0));
}
