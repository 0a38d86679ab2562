//! From low chunks in Salt's order to a graph, and a bounded walk over it.
//!
//! `engine` calls [`build`] with what `sls` compiled, and [`walk`] with a function that carries out one call. Nothing
//! here knows AWS: [`NodeFacts`] says what a chunk touches. Laws: a chunk is carried out once, never before
//! what it requires, never more than the limit at a time; results are Salt's, in Salt's order, however the walk went.
//!
//! The passes, each in its own file, in this order:
//!
//! 1. `inverse`: `require_in` and its like become requisites of their targets, so that nothing below knows them.
//! 2. `inherit`: `use` copies arguments, before anyone looks at them.
//! 3. `link`: requisites become indices; what they name and is not there is noted.
//! 4. `cycle`: links that go in a circle are refused, as all after it walks along them.
//! 5. `order`: the order in which Salt would run it all, one after the other.
//! 6. `edge`: what must end before what starts: links, machine states in that order, barriers, then references,
//!    which give way to all others. Who only refers to things may start once these exist.

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

use crate::model::{Low, Problem, Problems, Reference, Relation};

pub use drawn::{Drawn, DrawnState, Edge};
pub use link::{Dangling, Link};
pub use show::shown;
pub use walk::{CallEnd, Existing, Options, Reaction, Walked, walk};

/// What the order of a run must know about a chunk and only its kind can tell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeFacts {
    /// True for a state that touches the machine itself: such states keep their order among themselves.
    pub serial: bool,
    /// True when all before it in Salt's order must have ended and all after it must wait: it deletes, or its
    /// `order:` was written.
    pub barrier: bool,
    /// True when its state module has a `mod_watch`, so that it can react to changes.
    pub mod_watch: bool,
    /// The things that it leaves behind.
    pub provides: Vec<Reference>,
    /// The things that it needs.
    pub uses: Vec<Reference>,
    /// Where those names mean something: account and region. References do not cross it.
    pub scope: String,
    /// Milliseconds that its work takes in the long run from the slowest budget it needs; 0 for what nothing limits.
    pub cost: u32,
}

/// A chunk with its place in the graph.
#[derive(Clone, Debug)]
pub struct GraphNode {
    /// The chunk, arguments of `use` included.
    pub low: Low,
    /// What its kind tells.
    pub facts: NodeFacts,
    /// Its requisites, in the order in which Salt follows them.
    pub links: Vec<Link>,
    /// Why it cannot run whatever happens: requisites that name nothing, in Salt's words.
    pub missing: Option<String>,
    /// What `listen` names and is not there, as `module: name`.
    pub missing_listens: Vec<String>,
    /// Every requisite that names nothing, `listen` among them.
    pub dangling: Vec<Dangling>,
    /// Those that run before it because they have `prereq` on it.
    prerequired_by: Vec<usize>,
    /// Those that must have ended before it starts.
    before: Vec<usize>,
    /// Those of `before` that it only refers to, and the things: once all of these exist it may start.
    refers_to: Vec<(usize, Vec<Reference>)>,
}

impl GraphNode {
    /// Those that must run before it because a requisite says so, in the order in which Salt follows them.
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

/// Chunks in Salt's order, and what must end before what starts.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The chunks, in the order in which they were given.
    pub nodes: Vec<GraphNode>,
    /// What an author should know: inverse requisites that Salt passes over in silence.
    pub warnings: Vec<Problem>,
    /// Indices in the order of a run that does one after the other.
    serial: Vec<usize>,
    /// Who listens to whom; the first pair with a change decides when a listener reacts.
    listeners: Vec<(usize, usize)>,
    /// Which are carried out: all, unless the graph is restricted.
    wanted: Vec<bool>,
    /// Which are carried out or asked what they would change.
    concerned: Vec<bool>,
}

impl Graph {
    /// The indices of all chunks in the order in which Salt would run them, requisites pulled forward.
    pub fn serial(&self) -> &[usize] {
        &self.serial
    }

    /// Those that must have succeeded before `index` starts, where its requisites ask for no more than that; nothing where
    /// they do.
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

    /// The indices of those that must have ended before `index` starts.
    pub fn before(&self, index: usize) -> &[usize] {
        self.nodes.get(index).map_or(&[], |node| &node.before)
    }
}

/// Connects chunks that are in Salt's order.
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
