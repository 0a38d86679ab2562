//! Making the stack takes few round trips: the longest chain of calls that need each other's answers is short.

use serde_json::Value;

use super::{Account, all, changed, states};
use crate::local_aws::Fault;

/// The most calls one after the other.
const TRIPS: usize = 14;
/// How often it is counted: a busy host can only add to the count, so the smallest one is the nearest to the truth.
const COUNTS: usize = 3;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_stack_is_made_in_few_round_trips() {
    let mut told = vec![];
    for _ in 0..COUNTS {
        let waves = waves().await;
        let names = waves.iter().enumerate().map(|(at, wave)| format!("{:2} {}", at + 1, wave.join(" ")));
        told.push(names.collect::<Vec<_>>().join("\n"));
        if waves.len() <= TRIPS {
            return;
        }
    }
    panic!("more than {TRIPS} round trips, each time:\n{}", told.join("\n\n"));
}

/// The calls of a run that makes the stack, in waves.
async fn waves() -> Vec<Vec<String>> {
    let account = Account::new().await;
    account.proxy.set(Fault::None);
    account.proxy.waves.hold();
    let child = account.command(&["myapp"]).spawn().expect("it runs");
    let process = child.id();
    let ended = tokio::task::spawn_blocking(|| child.wait_with_output());
    let out = tokio::select! {
        out = ended => out.expect("no panic").expect("it ends"),
        () = account.proxy.waves.make(process) => unreachable!("waves have no end"),
    };
    let built = states(&out);
    all(&built, &Value::Bool(true));
    assert_eq!(changed(&built).len(), built.len(), "all of it is new");
    let waves = account.proxy.waves.so_far();
    let calls = account.proxy.traffic().calls.len();
    assert_eq!(waves.iter().map(Vec::len).sum::<usize>(), calls, "every call is in a wave");
    waves
}
