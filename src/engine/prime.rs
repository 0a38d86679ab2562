//! Makes all reads of a run before its walk, in as few calls and round trips as their dependencies allow.
//!
//! Each round asks every state which ids it will read, as far as the known answers allow; a name in a VPC that is
//! itself named takes a second round. Failures are kept: the state that needs the answer reports them.

use std::collections::HashSet;

use futures::future::{join, join_all};

use super::part::Part;
use super::snapshot::{Moment, SessionId, Snapshot, View};
use kind::{Ask, Lookup};
use model::Leaves;

/// A VPC's name, its subnets, its groups, and what refers to these: more levels than any kind has.
const ROUNDS: usize = 8;

/// Reads what the parts need and was not read yet.
pub(super) async fn prime(snapshot: &Snapshot, parts: &[(SessionId, &Part)]) {
    prime_since(snapshot, parts, Moment::START).await;
}

/// The same for a whole run. The accounts of its connections are asked for beside the reads: all of them if
/// `asks_accounts`, else those of connections that lack a declared thing, because the run will create it.
pub(super) async fn prime_run(snapshot: &Snapshot, parts: &[(SessionId, &Part)], asks_accounts: bool) {
    for round in 0..ROUNDS {
        let mut asks: Vec<_> =
            parts.iter().flat_map(|(session, part)| asks(snapshot, *session, part, Moment::START)).collect();
        let mut sessions: Vec<SessionId> = parts.iter().map(|(session, _)| *session).collect();
        sessions.sort_unstable();
        sessions.dedup();
        if !asks_accounts {
            sessions.retain(|session| lacks_something(snapshot, *session, parts));
        }
        let is_over = asks.is_empty();
        if round == 0 {
            put_off(snapshot, &mut asks);
        }
        join(snapshot.fetch(asks), find_accounts(snapshot, sessions)).await;
        if is_over {
            return;
        }
    }
}

/// Asks for the accounts that are not known. A guard, a plan or the credentials' own reads report a failure.
pub(super) async fn find_accounts(snapshot: &Snapshot, sessions: impl IntoIterator<Item = SessionId>) {
    let asked = sessions.into_iter().filter_map(|session| snapshot.aws(session)).map(|aws| async move {
        if let Err(error) = aws.find_account().await {
            tracing::debug!("the account is not known: {error}");
        }
    });
    join_all(asked).await;
}

/// True if AWS does not have a thing that should be present in this connection.
fn lacks_something(snapshot: &Snapshot, session: SessionId, parts: &[(SessionId, &Part)]) -> bool {
    let mut own = parts.iter().filter(|(of, part)| *of == session && part.leaves == Leaves::Present);
    own.any(|(_, part)| {
        let view = View::new(snapshot, session);
        let reference = part.kind.locate(&part.spec, &mut Lookup::new(&view));
        let ask = reference.map(|reference| Ask { reference, aspects: part.aspects() });
        ask.is_ok_and(|ask| matches!(snapshot.peek(session, &ask), Some(None)))
    })
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
