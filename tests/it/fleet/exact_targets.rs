//! Whom a command means: node groups as Salt 3007.14 has them, and malformed targets, for which nobody is asked.

use serde_json::{Map, Value, json};

use super::{Fleet, Printed};

const ALL: [&str; 4] = ["web-1", "web-2", "web-3", "web-4"];

/// Node groups in the configuration of an ops node.
fn with_groups(fleet: &Fleet) {
    let path = fleet.path("ops1/minion");
    let mut config: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    config["nodegroups"] = json!({
        "two": "L@web-1,web-2",
        "listed": ["web-2", "web-3"],
        "both": "N@two or N@listed",
        "without": "* and not N@both",
        "itself": "web-1 or N@itself",
    });
    std::fs::write(path, config.to_string()).unwrap();
}

fn asked(printed: &Printed) -> Vec<String> {
    let answers: Map<String, Value> = serde_json::from_str(&printed.stdout).unwrap_or_default();
    let mut ids: Vec<String> = answers.keys().cloned().collect();
    ids.sort();
    ids
}

#[test]
fn node_groups_name_whom_salt_names_and_malformed_targets_ask_nobody() {
    let Some(fleet) = Fleet::up(4, true) else { return };
    fleet.ping_until("ops1", &ALL);
    with_groups(&fleet);
    let run = |option: &str, target: &str, function: &str| {
        let words = ["fleet", option, target, function, "--static", "--out", "json", "--timeout", "60"];
        fleet.run("ops1", &words)
    };
    for (option, target, expected) in [
        ("-N", "two", vec!["web-1", "web-2"]),
        ("-N", "listed", vec!["web-2", "web-3"]),
        ("-N", "both", vec!["web-1", "web-2", "web-3"]),
        ("-N", "without", vec!["web-4"]),
        ("-C", "* and not N@listed", vec!["web-1", "web-4"]),
        // Instances are asked by pillar. They do not know the groups of this ops node.
        ("-C", "* and not N@both and not I@no:such", vec!["web-4"]),
    ] {
        let printed = run(option, target, "test.ping");
        assert_eq!(
            (asked(&printed), printed.code),
            (expected.iter().map(ToString::to_string).collect(), Some(0)),
            "{printed:?}"
        );
    }
    let jobs = || fleet.run("ops1", &["jobs", "list", "--out", "json"]).json();
    let before = jobs();
    for (option, target, place) in [
        ("-C", "* and not N@nosuch", "at character 11, 'N@nosuch'"),
        ("-N", "nosuch", "there is no node group 'nosuch'"),
        ("-N", "itself", "names itself"),
        ("-C", "G@role:db and (", "at character 15, '('"),
        ("-E", "(", "at character 1"),
        ("-G", "role", "a grain and a value"),
        ("-S", "zz", "an IP address"),
    ] {
        let printed = run(option, target, "test.arg");
        assert_eq!((printed.code, printed.stdout.as_str()), (Some(64), ""), "{option} {target}: {printed:?}");
        assert!(printed.stderr.contains(place), "{printed:?}");
    }
    assert_eq!(jobs(), before, "a job was sent");
    in_orchestrations(&fleet);
}

/// The same in `salt.state` and `salt.function`.
fn in_orchestrations(fleet: &Fleet) {
    let state = |target: &str, kind: &str| {
        format!("test.arg:\n  salt.function:\n    - tgt: '{target}'\n    - tgt_type: {kind}\n")
    };
    let run = |target: &str, kind: &str| {
        std::fs::create_dir_all(fleet.path("ops1/states")).unwrap();
        let sls = fleet.path("ops1/states/aimed.sls");
        std::fs::write(&sls, state(target, kind)).unwrap();
        fleet.run("ops1", &["fleet-run", "state.orchestrate", "aimed", "--out", "json"])
    };
    let meant = run("without", "nodegroup");
    assert!(meant.stdout.contains("web-4") && !meant.stdout.contains("web-3"), "{meant:?}");
    for (target, kind) in [("* and not N@nosuch", "compound"), ("itself", "nodegroup"), ("(", "pcre")] {
        let refused = run(target, kind);
        assert_eq!(refused.code, Some(1), "{refused:?}");
        assert!(refused.stdout.contains("malformed") && !refused.stdout.contains("web-1:"), "{refused:?}");
    }
}

/// Targets that mean others here than in Salt 3007.14, and whom they mean here. Salt puts the words of a group in the place of its name, without parentheses if they
/// name no group. So `* and not N@grains` there means those that have the last grain, too.
const DIFFERENT: [(&str, &[&str]); 2] =
    [("N@grains and S@10.0.0.0/24", &["web-1", "web-2"]), ("* and not N@grains", &["web-4"])];

/// `record.py` has asked Salt's own matchers.
#[test]
fn targets_mean_whom_salt_means() {
    use model::{Map as Grains, Value as Data};
    use sls::matcher::{MatchKind, Matcher};

    let record: Value = serde_json::from_str(include_str!("recorded.json")).unwrap();
    let map = |json: &Value| Data::from(json.clone()).as_map().cloned().unwrap_or_default();
    let (nodegroups, pillar) = (map(&record["nodegroups"]), Grains::new());
    let mut compared = 0;
    for (part, kind) in [("by_group", MatchKind::Nodegroup), ("by_compound", MatchKind::Compound)] {
        for (target, expected) in record[part].as_object().unwrap() {
            let is_meant = |(id, grains): &(&String, &Value)| {
                let grains = map(grains);
                Matcher { id, grains: &grains, pillar: &pillar, nodegroups: &nodegroups }
                    .is_match(kind, target)
            };
            let minions = record["minions"].as_object().unwrap();
            let meant: Vec<&String> = minions.iter().filter(is_meant).map(|(id, _)| id).collect();
            match DIFFERENT.iter().find(|(different, _)| different == target) {
                Some((_, own)) => {
                    assert_ne!(json!(own), *expected, "{target} is not different any more");
                    assert_eq!(json!(meant), json!(own), "{part}: {target}");
                }
                None => assert_eq!(json!(meant), *expected, "{part}: {target}"),
            }
            compared += 1;
        }
    }
    assert!(compared > 50, "{compared}");
}
