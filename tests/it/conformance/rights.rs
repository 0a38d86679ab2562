//! Each kind's example is made, changed and removed by somebody who may do nothing but what the policy of the run says.

use std::collections::BTreeSet;

use orchestrate::engine::run_policy::{Extent, RunPolicy};
use orchestrate::engine::{Declared, declare};
use orchestrate::model::{Low, Map, Minion, Problems, Value};
use orchestrate::resources::{AnySource, kinds};
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

/// What was denied while these states were carried out.
async fn denied(world: &World, lows: &[Low], is_plan: bool) -> Vec<String> {
    let policy = policy(lows, is_plan);
    let allowed = policy.operations();
    world.proxy.set(Fault::AllowOnly(allowed.clone()));
    // The proxy denies by operation, the strict layer by resource.
    world.set(&json!({"policy": policy.document()}));
    let returns = world.run(lows, is_plan).await;
    world.set(&json!({"policy": null}));
    let calls: BTreeSet<String> = world.proxy.traffic().calls.into_iter().map(|call| call.name).collect();
    let is_denied = |name: &String| {
        // Limits of rates are asked for where that is allowed, and published ones apply where it is not.
        !allowed.contains(name.as_str()) && !["GetCallerIdentity", "GetServiceQuota"].contains(&name.as_str())
    };
    let failed = returns.iter().filter(|it| it.outcome.comment.contains("not authorized"));
    calls.into_iter().filter(is_denied).chain(failed.map(|it| it.outcome.comment.clone())).collect()
}

async fn of_kind(kind: &str) -> Vec<String> {
    let world = World::new().await;
    let (example, drift) = (declared(kind, "example.sls"), declared(kind, "drift.sls"));
    let mut found = vec![];
    let gone = absent(&example);
    for (phase, lows, is_plan) in [
        ("plan", &example, true),
        ("create", &example, false),
        ("plan again", &example, true),
        ("change", &drift, false),
        ("remove", &gone, false),
    ] {
        let denied = denied(&world, lows, is_plan).await;
        found.extend(denied.into_iter().map(|what| format!("{kind}, {phase}: {what}")));
    }
    found
}

/// Instances that wait have ids that no example can name.
const NO_EXAMPLE: &[&str] = &["autoscaling.lifecycle"];

#[test]
fn each_kind_needs_no_more_than_the_policy_of_a_run_allows() {
    on_a_large_stack(|| async {
        let names = kinds().map(AnySource::kind).filter(|kind| !NO_EXAMPLE.contains(kind));
        let known: Vec<&str> =
            names.filter(|kind| CHECKED.iter().any(|(checked, _)| checked == kind)).collect();
        let mut found = vec![];
        for some in known.chunks(4) {
            found.extend(
                futures::future::join_all(some.iter().map(|kind| Box::pin(of_kind(kind)))).await.concat(),
            );
        }
        assert_eq!(found, Vec::<String>::new(), "{}", found.join("\n"));
    });
}
