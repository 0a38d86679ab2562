//! Makes all reads of a run before its walk, in as few calls and round trips as their dependencies allow.
//!
//! Each round asks every state which ids it will read, as far as the known answers allow; a name in a VPC that is
//! itself named takes a second round. Failures are kept: the state that needs the answer reports them.

use std::collections::HashSet;

use super::part::Part;
use super::snapshot::{Moment, SessionId, Snapshot, View};
use crate::resources::{Ask, Lookup};

/// A VPC's name, its subnets, its groups, and what refers to these: more levels than any kind has.
const ROUNDS: usize = 8;

/// Reads what the parts need and was not read yet.
pub(super) async fn prime(snapshot: &Snapshot, parts: &[(SessionId, &Part)]) {
    prime_since(snapshot, parts, Moment::START).await;
}

/// Reads what the parts need and was not read since that moment, including absences and failures.
pub(super) async fn prime_since(snapshot: &Snapshot, parts: &[(SessionId, &Part)], since: Moment) {
    for round in 0..ROUNDS {
        let mut asks: Vec<_> =
            parts.iter().flat_map(|(session, part)| asks(snapshot, *session, part, since)).collect();
        if asks.is_empty() {
            return;
        }
        if round == 0 {
            put_off(snapshot, &mut asks);
        }
        snapshot.fetch_since(asks, since).await;
    }
}

/// Leaves reads for the second round that are cheaper there, if the first round reads something else of the same
/// connection.
fn put_off(snapshot: &Snapshot, asks: &mut Vec<(SessionId, Ask)>) {
    let early = asks.iter().filter(|(_, ask)| !snapshot.is_better_late(ask));
    let early: HashSet<SessionId> = early.map(|(session, _)| *session).collect();
    asks.retain(|(session, ask)| !early.contains(session) || !snapshot.is_better_late(ask));
}

/// What one part must read next and was not read since that moment.
fn asks(snapshot: &Snapshot, session: SessionId, part: &Part, since: Moment) -> Vec<(SessionId, Ask)> {
    let view = View::new(snapshot, session).since(since);
    let mut lookup = Lookup::new(&view);
    let own = part.kind.locate(&part.spec, &mut lookup);
    // A reference that cannot be resolved yet is noted by the lookup; the state itself reports one that never can.
    drop(part.kind.resolve(&part.spec, &mut lookup));
    let mut asks = lookup.into_unread();
    asks.extend(own.map(|reference| Ask { reference, aspects: part.aspects() }));
    asks.into_iter()
        .filter(|ask| !snapshot.knows_since(session, ask, since))
        .map(|ask| (session, ask))
        .collect()
}
