//! The facts about a declaration for the graph.

use super::composed;
use super::declare::Declared;
use aws::Connection;
use aws::budget::limits::cost;
use graph::NodeFacts;
use model::{Leaves, Low};

/// The facts that decide its place in a run. `scope` names the session of a connection: references do not leave it.
pub(super) fn facts(low: &Low, declared: &Declared, scope: impl Fn(&Connection) -> String) -> NodeFacts {
    let parts = declared.parts();
    NodeFacts {
        serial: parts.is_empty(),
        barrier: low.explicit_order
            || composed::is_called_by(low)
            || parts.iter().any(|part| part.leaves == Leaves::Absent || part.follows_all()),
        mod_watch: declared.reacts(),
        provides: declared.provides(),
        uses: declared.uses(),
        scope: parts.first().map(|part| scope(&part.connection)).unwrap_or_default(),
        cost: parts.iter().map(|part| cost(&part.kind.creation(&part.spec))).max().unwrap_or_default(),
    }
}
