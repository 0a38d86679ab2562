//! The jobs of one instance.
//!
//! Laws: a job is noted on disk before it starts, and never starts twice; an answer that was produced is offered until the
//! stream has it; a job that was under way when the agent ended is answered "interrupted" and not run again.

use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Serialize};

use crate::protocol::{AckState, Jid, Refusal};

/// How many jobs an instance runs and keeps waiting at once.
pub const MOST_JOBS: usize = 32;

/// How far a job is.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// It is noted; it waits, or runs.
    Begun,
    /// Its answer is on disk and not in the stream yet.
    Answered,
    /// Its answer is in the stream.
    Stored,
}

/// Whether a job tolerates a state run beside it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Exclusive {
    /// It is not a state run.
    No,
    /// It is one, and refuses to wait for another.
    Refuse,
    /// It is one, and waits: `queue=True`.
    Queue,
}

/// What the job table needs to know of an order.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Ticket {
    /// The number of the job.
    pub jid: Jid,
    /// Distinguishes two jobs with one number.
    pub nonce: String,
    /// Whether it is a state run.
    pub exclusive: Exclusive,
}

/// A job that the journal remembers.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Known {
    /// Distinguishes two jobs with one number.
    pub nonce: String,
    /// How far it is.
    pub stage: Stage,
}

/// What the caller must do.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Effect {
    /// Note the job on disk, lastingly; then call [`JobTable::noted`] or [`JobTable::not_noted`].
    Note(Jid),
    /// Run it.
    Start(Jid),
    /// Report to the operator how far it is.
    Acknowledge(Jid, AckState),
    /// Answer that it was not started; then call [`JobTable::ended`].
    Refuse(Jid, Refusal),
    /// Answer that another state run is under way; then call [`JobTable::ended`].
    Conflict(Jid, Jid),
    /// Answer that it was interrupted; then call [`JobTable::ended`].
    Interrupted(Jid),
    /// Bring its answer into the stream; then call [`JobTable::stored`].
    Offer(Jid),
}

/// The jobs of one instance.
#[derive(Clone, Debug, Default)]
pub struct JobTable {
    known: BTreeMap<Jid, Known>,
    noting: BTreeMap<Jid, Exclusive>,
    running: Option<Jid>,
    waiting: VecDeque<Jid>,
}

impl JobTable {
    /// Goes on where the journal ends.
    pub fn restore(journal: BTreeMap<Jid, Known>) -> (Self, Vec<Effect>) {
        let effect = |(jid, known): (&Jid, &Known)| match known.stage {
            Stage::Begun => Some(Effect::Interrupted(jid.clone())),
            Stage::Answered => Some(Effect::Offer(jid.clone())),
            Stage::Stored => None,
        };
        let effects = journal.iter().filter_map(effect).collect();
        (Self { known: journal, ..Self::default() }, effects)
    }

    /// An order came that was checked, perhaps not for the first time.
    pub fn ordered(&mut self, ticket: Ticket) -> Vec<Effect> {
        let jid = ticket.jid;
        if let Some(known) = self.known.get(&jid) {
            return match known.stage {
                // Nothing is answered: an answer would take the place of the other job's.
                _ if known.nonce != ticket.nonce => vec![],
                Stage::Begun => vec![Effect::Acknowledge(jid, AckState::Running)],
                Stage::Answered => vec![Effect::Offer(jid)],
                Stage::Stored => vec![Effect::Acknowledge(jid, AckState::Answered)],
            };
        }
        self.known.insert(jid.clone(), Known { nonce: ticket.nonce, stage: Stage::Begun });
        self.noting.insert(jid.clone(), ticket.exclusive);
        vec![Effect::Note(jid)]
    }

    /// The job is on disk.
    pub fn noted(&mut self, jid: &Jid) -> Vec<Effect> {
        let Some(exclusive) = self.noting.remove(jid) else { return vec![] };
        let acknowledge = Effect::Acknowledge(jid.clone(), AckState::Running);
        if self.under_way() > MOST_JOBS {
            return vec![Effect::Refuse(jid.clone(), Refusal::Busy { most: MOST_JOBS })];
        }
        match (exclusive, &self.running) {
            (Exclusive::No, _) => vec![acknowledge, Effect::Start(jid.clone())],
            (Exclusive::Refuse, Some(other)) => vec![Effect::Conflict(jid.clone(), other.clone())],
            (Exclusive::Queue, Some(_)) => {
                self.waiting.push_back(jid.clone());
                vec![acknowledge]
            }
            (Exclusive::Refuse | Exclusive::Queue, None) => {
                self.running = Some(jid.clone());
                vec![acknowledge, Effect::Start(jid.clone())]
            }
        }
    }

