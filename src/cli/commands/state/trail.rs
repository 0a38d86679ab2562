//! Who made a difference that `watch` has found, from CloudTrail if it may be read.

use std::time::Duration;

use jiff::Timestamp;
use serde_json::{Value as Json, json};

use super::run::Compiled;
use super::watch::state_name;
use super::{CliError, Session};
use aws::{ApiError, Connection};
use engine::last_change::{LastChange, Subject, last_change, region};
use engine::ownership::connections;
use engine::planned::PlannedAction;
use engine::run_plan::{PlannedState, Thing};

/// How long after a difference was found its event may come. CloudTrail needs five minutes on average.
const PATIENCE: Duration = Duration::from_secs(1200);

/// How far the first look goes back.
const DAY: Duration = Duration::from_secs(24 * 3600);

/// The tolerance before a look, because clocks differ.
const MARGIN: Duration = Duration::from_secs(60);

/// The number of things to ask about after one look: CloudTrail accepts two requests a second.
const MOST: usize = 10;

/// A difference whose author is not known yet.
struct OpenDifference {
    state: PlannedState,
    thing: Thing,
    since: Timestamp,
    until: Timestamp,
}

/// The open questions to CloudTrail.
#[derive(Default)]
pub(super) struct Trail {
    sought: Vec<OpenDifference>,
    /// When the look before this one began.
    before: Option<Timestamp>,
    /// True once AWS has refused to show events.
    is_closed: bool,
}

impl Trail {
    /// Notes that a look begins, and when the previous one began.
    pub(super) fn look(&mut self, now: Timestamp) -> Timestamp {
        let before = self.before.replace(now);
        before.map_or(now - DAY, |before| before - MARGIN)
    }

    /// Notes a difference that was not in the previous look.
    pub(super) fn seek(&mut self, state: &PlannedState, thing: &Thing, since: Timestamp, now: Timestamp) {
        let is_machine = thing.kind.starts_with("machine.");
        if self.is_closed || is_machine || thing.action == PlannedAction::Unchanged {
            return;
        }
        let until = now + PATIENCE;
        let place = |it: &Thing| (it.kind.clone(), it.name.clone(), it.account.clone(), it.region.clone());
        self.sought.retain(|it| place(&it.thing) != place(thing));
        self.sought.push(OpenDifference { state: state.clone(), thing: thing.clone(), since, until });
    }

    /// Asks about the open differences. Returns a line for each that was found, and one if AWS shows no events.
    ///
    /// # Errors
    /// The end was requested.
    pub(super) fn ask(
        &mut self,
        session: &Session<'_>,
        compiled: &Compiled,
        now: Timestamp,
    ) -> Result<Vec<Json>, CliError> {
        self.sought.retain(|it| it.until > now);
        let (mut lines, mut left) = (vec![], vec![]);
        for (index, sought) in std::mem::take(&mut self.sought).into_iter().enumerate() {
            if self.is_closed || index >= MOST {
                left.push(sought);
                continue;
            }
            match one(session, compiled, &sought)? {
                Ok(Some(change)) => lines.push(line(&sought, &change)),
                Ok(None) => left.push(sought),
                Err(error) => {
                    self.is_closed = true;
                    lines.push(json!({"event": "no_trail", "why": error.to_string()}));
                }
            }
        }
        self.sought = if self.is_closed { vec![] } else { left };
        Ok(lines)
    }
}

type FoundChange = Result<Option<LastChange>, ApiError>;

fn one(session: &Session<'_>, compiled: &Compiled, sought: &OpenDifference) -> Result<FoundChange, CliError> {
    let thing = &sought.thing;
    let is_it = |it: &&model::Low| it.id == sought.state.id && it.name == sought.state.name;
    let low = compiled.lows.iter().find(is_it);
    let known: Vec<(Connection, _)> =
        low.map(|low| connections(std::slice::from_ref(low), &compiled.minion)).unwrap_or_default();
    // A state may have parts in several regions, but all with the same credentials. An event of another account is no
    // answer, whatever the connection.
    let same = known.iter().find(|(it, _)| it.region == thing.region).or_else(|| known.first());
    let Some((connection, _)) = same else { return Ok(Ok(None)) };
    let home = region(&thing.kind, connection.region.as_deref());
    let connection = Connection { region: home, ..connection.clone() };
    let subject = Subject {
        kind: thing.kind.clone(),
        name: thing.name.clone(),
        id: thing.id.clone(),
        account: thing.account.clone(),
    };
    let reach = session.reach();
    reach.wait(async {
        let opened = reach.snapshot().open(&connection).await;
        match reach.snapshot().aws(opened) {
            Some(aws) => last_change(&aws, &subject, sought.since).await,
            None => Ok(None),
        }
    })
}

fn line(sought: &OpenDifference, change: &LastChange) -> Json {
    let thing = &sought.thing;
    // Events have times of whole seconds, or of milliseconds.
    #[expect(clippy::cast_possible_truncation, reason = "milliseconds of any date fit")]
    let time = Timestamp::from_millisecond((change.time * 1000.0) as i64);
    json!({
        "event": "last_change",
        "state": state_name(&sought.state),
        "thing": {"kind": thing.kind, "name": thing.name, "id": thing.id, "region": thing.region, "account": thing.account},
        "by": change.by, "call": change.call, "from": change.from, "event_id": change.event_id,
        "time": time.map(|time| time.to_string()).unwrap_or_default(),
    })
}
