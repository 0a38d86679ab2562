//! Decides what happens with a chunk after all chunks before it have ended: a pure function with all of Salt's
//! requisite rules.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/requisites.html>.

use super::{GraphNode, Link};
use model::{Quantity, Relation};

/// The decision about one chunk.
#[derive(Debug, PartialEq)]
pub(super) enum Judgement {
    /// It runs.
    Run,
    /// It runs, and reacts to changes if it makes none itself: the changed targets of plain `watch`.
    React(Vec<usize>),
    /// It does not run, because these failed.
    Fail(Vec<usize>),
    /// It does not run, for this reason, and that is no failure.
    Skip(&'static str),
}

/// The result of a chunk for the chunks that name it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum ChunkResult {
    /// It failed, or did not run because of a failure.
    Failed,
    /// It changed something, or would change something in a test run.
    Changed,
    /// It is as declared.
    Unchanged,
    /// It did not run because of `onchanges` or `onfail`, so it has no result.
    PassedOver,
}

/// Salt's comments, word for word.
const ONFAIL: &str = "State was not run because onfail req did not change";
const ONCHANGES: &str = "State was not run because none of the onchanges reqs changed";

/// Decides by the results of the chunks before; one that has not ended has no effect.
pub(super) fn judge(node: &GraphNode, result_of: &dyn Fn(usize) -> Option<ChunkResult>) -> Judgement {
    let failed = |index: usize| result_of(index) == Some(ChunkResult::Failed);
    let changed = |index: usize| result_of(index) == Some(ChunkResult::Changed);
    if is_prevented(node, result_of) {
        // Salt names all failed targets, also those whose failure alone has no effect.
        return Judgement::Fail(node.required().filter(|index| failed(*index)).collect());
    }
    let has_onchanges = node.named(Relation::Onchanges).next().is_some();
    let is_onchanges_met = node.named(Relation::Onchanges).any(changed);
    let is_watch_changed = node.named(Relation::Watch).any(changed);
    // In Salt they override `onfail` only if both other types are fulfilled.
    if is_unwanted_onfail(node, &failed) && !(is_onchanges_met && is_watch_changed) {
        return Judgement::Skip(ONFAIL);
    }
    if has_onchanges && !is_onchanges_met {
        return Judgement::Skip(ONCHANGES);
    }
    if is_watch_changed {
        let plain = targets(node, Relation::Watch, Quantity::Plain);
        return Judgement::React(plain.filter(|index| changed(*index)).collect());
    }
    Judgement::Run
}

/// One of the needed targets failed; for an `…_any`, all targets that ran failed.
fn is_prevented(node: &GraphNode, result_of: &dyn Fn(usize) -> Option<ChunkResult>) -> bool {
    let failed = |index: usize| result_of(index) == Some(ChunkResult::Failed);
    node.prerequired_by.iter().any(|index| failed(*index))
        || [Relation::Require, Relation::Watch].into_iter().any(|relation| {
            let mut any = targets(node, relation, Quantity::Any)
                .filter(|index| result_of(*index) != Some(ChunkResult::PassedOver))
                .peekable();
            targets(node, relation, Quantity::Plain).any(failed) || (any.peek().is_some() && any.all(failed))
        })
}

/// Each form of `onfail` must be fulfilled separately. A change in a test run is not a failure.
fn is_unwanted_onfail(node: &GraphNode, failed: &dyn Fn(usize) -> bool) -> bool {
    [Quantity::Plain, Quantity::Any, Quantity::All].into_iter().any(|quantity| {
        let mut named = targets(node, Relation::Onfail, quantity).peekable();
        let all = quantity == Quantity::All;
        named.peek().is_some() && !if all { named.all(failed) } else { named.any(failed) }
    })
}

fn targets(node: &GraphNode, relation: Relation, quantity: Quantity) -> impl Iterator<Item = usize> + '_ {
    let is_meant = move |link: &&Link| link.kind.relation == relation && link.kind.quantity == quantity;
    node.links.iter().filter(is_meant).map(|link| link.target)
}
