//! Each kind's example is made, changed and removed by somebody who may do nothing but what the policy of the run says.

use std::collections::BTreeSet;

use engine::run_policy::{Extent, RunPolicy};
use engine::{Declared, declare};
use kind::AnySource;
use kinds::kinds;
use model::{Low, Map, Minion, Problems, Value};
use serde_json::json;

use super::laws::declared;
use super::{CHECKED, on_a_large_stack};
use crate::local_aws::Fault;
use crate::world::{World, absent};

/// The policy of these states.
fn policy(lows: &[Low], is_plan: bool) -> RunPolicy {
    let Value::Map(pillar) = Value::from(json!({"aws_profile": {"region": "us-east-1"}})) else {
        return RunPolicy::default();
    };
    let minion = Minion { pillar: pillar.into_iter().collect::<Map>(), ..Minion::default() };
    let mut problems = Problems::default();
    let all: Vec<Declared> = lows.iter().filter_map(|low| declare(low, &minion, &mut problems)).collect();
    assert!(problems.0.is_empty(), "{problems}");
    let extent = if is_plan { Extent::Plan } else { Extent::Run };
    RunPolicy::of(&all, extent, "123456789012")
}

/// What was denied while these states were carried out, and what their policy allows.
async fn denied(world: &World, lows: &[Low], is_plan: bool) -> (Vec<String>, BTreeSet<String>) {
    let policy = policy(lows, is_plan).document();
    let before = names(&world.shown()["refused"]);
    world.proxy.set(Fault::None);
    world.set(&json!({"policy": policy}));
    let returns = world.run(lows, is_plan).await;
    world.set(&json!({"policy": null}));
    let refused = names(&world.shown()["refused"]);
    let failed = returns.iter().filter(|it| it.outcome.comment.contains("not authorized"));
    let failed = failed.map(|it| it.outcome.comment.clone());
    let statements = policy["Statement"].as_array().expect("statements").iter();
    let actions = statements.flat_map(|it| it["Action"].as_array().expect("actions"));
    let actions = actions.map(|action| action.as_str().expect("a name").to_owned());
    (refused.difference(&before).cloned().chain(failed).collect(), actions.collect())
}

fn names(counts: &serde_json::Value) -> BTreeSet<String> {
    counts.as_object().expect("a mapping").keys().cloned().collect()
}

/// Rights with which somebody can become somebody else, open something to others, or destroy something.
pub fn matters(action: &str) -> bool {
    let name = action.split(':').nth(1).unwrap_or(action);
    let is_read = ["Describe", "Get", "List", "Head"].iter().any(|verb| name.starts_with(verb));
    let parts = [
        "AccessKey",
        "Acl",
        "LoginProfile",
        "MFADevice",
        "PassRole",
        "Permission",
        "Policy",
        "PublicAccess",
        "RoleToInstance",
        "UserToGroup",
    ];
    let verbs = ["Delete", "Deregister", "DisableKey", "Release", "Schedule", "Terminate"];
    !is_read
        && (parts.iter().any(|part| name.contains(part)) || verbs.iter().any(|verb| name.starts_with(verb)))
}

/// The rights of each kind that matter and that its example does not use. The list may only become shorter.
fn listed_as_unused() -> String {
    let path = format!("{}/tests/it/conformance/unused.txt", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("a list")
}

/// What was denied, and the rights that matter and were not used: `kind | action`.
async fn of_kind(kind: &str) -> (Vec<String>, Vec<String>) {
    let world = World::new().await;
    let (example, drift) = (declared(kind, "example.sls"), declared(kind, "drift.sls"));
    let mut found = vec![];
    let mut allowed = BTreeSet::new();
    let gone = absent(&example);
    for (phase, lows, is_plan) in [
        ("plan", &example, true),
        ("create", &example, false),
        ("plan again", &example, true),
        ("change", &drift, false),
        ("remove", &gone, false),
    ] {
        let (denied, actions) = denied(&world, lows, is_plan).await;
        allowed.extend(actions);
        found.extend(denied.into_iter().map(|what| format!("{kind}, {phase}: {what}")));
    }
    let used = names(&world.shown()["used"]);
    let unused = allowed.difference(&used).filter(|action| matters(action));
    (found, unused.map(|action| format!("{kind} | {action}")).collect())
}

/// Instances that wait have ids that no example can name.
const NO_EXAMPLE: &[&str] = &["autoscaling.lifecycle"];

#[test]
fn each_kind_needs_no_more_than_the_policy_of_a_run_allows() {
    on_a_large_stack(|| async {
        let names = kinds().map(AnySource::kind).filter(|kind| !NO_EXAMPLE.contains(kind));
        let known: Vec<&str> =
            names.filter(|kind| CHECKED.iter().any(|(checked, _)| checked == kind)).collect();
        let (mut found, mut unused) = (vec![], BTreeSet::new());
        for some in known.chunks(4) {
            for (denied, of_kind) in
                futures::future::join_all(some.iter().map(|kind| Box::pin(of_kind(kind)))).await
            {
                found.extend(denied);
                unused.extend(of_kind);
            }
        }
        assert_eq!(found, Vec::<String>::new(), "{}", found.join("\n"));
        let text = listed_as_unused();
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let listed: BTreeSet<String> = lines
            .filter_map(|line| {
                let (known_unused, reason) = line.rsplit_once(" | ")?;
                assert!(!reason.is_empty(), "{line} has no reason");
                let is_built = known.iter().any(|kind| known_unused.starts_with(&format!("{kind} |")));
                is_built.then(|| known_unused.to_owned())
            })
            .collect();
        let new: Vec<&String> = unused.difference(&listed).collect();
        assert!(new.is_empty(), "the policy allows more than is used; new in unused.txt: {new:#?}");
        let gone: Vec<&String> = listed.difference(&unused).collect();
        assert!(gone.is_empty(), "these lines of unused.txt can go: {gone:#?}");
    });
}
