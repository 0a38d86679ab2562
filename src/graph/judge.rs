//! What becomes of a chunk once all before it have ended: pure, and all of Salt's requisite rules in one place.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/requisites.html>.

use super::{GraphNode, Link};
use crate::model::{Outcome, Quantity, Relation, Verdict};

/// The verdict about one chunk.
#[derive(Debug, PartialEq)]
pub(super) enum Judgement {
    /// It is carried out.
    Run,
    /// It is carried out, and reacts to changes if it makes none itself: the changed targets of plain `watch`.
    React(Vec<usize>),
    /// It is not carried out, because these failed.
    Fail(Vec<usize>),
    /// It is not carried out and that is well, for this reason.
    Skip(&'static str),
}

/// The comments of Salt, to the letter.
const ONFAIL: &str = "State was not run because onfail req did not change";
const ONCHANGES: &str = "State was not run because none of the onchanges reqs changed";

/// Judges by the outcomes of those before; one without an outcome counts for nothing.
pub(super) fn judge<'a>(node: &GraphNode, outcome: &dyn Fn(usize) -> Option<&'a Outcome>) -> Judgement {
    let failed = |index: usize| outcome(index).is_some_and(|it| it.verdict == Verdict::Failed);
    let changed =
        |index: usize| outcome(index).is_some_and(|it| it.verdict != Verdict::Failed && it.has_changes());
    let mut because: Vec<usize> = vec![];
    for relation in [Relation::Require, Relation::Watch] {
        because.extend(targets(node, relation, Quantity::Plain).filter(|index| failed(*index)));
        let any: Vec<usize> = targets(node, relation, Quantity::Any).collect();
        if any.iter().all(|index| failed(*index)) {
            because.extend(any);
        }
    }
    because.extend(node.prerequired_by.iter().copied().filter(|index| failed(*index)));
    if !because.is_empty() {
        return Judgement::Fail(because);
    }
    if is_unwanted_onfail(node, &failed) {
        return Judgement::Skip(ONFAIL);
    }
    let mut onchanges = node.named(Relation::Onchanges).peekable();
    if onchanges.peek().is_some() && !onchanges.any(changed) {
        return Judgement::Skip(ONCHANGES);
    }
    if node.named(Relation::Watch).any(changed) {
        let plain = targets(node, Relation::Watch, Quantity::Plain);
        return Judgement::React(plain.filter(|index| changed(*index)).collect());
    }
    Judgement::Run
}

/// Each form of `onfail` must be fulfilled for itself. What a test run would change has not failed.
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
