//! What lies between kinds: small trees whose states refer to each other, whoever provides written last.
//!
//! Each tree runs against an empty local AWS: foreseen as done, with what nobody can know yet left open; silent the
//! second time; and gone again, who uses first. `failures` denies a provider's creation.

mod failures;
mod network;
mod trees;

use model::{Low, StateReturn};

use crate::local_aws::Fault;
use crate::world::{World, absent, changes, states};

/// The states of a tree of this folder.
fn tree(name: &str) -> Vec<Low> {
    states(&text(name), &format!("{name}.sls"))
}

/// A tree of this folder as it is written.
fn text(name: &str) -> String {
    let path = format!("{}/tests/it/between/{name}.sls", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// An account with what every tree presumes.
async fn account() -> World {
    // Dependencies that AWS holds for a while are waited for in `stack::gone`; here nothing is held.
    World::with(serde_json::json!({"holds": false})).await
}

/// Made as foreseen and in whatever order it is written, silent, gone as foreseen, silent again. Gives the test run's
/// changes as text.
///
/// `left` are the things that a `present` makes beside its own and no `absent` takes along, as absences: records and
/// alarms of a balancer or a group.
async fn stands(world: &World, tree: &[Low], left: &[Low]) -> String {
    let (foreseen, _) = world.foresees(tree).await;
    world.is_silent(tree).await;
    let backwards: Vec<Low> = tree.iter().rev().cloned().collect();
    world.is_silent(&backwards).await;
    // Absences keep the order of the file: who uses is written first there.
    let mut gone = absent(tree);
    gone.reverse();
    gone.splice(0..0, left.iter().cloned());
    world.foresees(&gone).await;
    world.is_silent(&gone).await;
    world.foresees(&backwards).await;
    world.is_silent(tree).await;
    shown(&foreseen)
}

fn shown(returns: &[StateReturn]) -> String {
    returns.iter().map(|it| format!("{}: {:#}\n", it.tag(), changes(it).to_json())).collect()
}

/// How the state with this id ended.
fn returned<'a>(returns: &'a [StateReturn], id: &str) -> &'a StateReturn {
    returns.iter().find(|it| it.id == id).unwrap_or_else(|| panic!("no state {id}"))
}

/// Denies one operation.
fn deny(world: &World, operation: &str) {
    world.proxy.set(Fault::Deny(operation.to_owned()));
}
