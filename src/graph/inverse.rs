//! Inverse forms: `require_in: [b]` under `a` becomes `require: [a]` under `b`.
//!
//! The first pass: all later ones know only one direction.

use super::names::Names;
use model::problem::did_you_mean;
use model::{Low, Problem, Problems, Relation, Requisite, RequisiteKind, Target};

/// One inverse requisite, found but not yet moved.
pub(super) struct Inverse {
    /// The requisite that its target gets.
    pub kind: RequisiteKind,
    /// The chunk that declares it.
    pub source: usize,
    /// Its target.
    pub target: Target,
}

pub(super) fn pass(lows: &mut [Low], warnings: &mut Vec<Problem>, problems: &mut Problems) {
    let names = Names::of(lows);
    for inverse in take(lows) {
        let targets = find(lows, &names, &inverse.target);
        if targets.is_empty() {
            let problem = missing(lows, &inverse);
            if is_passed_over(&inverse) {
                warnings.push(problem);
            } else if !problems.0.contains(&problem) {
                problems.push(problem);
            }
        }
        for index in targets {
            turn(lows, &inverse, index);
        }
    }
}

/// Which chunk listens to which, in the order of `listen` and `listen_in`: Salt lets them react in this order. Call it
/// before the pass.
pub(super) fn listeners(lows: &[Low]) -> Vec<(usize, usize)> {
    let names = Names::of(lows);
    let mut pairs: Vec<(usize, usize)> = vec![];
    for (index, low) in lows.iter().enumerate() {
        for target in low.targets(RequisiteKind::plain(Relation::Listen)) {
            // The chunks of `names` react one after the other.
            let heard = super::link::resolve(lows, &names, index, target);
            let all = all_names(lows, low);
            pairs.extend(heard.iter().flat_map(|heard| all.iter().map(|listener| (*listener, *heard))));
        }
        for target in low.targets(RequisiteKind::inverse(Relation::Listen)) {
            pairs.extend(find(lows, &names, target).into_iter().map(|listener| (listener, index)));
        }
    }
    pairs
}

/// The chunks under the same ID and state module.
fn all_names(lows: &[Low], low: &Low) -> Vec<usize> {
    let same = |other: &Low| other.state == low.state && other.id == low.id;
    lows.iter().enumerate().filter(|(_, other)| same(other)).map(|(index, _)| index).collect()
}

/// Removes the inverse requisites from all chunks. The chunks of `names` share them, so each is taken once.
fn take(lows: &mut [Low]) -> Vec<Inverse> {
    let found = found(lows);
    for low in lows.iter_mut() {
        low.requisites.retain(|requisite| !requisite.kind.inverse);
    }
    found
}

/// The inverse requisites of all chunks.
pub(super) fn found(lows: &[Low]) -> Vec<Inverse> {
    let inverse = lows.iter().enumerate().flat_map(|(source, low)| {
        low.requisites.iter().filter(|it| it.kind.inverse).map(move |it| (source, it))
    });
    let each = inverse.flat_map(|(source, requisite)| {
        let kind = RequisiteKind { inverse: false, ..requisite.kind };
        requisite.targets.iter().map(move |target| Inverse { kind, source, target: target.clone() })
    });
    each.collect()
}

/// The chunks that an inverse requisite names: by exact ID or name, or all of an SLS.
pub(super) fn find(lows: &[Low], names: &Names, target: &Target) -> Vec<usize> {
    let means = |low: &Low| match target.module.as_deref() {
        Some("sls") => low.sls == target.pattern,
        None | Some("id") => low.id == target.pattern,
        Some(module) => low.state == module && (low.id == target.pattern || low.name == target.pattern),
    };
    // A name that looks like a pattern is searched among all chunks.
    let candidates = match target.module.as_deref() {
        Some("sls") => names.in_sls(&target.pattern),
        _ => names.called(&target.pattern),
    };
    candidates.iter().copied().filter(|index| lows.get(*index).is_some_and(means)).collect()
}

/// Adds the requisite to the target, by the ID of its source, which stands for all `names` of the source.
fn turn(lows: &mut [Low], inverse: &Inverse, index: usize) {
    let Some(source) = lows.get(inverse.source) else { return };
    let target = Target::new(source.state.clone(), escape(&source.id), inverse.target.place.clone());
    let is_own = |low: &Low| target.module.as_ref() == Some(&low.state) && low.id == source.id;
    if inverse.target.module.as_deref() == Some("sls") && lows.get(index).is_some_and(is_own) {
        return;
    }
    let Some(low) = lows.get_mut(index) else { return };
    let place = inverse.target.place.clone();
    let requisite = Requisite { kind: inverse.kind, targets: vec![target], place };
    if !low.requisites.contains(&requisite) {
        low.requisites.push(requisite);
    }
}

/// An ID as a pattern that matches only this ID.
fn escape(id: &str) -> String {
    id.chars()
        .map(|letter| if "*?[".contains(letter) { format!("[{letter}]") } else { letter.to_string() })
        .collect()
}

/// Salt ignores a bare ID that does not exist, and such targets of `listen_in` and `use_in`.
fn is_passed_over(inverse: &Inverse) -> bool {
    inverse.target.module.is_none() || matches!(inverse.kind.relation, Relation::Listen | Relation::Use)
}

fn missing(lows: &[Low], inverse: &Inverse) -> Problem {
    let Target { module, pattern, place } = &inverse.target;
    let word = RequisiteKind { inverse: true, ..inverse.kind }.word();
    let id = lows.get(inverse.source).map_or("", |low| &low.id);
    let what =
        module.as_ref().map_or_else(|| format!("'{pattern}'"), |module| format!("{module} '{pattern}'"));
    let problem =
        Problem::at(place, format!("{word} of '{id}' names {what}, which is not declared in this run"));
    match super::link::nearest(lows, module.as_deref(), pattern) {
        Some(near) => problem.hint(format!("did you mean '{near}'?")),
        None => match did_you_mean(pattern, lows.iter().map(|low| low.id.as_str())) {
            Some(near) => {
                problem.hint(format!("did you mean '{near}', which belongs to another state module?"))
            }
            None => problem.hint("include the SLS that declares it, or correct the ID"),
        },
    }
}
