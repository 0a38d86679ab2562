//! `export`: what exists becomes an SLS whose test run is empty, for every kind, on the strict local AWS.
//!
//! Each kind's `example.sls` is made, and what is there is exported. Then the kind's `drift.sls` is run, and the exported SLS
//! brings everything back: so it says all that the example says.

mod kinds;
mod odd;

use engine::export::{Convention, Exported, Selection, sls};
use model::{Low, Verdict};

use crate::conformance::declared;
use crate::local_aws::Fault;
use crate::world::{World, changes, states, succeeded, told};

/// The states of an exported SLS, as its text has them. Names are references here: nothing else gives the order.
pub fn read(exported: &Exported) -> Vec<Low> {
    let text = sls(exported, &Convention::default());
    println!("{text}");
    let mut lows = states(&text, "exported.sls");
    for low in &mut lows {
        low.arguments.shift_remove("require");
    }
    lows
}

/// Exports all things of some kinds and proves that a test run of the text shows nothing.
pub async fn exports(world: &World, kinds: &[&str]) -> (Vec<Low>, String) {
    world.proxy.set(Fault::None);
    world.settle();
    let selection =
        Selection { kinds: kinds.iter().map(|kind| (*kind).to_owned()).collect(), ..Selection::default() };
    let exported = world.export(&selection).await;
    assert_eq!(world.proxy.mutating(), Vec::<String>::new(), "an export changed something");
    let left_out: String = exported.left_out.iter().map(|problem| format!("left out: {problem}\n")).collect();
    println!("{left_out}");
    let lows = read(&exported);
    is_empty(world, &lows).await;
    (lows, left_out)
}

/// A test run shows nothing.
pub async fn is_empty(world: &World, lows: &[Low]) {
    let returns = world.run(lows, true).await;
    for state in &returns {
        let shown = changes(state).to_json();
        assert!(!state.outcome.has_changes(), "{} shows {shown:#}", state.tag());
        assert_eq!(state.outcome.verdict, Verdict::Succeeded, "{}", told(&returns));
    }
}

/// The law for one kind.
async fn law(kind: &str) {
    let world = World::new().await;
    let example = declared(kind, "example.sls");
    succeeded(&world.run(&example, false).await);
    let also = match kind {
        // Subnets of a route table are said there.
        "ec2.subnet" => "ec2.route_table",
        // A group that gets another launch configuration deletes the former.
        "autoscaling.group" => "autoscaling.launch_configuration",
        kind => kind,
    };
    let (lows, left_out) = exports(&world, &[kind, also]).await;
    assert!(!lows.is_empty(), "nothing was exported");
    world.settle();
    succeeded(&world.run(&declared(kind, "drift.sls"), false).await);
    world.settle();
    // What the drift made besides stays: only its own things are compared.
    succeeded(&world.run(&lows, false).await);
    world.settle();
    let left = world.run(&example, true).await;
    let own = functions(kind);
    let is_own = |name: &str| own.iter().any(|function| function == name);
    let left = left.iter().filter(|state| is_own(&format!("{}.{}", state.state, state.function)));
    for state in left.filter(|state| !left_out.contains(&state.name)) {
        let shown = changes(state).to_json();
        let new = shown["new"].as_object().into_iter().flatten().map(|(path, _)| path.as_str());
        let missing: Vec<&str> = new.filter(|path| !is_excused(kind, path)).collect();
        assert!(
            missing.is_empty(),
            "the export does not bring back {missing:?} of {}: {shown:#}",
            state.tag()
        );
    }
}

/// What an export leaves out with a remark, and what the local AWS cannot show: kind, a part of the path of a change, reason.
const EXCUSED: &[(&str, &str, &str)] = &[
    ("lambda.function", "CodeSha256", "code is left out with a remark"),
    ("lambda.function", "Environment", "variables are left out with a remark"),
    ("elb.load_balancer", "availability_zones", "the local AWS does not move zones with subnets"),
    ("elb.load_balancer", "Policy", "policies are left out with a remark"),
    ("elb.load_balancer", "_policy", "policies are left out with a remark"),
];

fn is_excused(kind: &str, path: &str) -> bool {
    EXCUSED.iter().any(|(of, part, _)| *of == kind && path.contains(part))
}

/// The state functions of a kind.
fn functions(kind: &str) -> Vec<String> {
    let found = ::kinds::kinds().find(|it| it.kind() == kind).expect("a kind");
    found.functions().iter().flat_map(|it| it.names).map(|name| (*name).to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_no_state_can_name_is_named_as_left_out() {
    let world = World::new().await;
    world.call_json("kms", "TrentService.CreateKey", &serde_json::json!({})).await;
    let ec2 = async |form: &str| world.call("ec2", &format!("{form}&Version=2016-11-15")).await;
    ec2("Action=CreateVolume&AvailabilityZone=us-east-1a&Size=1").await;
    let data = "LaunchTemplateName=old&LaunchTemplateData.InstanceType=t3";
    ec2(&format!("Action=CreateLaunchTemplate&{data}.micro")).await;
    ec2(&format!("Action=CreateLaunchTemplateVersion&{data}.small")).await;
    for (kind, why) in [
        ("kms.key", "is left out: it has no alias, and a state names a key by its alias"),
        ("ec2.volume", "is left out: it is attached to no instance, and a state needs one"),
        ("ec2.launch_template", "is left out: its default is version 1 and its newest is version 2"),
    ] {
        let selection = Selection { kinds: vec![kind.to_owned()], ..Selection::default() };
        let exported = world.export(&selection).await;
        let left_out: String = exported.left_out.iter().map(|problem| format!("{problem}\n")).collect();
        assert!(left_out.contains(why), "{kind}: {left_out}");
        assert!(!exported.states.iter().any(|state| state.low.name == "old"), "{kind}");
    }
}
