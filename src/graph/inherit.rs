//! `use`: copies arguments from other chunks.
//!
//! Called after `inverse`, which turns `use_in` into `use`, and before all readers of arguments.

use indexmap::IndexMap;

use model::{Entry, Keyword, Low, Problem, Relation, Target};

/// The inherited part of a chunk: arguments and keywords, but neither name, order nor requisites.
type Inherited = (IndexMap<String, Entry>, IndexMap<Keyword, Entry>);

pub(super) fn pass(lows: &mut [Low], warnings: &mut Vec<Problem>) {
    let uses = |low: &Low| low.requisites.iter().any(|requisite| requisite.kind.relation == Relation::Use);
    if !lows.iter().any(uses) {
        return;
    }
    // Taken from the written chunk: arguments that a chunk inherits are not passed on.
    let written: Vec<Inherited> =
        lows.iter().map(|low| (low.arguments.clone(), low.keywords.clone())).collect();
    for heir in 0..lows.len() {
        let targets: Vec<Target> = lows[heir]
            .requisites
            .iter()
            .filter(|requisite| requisite.kind.relation == Relation::Use)
            .flat_map(|requisite| requisite.targets.clone())
            .collect();
        // The last named target wins, and the chunk's own arguments win over all.
        for target in targets.iter().rev() {
            match find(lows, target) {
                Some(source) => take_over(&mut lows[heir], &written[source]),
                None => warnings.push(missing(&lows[heir], target)),
            }
        }
    }
}

fn find(lows: &[Low], target: &Target) -> Option<usize> {
    let is_module =
        |low: &Low| target.module.as_ref().is_none_or(|module| *module == low.state || module == "id");
    lows.iter().position(|low| is_module(low) && (low.id == target.pattern || low.name == target.pattern))
}

fn take_over(heir: &mut Low, (arguments, keywords): &Inherited) {
    for (name, entry) in arguments {
        heir.arguments.entry(name.clone()).or_insert_with(|| entry.clone());
    }
    for (keyword, entry) in keywords {
        heir.keywords.entry(*keyword).or_insert_with(|| entry.clone());
    }
}

fn missing(heir: &Low, target: &Target) -> Problem {
    let message =
        format!("use of '{}' names '{}', which is not declared in this run", heir.id, target.pattern);
    Problem::at(&target.place, message).hint("include the SLS that declares it, or correct the ID")
}
