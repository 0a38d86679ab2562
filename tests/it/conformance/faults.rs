//! What becomes of a kind when one call goes wrong: its answer is lost, the program is killed behind it, it is denied.
//!
//! Each fault of each call has an account of its own, a copy of one that stands at the beginning of its phase: making
//! the example, changing it to the drift, removing it. An operation that a phase calls several times is struck at its
//! first and at its last call. What is found becomes a row of `docs/conformance.md`.

use std::collections::BTreeMap;

use futures::StreamExt;
use model::{Low, StateReturn, Verdict};
use serde_json::json;

use super::known;
use super::laws::{Law, declared};
use crate::world::{World, absent, all_succeeded, succeeded};

/// How many accounts are struck at once: most of the time is spent waiting.
const AT_ONCE: usize = 12;
/// The faults, as the table's columns.
pub const FAULTS: &[&str] = &["lose", "kill", "deny"];

/// One call and what became of it under each fault.
pub type Rows = BTreeMap<(&'static str, String), BTreeMap<&'static str, String>>;

/// Strikes each call of a kind's life.
pub async fn rows(kind: &str, skips: &[Law]) -> Rows {
    let (example, drift) = (declared(kind, "example.sls"), declared(kind, "drift.sls"));
    let mut rows = Rows::new();
    if skips.contains(&Law::SurvivesFaults) {
        return rows;
    }
    let world = World::new().await;
    strike_all(kind, &world, "create", &example, &mut rows).await;
    succeeded(&world.run(&example, false).await);
    if !skips.contains(&Law::MendsDrift) {
        strike_all(kind, &world, "change", &drift, &mut rows).await;
    }
    if !skips.contains(&Law::Removes) {
        strike_all(kind, &world, "remove", &absent(&example), &mut rows).await;
    }
    rows
}

/// Strikes each call that these states make on copies of this account. Answers how often an operation was called at most.
pub async fn strike_all(
    kind: &str,
    world: &World,
    phase: &'static str,
    states: &[Low],
    rows: &mut Rows,
) -> usize {
    if let Some(reason) = known::reason(kind, phase) {
        let cells = FAULTS.iter().map(|fault| (*fault, format!("not yet: {reason}"))).collect();
        rows.insert((phase, "every call".to_owned()), cells);
        return 0;
    }
    let rehearsal = world.copy().await;
    succeeded(&rehearsal.run(states, false).await);
    let mut calls: BTreeMap<String, usize> = BTreeMap::new();
    for call in rehearsal.proxy.mutating() {
        *calls.entry(call).or_default() += 1;
    }
    let most = calls.values().copied().max().unwrap_or_default();
    let mut strikes = vec![];
    for (call, times) in calls {
        for fault in FAULTS {
            if let Some(reason) = known::reason(kind, &format!("{phase} {call} {fault}")) {
                rows.entry((phase, call.clone())).or_default().insert(fault, format!("not yet: {reason}"));
                continue;
            }
            let last = if times > 1 && *fault != "deny" { vec![1, times] } else { vec![1] };
            strikes.extend(last.into_iter().map(|nth| (call.clone(), *fault, nth)));
        }
    }
    let ended = futures::stream::iter(strikes.into_iter().map(move |(call, fault, nth)| async move {
        let ended = Box::pin(strike(world, states, &call, fault, nth)).await;
        (call, fault, ended)
    }));
    let mut ended = std::pin::pin!(ended.buffer_unordered(AT_ONCE));
    while let Some((call, fault, outcome)) = ended.next().await {
        let cells = rows.entry((phase, call)).or_default();
        let cell = cells.entry(fault).or_default();
        // Of two strikes the one that fails is told.
        if cell.is_empty() || outcome.contains("fails") {
            *cell = outcome;
        }
    }
    most
}

/// One fault at the n-th such call, in an account of its own; says how it ended.
async fn strike(world: &World, states: &[Low], call: &str, fault: &str, nth: usize) -> String {
    let world = world.copy().await;
    let rule = match fault {
        // A denied call stays denied.
        "deny" => json!({"do": fault, "call": call}),
        _ => json!({"do": fault, "call": call, "nth": nth}),
    };
    world.set(&json!({"rules": [rule]}));
    let struck = world.run(states, false).await;
    world.set(&json!({"rules": []}));
    // How often a held-back call is repeated depends on time, so the last repetition may not come in this run.
    let must_cut = fault != "deny" && nth == 1;
    if must_cut && world.proxy.traffic().cut == 0 {
        return format!("fails: no answer to {call} was cut, so nothing was tried");
    }
    let failed = first_failure(&struck);
    match (fault, failed) {
        ("lose", None) => and_then(&world, states, "converges").await,
        ("lose", Some(comment)) => and_then(&world, states, &format!("fails: {comment}")).await,
        ("kill", _) => and_then(&world, states, "this run or the next finishes").await,
        (_, None) => format!("fails: nobody says that {call} did not get through"),
        ("deny", Some(comment)) if !comment.contains("not authorized") => {
            format!("fails: the denial is not told: {comment}")
        }
        (_, Some(_)) => and_then(&world, states, "the next run finishes").await,
    }
}

/// What a run without faults makes of it: it succeeds, and the run after it is silent.
async fn and_then(world: &World, states: &[Low], so_far: &str) -> String {
    let next = world.run(states, false).await;
    if let Some(comment) = first_failure(&next) {
        return format!("{so_far}; the next run fails: {comment}");
    }
    let converged = so_far == "converges";
    let silent = if converged { next } else { world.run(states, false).await };
    if silent.iter().any(|it| it.outcome.has_changes()) || !all_succeeded(&silent) {
        return format!("{so_far}; fails: a later run still changes something");
    }
    so_far.to_owned()
}

/// The first failed state's comment, on one line.
fn first_failure(returns: &[StateReturn]) -> Option<String> {
    let failed = returns.iter().find(|it| it.outcome.verdict != Verdict::Succeeded)?;
    Some(failed.outcome.comment.lines().collect::<Vec<_>>().join(" ").replace('|', "/"))
}
