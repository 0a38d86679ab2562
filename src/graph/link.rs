//! Resolves requisites to indices: module and ID or name, globs, `sls:`, `id:`, bare IDs.
//!
//! Called after `inverse` and `inherit`: all requisites are complete and in one direction.

use super::names::Names;
use super::{GraphNode, NodeFacts};
use model::glob::{is_glob, is_match};
use model::problem::{did_you_mean, did_you_mean_name};
use model::{Low, Place, Quantity, Relation, RequisiteKind, Target};

/// One requisite with one of its targets.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// The relation; never inverse, never `use`.
    pub kind: RequisiteKind,
    /// The index of the target.
    pub target: usize,
    /// The place of the requisite.
    pub place: Place,
}

/// A requisite without target.
#[derive(Clone, Debug, PartialEq)]
pub struct Dangling {
    /// The keyword.
    pub kind: RequisiteKind,
    /// Its target as written.
    pub target: Target,
    /// A similar existing target.
    pub near: Option<String>,
}

/// The order in which Salt follows the requisites of one chunk, independent of the written order.
const FOLLOWED: &[(Relation, Quantity)] = &[
    (Relation::Require, Quantity::Plain),
    (Relation::Require, Quantity::Any),
    (Relation::Watch, Quantity::Plain),
    (Relation::Watch, Quantity::Any),
    (Relation::Prereq, Quantity::Plain),
    (Relation::Onfail, Quantity::Plain),
    (Relation::Onfail, Quantity::Any),
    (Relation::Onfail, Quantity::All),
    (Relation::Onchanges, Quantity::Plain),
    (Relation::Onchanges, Quantity::Any),
    (Relation::Listen, Quantity::Plain),
];

pub(super) fn pass(lows: Vec<Low>, rendered: &[String], facts: &dyn Fn(&Low) -> NodeFacts) -> Vec<GraphNode> {
    let names = Names::of(&lows);
    let links: Vec<Found> = (0..lows.len()).map(|index| Found::of(&lows, &names, index, rendered)).collect();
    let mut nodes: Vec<GraphNode> = lows
        .into_iter()
        .zip(links)
        .map(|(low, found)| GraphNode {
            facts: facts(&low),
            missing: found.comment(),
            missing_listens: found.missing_listens,
            dangling: found.dangling,
            links: found.links,
            low,
            prerequired_by: vec![],
            before: vec![],
            refers_to: vec![],
        })
        .collect();
    for index in 0..nodes.len() {
        let prereqs: Vec<usize> = nodes[index].named(Relation::Prereq).collect();
        for target in prereqs {
            nodes[target].prerequired_by.push(index);
        }
    }
    nodes
}

/// The targets of the requisites of one chunk.
#[derive(Default)]
struct Found {
    links: Vec<Link>,
    /// The keyword, the lines below it in Salt's comment, and advice for each.
    missing: Vec<(String, Vec<String>)>,
    advice: Vec<String>,
    dangling: Vec<Dangling>,
    missing_listens: Vec<String>,
}

impl Found {
    fn of(lows: &[Low], names: &Names, index: usize, rendered: &[String]) -> Self {
        let mut found = Self::default();
        for (relation, quantity) in FOLLOWED {
            let kind = RequisiteKind { relation: *relation, quantity: *quantity, inverse: false };
            for target in lows[index].targets(kind) {
                let targets = resolve(lows, names, index, target);
                if targets.is_empty() && !is_empty_sls(target, rendered) {
                    found.miss(lows, kind, target);
                }
                for target_index in targets {
                    found.link(Link { kind, target: target_index, place: target.place.clone() });
                }
            }
        }
        if !found.missing.is_empty() {
            // Salt reports it at once and runs nothing for it.
            found.links.retain(|link| {
                link.kind.relation == Relation::Listen || link.kind.relation == Relation::Prereq
            });
        }
        found
    }

    fn link(&mut self, link: Link) {
        if !self.links.iter().any(|known| known.kind == link.kind && known.target == link.target) {
            self.links.push(link);
        }
    }

    fn miss(&mut self, lows: &[Low], kind: RequisiteKind, target: &Target) {
        let module = target.module.as_deref().unwrap_or("id");
        let line = format!("{module}: {}", target.pattern);
        let near = nearest_to(lows, target).map(str::to_owned);
        self.dangling.push(Dangling { kind, target: target.clone(), near: near.clone() });
        if kind.relation == Relation::Listen {
            self.missing_listens.push(line);
            return;
        }
        let advice = near.map(|near| format!(", {}", did_you_mean_name(&target.pattern, &near)));
        let advice = advice.unwrap_or_default();
        self.advice.push(format!("{line} (at {}){advice}", target.place));
        let word = kind.word();
        match self.missing.last_mut().filter(|(last, _)| *last == word) {
            Some((_, lines)) => lines.push(line),
            None => self.missing.push((word, vec![line])),
        }
    }

    /// Salt's comment, word for word, and below it the place of each.
    fn comment(&self) -> Option<String> {
        if self.missing.is_empty() {
            return None;
        }
        let mut comment = String::from("The following requisites were not found:\n");
        for (word, lines) in &self.missing {
            comment.push_str(&format!("{:19}{word}:\n", ""));
            for line in lines {
                comment.push_str(&format!("{:23}{line}\n", ""));
            }
        }
        comment.push_str(&self.advice.join("\n"));
        Some(comment)
    }
}

/// The chunks that match a target.
pub(super) fn resolve(lows: &[Low], names: &Names, index: usize, target: &Target) -> Vec<usize> {
    let fits = |name: &str| is_match(&target.pattern, name);
    let is_sls = target.module.as_deref() == Some("sls");
    let means = |low: &Low| match target.module.as_deref() {
        Some("sls") => fits(&low.sls) || low.included_from.contains(&target.pattern),
        None | Some("id") => fits(&low.id) || fits(&low.name),
        Some(module) => low.state == module && (fits(&low.id) || fits(&low.name)),
    };
    // A chunk that matches its own pattern means only the others.
    let is_crowd = is_sls || is_glob(&target.pattern);
    let candidates = if is_sls { names.in_sls(&target.pattern) } else { names.called(&target.pattern) };
    let others = candidates.iter().copied().filter(|other| !(is_crowd && *other == index));
    others.filter(|other| lows.get(*other).is_some_and(means)).collect()
}

/// True for `sls:` with an SLS that was rendered and declares nothing.
fn is_empty_sls(target: &Target, rendered: &[String]) -> bool {
    target.module.as_deref() == Some("sls") && rendered.iter().any(|sls| is_match(&target.pattern, sls))
}

/// The existing SLS, ID or name that is most similar to a target.
fn nearest_to<'a>(lows: &'a [Low], target: &Target) -> Option<&'a str> {
    match target.module.as_deref() {
        Some("sls") => did_you_mean(&target.pattern, lows.iter().map(|low| low.sls.as_str())),
        module => nearest(lows, module, &target.pattern),
    }
}

/// The most similar ID or name in a state module.
pub(super) fn nearest<'a>(lows: &'a [Low], module: Option<&str>, pattern: &str) -> Option<&'a str> {
    let same = |low: &&Low| module.is_none_or(|module| module == "id" || low.state == module);
    did_you_mean(pattern, lows.iter().filter(same).flat_map(|low| [low.id.as_str(), low.name.as_str()]))
}