    /// The job could not be noted: it does not start.
    pub fn not_noted(&mut self, jid: &Jid, reason: String) -> Vec<Effect> {
        self.noting.remove(jid);
        vec![Effect::Refuse(jid.clone(), Refusal::NotNoted { reason })]
    }

    /// The job's answer is on disk. The next state run may begin.
    pub fn ended(&mut self, jid: &Jid) -> Vec<Effect> {
        let Some(known) = self.known.get_mut(jid).filter(|known| known.stage == Stage::Begun) else {
            return vec![];
        };
        known.stage = Stage::Answered;
        self.waiting.retain(|waiting| waiting != jid);
        let mut effects = vec![Effect::Offer(jid.clone())];
        if self.running.as_ref() == Some(jid) {
            self.running = self.waiting.pop_front();
            effects.extend(self.running.clone().map(Effect::Start));
        }
        effects
    }

    /// The stream has the answer.
    pub fn stored(&mut self, jid: &Jid) {
        if let Some(known) = self.known.get_mut(jid).filter(|known| known.stage == Stage::Answered) {
            known.stage = Stage::Stored;
        }
    }

    /// What must be offered again, after a connection was lost.
    pub fn reconnected(&self) -> Vec<Effect> {
        let answered = self.known.iter().filter(|(_, known)| known.stage == Stage::Answered);
        answered.map(|(jid, _)| Effect::Offer(jid.clone())).collect()
    }

    /// What is known of a job.
    pub fn find(&self, jid: &Jid) -> Option<&Known> {
        self.known.get(jid)
    }

    /// The jobs that run or wait.
    pub fn active(&self) -> Vec<Jid> {
        let begun = self.known.iter().filter(|(_, known)| known.stage == Stage::Begun);
        begun.map(|(jid, _)| jid.clone()).collect()
    }

    /// Forgets stored jobs that began before this time, in seconds since 1970, and says which.
    pub fn forget_before(&mut self, seconds: i64) -> Vec<Jid> {
        let is_old = |jid: &Jid| jid.seconds().is_none_or(|begun| begun < seconds);
        let old = self.known.iter().filter(|(jid, known)| known.stage == Stage::Stored && is_old(jid));
        let old: Vec<Jid> = old.map(|(jid, _)| jid.clone()).collect();
        for jid in &old {
            self.known.remove(jid);
        }
        old
    }

