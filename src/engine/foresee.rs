//! What the walk will ask of AWS, counted before it begins, and what of that AWS's limits draw out.
//!
//! After everything was read: what is not there costs what its kind says that making it costs, what differs costs its
//! steps. Nothing here fails a run, and nothing is called but, before a large one, Service Quotas.

use std::collections::BTreeMap;

use super::event::Event;
use super::part::Part;
use super::snapshot::{SessionId, Snapshot, View};
use crate::aws::budget::Forecast;
use crate::model::Leaves;
use crate::resources::{Ask, Lookup, Unresolved};

/// Calls that change something, by `SQS.CreateQueue`.
pub(super) type Counts = BTreeMap<&'static str, usize>;

/// Tells what is ahead of all these parts.
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

/// The calls that bring one part about, as far as what was read can tell.
fn calls(snapshot: &Snapshot, session: SessionId, part: &Part) -> Vec<&'static str> {
    let view = View::new(snapshot, session);
    let mut lookup = Lookup::new(&view);
    let (kind, spec) = (part.kind, &part.spec);
    let creation = || if part.leaves == Leaves::Present { kind.creation(spec) } else { vec![] };
    let reference = match kind.locate(spec, &mut lookup) {
        Ok(reference) => reference,
        // It stands in something that this run makes.
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
