//! A network and what is in it, from an empty account with all of AWS's habits to a silent second run, and back.

use model::{Ident, Low};
use serde_json::json;

use super::{shown, text, tree};
use crate::world::{World, absent, states};

/// How often an operation was called since the last run began.
fn calls(world: &World, operation: &str) -> usize {
    world.proxy.traffic().calls.iter().filter(|call| call.name == operation).count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_network_and_its_services_come_in_one_run_and_go_in_another() {
    let world = World::with(json!({})).await;
    let tree = states(&format!("{}\n{}", text("network"), text("services")), "site.sls");
    let (foreseen, _) = world.foresees(&tree).await;
    let foreseen = shown(&foreseen);
    assert!(foreseen.contains(Ident::AFTER_APPLY), "{foreseen}");
    world.is_silent(&tree).await;
    for (read, at_most) in [("DescribeVpcs", 1), ("DescribeSubnets", 2), ("DescribeRouteTables", 3)] {
        let made = calls(&world, read);
        assert!(made <= at_most, "{read} was called {made} times");
    }
    let gone = absent(&tree);
    world.foresees(&gone).await;
    world.is_silent(&gone).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_subnets_are_read_in_three_calls() {
    let world = World::with(json!({})).await;
    let subnets: Vec<Low> = hundred();
    world.run(&subnets, false).await;
    world.is_silent(&subnets).await;
    let reads: Vec<String> = world.proxy.traffic().calls.into_iter().map(|call| call.name).collect();
    assert!(reads.len() <= 3, "{reads:?}");
    assert!(reads.contains(&"DescribeSubnets".to_owned()), "{reads:?}");
}

/// The function's network interfaces hold its group and subnet for a while.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_function_with_all_it_stands_on_comes_in_one_run_and_goes_in_another() {
    let world = World::with(json!({})).await;
    let tree = tree("functions");
    let (foreseen, _) = world.foresees(&tree).await;
    let foreseen = shown(&foreseen);
    assert!(foreseen.contains(Ident::AFTER_APPLY), "{foreseen}");
    world.is_silent(&tree).await;
    let backwards: Vec<Low> = tree.iter().rev().cloned().collect();
    world.is_silent(&backwards).await;
    let gone = absent(&tree);
    world.foresees(&gone).await;
    world.is_silent(&gone).await;
}

fn hundred() -> Vec<Low> {
    let mut text =
        "wide:\n  boto_vpc.present:\n    - cidr_block: 10.92.0.0/16\n    - profile: aws_profile\n".to_owned();
    for number in 0..100 {
        let subnet = format!(
            "wide-{number}:\n  boto_vpc.subnet_present:\n    - vpc_name: wide\n    - cidr_block: 10.92.{number}.0/24\n    \
             - availability_zone: us-east-1a\n    - profile: aws_profile\n"
        );
        text.push_str(&subnet);
    }
    states(&text, "hundred.sls")
}
