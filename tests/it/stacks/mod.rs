//! How many calls a run may make: budgets for one, twenty and a hundred services.

pub mod generate;

use std::collections::BTreeMap;
use std::fmt::Write;

use model::Low;

use crate::local_aws::Fault;
use crate::world::{World, states, succeeded};

fn declared(count: usize) -> Vec<Low> {
    let lows = states(&generate::stacks(count), "stacks.sls");
    assert_eq!(lows.len(), count * generate::STATES);
    lows
}

/// Each operation with how often it was called, for a failed budget's message.
fn told(world: &World) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for call in world.proxy.traffic().calls {
        *counts.entry(format!("{}:{}", call.service, call.name)).or_default() += 1;
    }
    counts.iter().fold(String::new(), |mut text, (name, count)| {
        let _ = writeln!(text, "{count:5} {name}");
        text
    })
}

/// Runs the states and asserts how many calls that took at most.
async fn within(world: &World, lows: &[Low], what: &str, budget: usize) {
    world.proxy.set(Fault::None);
    succeeded(&world.run(lows, false).await);
    let traffic = world.proxy.traffic();
    let calls = traffic.calls.len();
    println!(
        "{what}: {calls} calls (at most {budget}), {} at once, {} connections\n{}",
        traffic.most_in_flight,
        traffic.connections,
        told(world)
    );
    assert!(calls <= budget, "{what}: {calls} calls instead of {budget}:\n{}", told(world));
}

/// A call for each queue, as AWS has none for several, and a page or two for each other kind.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twenty_stacks_cost_calls_by_the_page() {
    let world = World::new().await;
    let lows = declared(20);
    within(&world, &lows, "20 stacks, create", 500).await;
    world.is_silent(&lows).await;
    within(&world, &lows, "20 stacks, no change", 40).await;
    let opened = world.proxy.traffic().connections;
    assert!(opened <= 2, "all clients of all runs share one pool, yet {opened} connections were opened");
}

/// A thousand states: a call for each of the hundred queues, and pages for everything else.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_stacks_cost_calls_by_the_page() {
    let world = World::new().await;
    let lows = declared(100);
    within(&world, &lows, "100 stacks, create", 2500).await;
    within(&world, &lows, "100 stacks, no change", 150).await;
}

/// Each call has attempts of its own: what others were throttled does not shorten them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hundreds_of_throttled_calls_come_through() {
    let world = World::new().await;
    let queues = (0..100).fold(String::new(), |mut sls, number| {
        let _ = writeln!(sls, "queue-{number}:\n  boto_sqs.present:\n    - profile: aws_profile");
        sls
    });
    let queues = states(&queues, "queues.sls");
    world.proxy.set(Fault::Throttle(3));
    succeeded(&world.run(&queues, false).await);
    world.is_silent(&queues).await;
}
