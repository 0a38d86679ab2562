//! From low chunks in Salt's order to a graph, and a bounded walk over it.
//!
//! `engine` calls [`build`] with the compiled calls of `sls`, and [`walk`] with a function that runs one call. Nothing
//! here knows AWS: [`NodeFacts`] says which things a chunk touches. Laws: a chunk runs once, never before its
//! requisites, never more than the limit at a time; results are Salt's, in Salt's order, whatever order the walk took.
//!
//! The passes, one file each, in this order:
//!
//! 1. `inverse`: `require_in` and others become requisites of their targets, so that later passes need not know them.
//! 2. `inherit`: `use` copies arguments, before any pass reads them.
//! 3. `link`: requisites become indices; missing targets are noted.
//! 4. `cycle`: cycles of links are refused, because all later passes follow links.
//! 5. `order`: the order in which Salt would run the states one after the other.
//! 6. `edge`: which states must end before a state starts: links, machine states in that order, barriers, then
//!    references, which give way to all others. A state that only refers to things may start once these exist.

mod cycle;
mod drawn;
mod edge;
mod inherit;
mod inverse;
mod judge;
mod link;
mod names;
mod order;
mod restrict;
mod show;
mod walk;

use model::{Low, Problem, Problems, Reference, Relation};

pub use drawn::{Drawn, DrawnState, Edge};
pub use link::{Dangling, Link};
pub use show::shown;
pub use walk::{CallEnd, Existing, Options, Reaction, Walked, walk};

/// Facts about a chunk that decide its order and that only its kind knows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeFacts {
    /// True for a state of the machine itself: such states keep their order.
    pub serial: bool,
    /// True if all states before it in Salt's order must end first and all states after it must wait: it deletes, or it
    /// has an `order:`.
    pub barrier: bool,
    /// True if its state module has a `mod_watch`, so that it can react to changes.
    pub mod_watch: bool,
    /// The things that it creates or manages.
    pub provides: Vec<Reference>,
    /// The things that it needs.
    pub uses: Vec<Reference>,
    /// The scope of those names: account and region. References do not cross it.
    pub scope: String,
    /// The average time of its work in milliseconds, at the rate of the slowest budget it needs; 0 without a limit.
    pub cost: u32,
}

/// A chunk with its place in the graph.
#[derive(Clone, Debug)]
pub struct GraphNode {
    /// The chunk, arguments of `use` included.
    pub low: Low,
    /// The facts from its kind.
    pub facts: NodeFacts,
    /// Its requisites, in the order in which Salt follows them.
    pub links: Vec<Link>,
    /// Why it cannot run in any case: requisites without target, in Salt's words.
    pub missing: Option<String>,
    /// The targets of `listen` that do not exist, as `module: name`.
    pub missing_listens: Vec<String>,
    /// Every requisite without target, those of `listen` included.
    pub dangling: Vec<Dangling>,
    /// The chunks that run before it because they have `prereq` on it.
    prerequired_by: Vec<usize>,
    /// The chunks that must end before it starts.
    before: Vec<usize>,
    /// Those of `before` that it only refers to, and the things: it may start once all of these exist.
    refers_to: Vec<(usize, Vec<Reference>)>,
}

impl GraphNode {
    /// The chunks that must run before it because of a requisite, in the order in which Salt follows them.
    fn required(&self) -> impl Iterator<Item = usize> + '_ {
        let links = self.links.iter();
        links
            .filter(|link| !matches!(link.kind.relation, Relation::Listen | Relation::Prereq))
            .map(|link| link.target)
            .chain(self.prerequired_by.iter().copied())
    }

    /// The chunks that it names with this relation.
    fn named(&self, relation: Relation) -> impl Iterator<Item = usize> + '_ {
        self.links.iter().filter(move |link| link.kind.relation == relation).map(|link| link.target)
    }
}

/// Chunks in Salt's order, and which of them must end before a chunk starts.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The chunks, in the given order.
    pub nodes: Vec<GraphNode>,
    /// Notes for the author: inverse requisites that Salt ignores silently.
    pub warnings: Vec<Problem>,
    /// Indices in the order of a serial run.
    serial: Vec<usize>,
    /// Which chunk listens to which; the first pair with a change decides when a listener reacts.
    listeners: Vec<(usize, usize)>,
    /// The chunks that run: all, unless the graph is restricted.
    wanted: Vec<bool>,
    /// The chunks that run, or run in test mode for a `prereq`.
    concerned: Vec<bool>,
}

impl Graph {
    /// The indices of all chunks in the order in which Salt would run them, requisites pulled forward.
    pub fn serial(&self) -> &[usize] {
        &self.serial
    }

    /// The chunks that must succeed before `index` starts, if its requisites demand only that; else nothing.
    pub fn plain_requisites(&self, index: usize) -> Option<Vec<usize>> {
        let node = self.nodes.get(index)?;
        if node.missing.is_some() || !node.prerequired_by.is_empty() {
            return None;
        }
        let mut targets = vec![];
        for link in &node.links {
            match link.kind.relation {
                Relation::Require | Relation::Watch => targets.push(link.target),
                Relation::Listen | Relation::Use => {}
                Relation::Onchanges | Relation::Onfail | Relation::Prereq => return None,
            }
        }
        Some(targets)
    }

    /// The indices of the chunks that must end before `index` starts.
    pub fn before(&self, index: usize) -> &[usize] {
        self.nodes.get(index).map_or(&[], |node| &node.before)
    }
}

/// Connects chunks, given in Salt's order.
///
/// `rendered` names all SLS of the run, also those without states; `facts` is asked about every chunk, after `use`.
/// The problems are those that make Salt refuse the whole run: inverse requisites that name nothing, and circles.
pub fn build(
    mut lows: Vec<Low>,
    rendered: &[String],
    facts: &dyn Fn(&Low) -> NodeFacts,
) -> Result<Graph, Problems> {
    let mut problems = Problems::default();
    let mut warnings = vec![];
    let listeners = inverse::listeners(&lows);
    inverse::pass(&mut lows, &mut warnings, &mut problems);
    inherit::pass(&mut lows, &mut warnings);
    let mut nodes = link::pass(lows, rendered, facts);
    cycle::pass(&nodes, &mut problems);
    if !problems.is_empty() {
        return Err(problems);
    }
    let serial = order::pass(&nodes);
    edge::pass(&mut nodes, &serial);
    let (wanted, concerned) = (vec![true; nodes.len()], vec![true; nodes.len()]);
    Ok(Graph { nodes, warnings, serial, listeners, wanted, concerned })
}

#[cfg(test)]
mod tests;