    fn under_way(&self) -> usize {
        self.known.values().filter(|known| known.stage == Stage::Begun).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jid(number: u8) -> Jid {
        Jid::try_from(format!("202601011200000000{number:02}")).unwrap()
    }

    fn ticket(number: u8, exclusive: Exclusive) -> Ticket {
        Ticket { jid: jid(number), nonce: "n".to_owned(), exclusive }
    }

    fn begin(job_table: &mut JobTable, number: u8, exclusive: Exclusive) -> Vec<Effect> {
        assert_eq!(job_table.ordered(ticket(number, exclusive)), [Effect::Note(jid(number))]);
        job_table.noted(&jid(number))
    }

    fn running(number: u8) -> Effect {
        Effect::Acknowledge(jid(number), AckState::Running)
    }

    #[test]
    fn a_job_is_noted_before_it_starts_and_starts_once() {
        let mut job_table = JobTable::default();
        assert_eq!(job_table.ordered(ticket(1, Exclusive::No)), [Effect::Note(jid(1))]);
        assert_eq!(
            job_table.ordered(ticket(1, Exclusive::No)),
            [running(1)],
            "asked again while it is being noted"
        );
        assert_eq!(job_table.noted(&jid(1)), [running(1), Effect::Start(jid(1))]);
        assert_eq!(job_table.noted(&jid(1)), []);
        assert_eq!(job_table.ordered(ticket(1, Exclusive::No)), [running(1)]);
        assert_eq!(job_table.ended(&jid(1)), [Effect::Offer(jid(1))]);
        assert_eq!(job_table.ended(&jid(1)), []);
        assert_eq!(job_table.ordered(ticket(1, Exclusive::No)), [Effect::Offer(jid(1))]);
        job_table.stored(&jid(1));
        let answered = Effect::Acknowledge(jid(1), AckState::Answered);
        assert_eq!(job_table.ordered(ticket(1, Exclusive::No)), [answered]);
    }

    #[test]
    fn a_job_that_cannot_be_noted_does_not_start() {
        let mut job_table = JobTable::default();
        job_table.ordered(ticket(1, Exclusive::No));
        let refusal = Refusal::NotNoted { reason: "disk full".to_owned() };
        assert_eq!(job_table.not_noted(&jid(1), "disk full".to_owned()), [Effect::Refuse(jid(1), refusal)]);
        assert_eq!(job_table.noted(&jid(1)), []);
        assert_eq!(job_table.ended(&jid(1)), [Effect::Offer(jid(1))]);
        assert_eq!(job_table.ordered(ticket(1, Exclusive::No)), [Effect::Offer(jid(1))]);
    }

    #[test]
    fn another_job_with_a_known_number_is_not_run_and_does_not_hide_the_first_ones_answer() {
        let mut job_table = JobTable::default();
        begin(&mut job_table, 1, Exclusive::No);
        let other = Ticket { nonce: "other".to_owned(), ..ticket(1, Exclusive::No) };
        assert_eq!(job_table.ordered(other), []);
    }

    #[test]
    fn one_state_run_at_a_time() {
        let mut job_table = JobTable::default();
        assert_eq!(begin(&mut job_table, 1, Exclusive::Refuse), [running(1), Effect::Start(jid(1))]);
        assert_eq!(begin(&mut job_table, 2, Exclusive::Refuse), [Effect::Conflict(jid(2), jid(1))]);
        assert_eq!(begin(&mut job_table, 3, Exclusive::Queue), [running(3)]);
        assert_eq!(begin(&mut job_table, 4, Exclusive::No), [running(4), Effect::Start(jid(4))]);
        assert_eq!(job_table.ended(&jid(2)), [Effect::Offer(jid(2))]);
        assert_eq!(job_table.ended(&jid(1)), [Effect::Offer(jid(1)), Effect::Start(jid(3))]);
    }

    #[test]
    fn a_waiting_run_that_is_killed_leaves_the_queue() {
        let mut job_table = JobTable::default();
        begin(&mut job_table, 1, Exclusive::Refuse);
        begin(&mut job_table, 2, Exclusive::Queue);
        assert_eq!(job_table.ended(&jid(2)), [Effect::Offer(jid(2))]);
        assert_eq!(job_table.ended(&jid(1)), [Effect::Offer(jid(1))]);
    }

    #[test]
    fn what_ran_when_the_agent_ended_is_interrupted_and_what_was_answered_is_offered() {
        let known = |stage| Known { nonce: "n".to_owned(), stage };
        let journal = BTreeMap::from([
            (jid(1), known(Stage::Begun)),
            (jid(2), known(Stage::Answered)),
            (jid(3), known(Stage::Stored)),
        ]);
        let (mut job_table, effects) = JobTable::restore(journal);
        assert_eq!(effects, [Effect::Interrupted(jid(1)), Effect::Offer(jid(2))]);
        assert_eq!(job_table.ordered(ticket(1, Exclusive::No)), [running(1)], "and does not start again");
        assert_eq!(job_table.ended(&jid(1)), [Effect::Offer(jid(1))]);
    }

    #[test]
    fn too_many_jobs_are_refused() {
        let mut job_table = JobTable::default();
        for number in 0..32 {
            assert!(begin(&mut job_table, number, Exclusive::No).contains(&Effect::Start(jid(number))));
        }
        let refusal = Refusal::Busy { most: 32 };
        assert_eq!(begin(&mut job_table, 33, Exclusive::No), [Effect::Refuse(jid(33), refusal)]);
    }

    #[test]
    fn only_stored_jobs_are_forgotten() {
        let mut job_table = JobTable::default();
        begin(&mut job_table, 1, Exclusive::No);
        begin(&mut job_table, 2, Exclusive::No);
        job_table.ended(&jid(2));
        job_table.stored(&jid(2));
        let noon = jid(1).seconds().unwrap();
        assert_eq!(job_table.forget_before(noon), [] as [Jid; 0]);
        assert_eq!(job_table.forget_before(noon + 1), [jid(2)]);
    }
}
