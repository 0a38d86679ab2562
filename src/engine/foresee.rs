//! Counts the calls of the walk before it begins, and predicts the waits that AWS's limits cause.
//!
//! Called after everything was read: a missing thing costs the calls that its kind declares for its creation, and a
//! difference costs its steps. Nothing here fails a run. It makes no call, except to Service Quotas before a large run.

use std::collections::BTreeMap;

use super::event::Event;
use super::part::Part;
use super::snapshot::{SessionId, Snapshot, View};
use aws::budget::Forecast;
use kind::{Ask, Lookup, Unresolved};
use model::Leaves;

/// Calls that change something, by `SQS.CreateQueue`.
pub(super) type Counts = BTreeMap<&'static str, usize>;

/// Predicts the calls of all these parts.
pub(super) async fn foresee(
    snapshot: &Snapshot,
    parts: &[(SessionId, &Part)],
    observe: &(dyn Fn(Event) + Sync),
) {
    let mut of_session: BTreeMap<SessionId, Counts> = BTreeMap::new();
    for (session, part) in parts {
        let counts = of_session.entry(*session).or_default();
        for operation in calls(snapshot, *session, part) {
            *counts.entry(operation).or_default() += 1;
        }
    }
    let mut bound: Vec<Forecast> = vec![];
    let mut all = Counts::new();
    for (session, counts) in of_session {
        if let Some(aws) = snapshot.aws(session) {
            bound.extend(aws.foresee(&counts).await);
        }
        for (operation, calls) in counts {
            *all.entry(operation).or_default() += calls;
        }
    }
    bound.sort_by_key(|forecast| std::cmp::Reverse(forecast.at_least));
    observe(Event::Foreseen { calls: all, bound });
}

/// The calls for one part, as far as the reads show.
fn calls(snapshot: &Snapshot, session: SessionId, part: &Part) -> Vec<&'static str> {
    let view = View::new(snapshot, session);
    let mut lookup = Lookup::new(&view);
    let (kind, spec) = (part.kind, &part.spec);
    let creation = || if part.leaves == Leaves::Present { kind.creation(spec) } else { vec![] };
    let reference = match kind.locate(spec, &mut lookup) {
        Ok(reference) => reference,
        // It is inside a thing that this run makes.
        Err(Unresolved::AfterApply(_)) => return creation(),
        Err(_) => return vec![],
    };
    let ask = Ask { reference, aspects: kind.aspects(spec) };
    match snapshot.peek(session, &ask) {
        Some(None) => creation(),
        Some(Some(live)) => match kind.resolve(spec, &mut lookup) {
            Ok(want) => {
                kind.diff(&want, Some(&live)).steps.iter().filter_map(|step| step.operation()).collect()
            }
            Err(_) => vec![],
        },
        None => vec![],
    }
}
