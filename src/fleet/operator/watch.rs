//! What an ops node knows of a job while it watches the job: [`Gather`], and the messages that feed it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use futures::StreamExt;
use futures::stream::iter;

use super::clock::Clock;
use super::gather::Report;
use super::jobs::Job;
use super::{Console, OperatorError, Silence};
use crate::jobs::{Event, Gather, GatherAction, Member, MemberStatus};
use crate::protocol::subjects::{ROLL_CALL, ack, order};
use crate::protocol::{
    Ack, AckState, Answer, AnswerParts, Domain, Here, PING, Part, Refusal, Signed, Status,
};
use crate::targets::Instance;
use crate::transport::Message;

/// How many answers are looked for at once.
const AT_ONCE: usize = 64;

/// The most bytes of answers of which parts are missing.
const MOST_IN_PARTS: usize = 64 * 1024 * 1024;

fn ignored_answer(id: &str, refusal: &Refusal) -> String {
    format!("an answer in the name of {id} is ignored: {refusal}")
}

pub(super) struct Watch<'a> {
    console: &'a Console,
    job: &'a Job,
    instances: &'a [Instance],
    members: HashMap<&'a str, Member>,
    parts: BTreeMap<Member, AnswerParts>,
    /// In whose name which messages were ignored: each is reported once, however many there are.
    ignored: BTreeSet<(Member, &'static str)>,
    gather: Gather,
    pub(super) clock: Clock,
    report: &'a mut (dyn FnMut(Report) + 'a),
}

impl<'a> Watch<'a> {
    pub(super) fn new(
        (console, job, instances): (&'a Console, &'a Job, &'a [Instance]),
        gather: Gather,
        report: &'a mut (dyn FnMut(Report) + 'a),
    ) -> Self {
        let members = instances.iter().enumerate().map(|(member, it)| (it.key.as_str(), member)).collect();
        Self {
            console,
            job,
            instances,
            members,
            parts: BTreeMap::new(),
            ignored: BTreeSet::new(),
            gather,
            clock: Clock::new(),
            report,
        }
    }

    /// From now on this node waits.
    pub(super) fn waits(&mut self) {
        self.clock.waits(self.gather.waits_since_beginning());
    }

    /// When the machine must be woken.
    pub(super) fn wake(&self) -> Option<u64> {
        self.gather.wake()
    }

    /// Feeds the machine and does what it returns; true when the job has ended.
    pub(super) async fn handle(&mut self, event: Event) -> Result<bool, OperatorError> {
        let mut events = vec![event];
        let mut is_over = false;
        while let Some(event) = events.pop() {
            let mut wanted = vec![];
            for action in self.gather.handle(event, self.clock.now()) {
                match action {
                    GatherAction::CallAll => self.call_all().await?,
                    GatherAction::Send(member) => self.send(member).await?,
                    GatherAction::Fetch(member) => wanted.push(member),
                    GatherAction::Finish => is_over = true,
                }
            }
            let (console, job, instances) = (self.console, self.job, self.instances);
            let find = |member: Member| async move {
                (member, console.look_for_answer(job, &instances[member]).await)
            };
            let mut found = iter(wanted).map(find).buffer_unordered(AT_ONCE);
            while let Some((member, answer)) = found.next().await {
                if let Some(answer) = answer {
                    events.extend(self.take(member, answer));
                }
            }
        }
        Ok(is_over)
    }

    async fn send(&self, member: Member) -> Result<(), OperatorError> {
        let instance = &self.instances[member];
        let bytes = self.console.order(self.job, instance)?;
        // What cannot be sent now is sent again: the machine asks until its time is over.
        let reply = ack(&self.job.jid, &instance.key);
        let _ = self.console.transport.ask(order(&instance.key), bytes, reply).await;
        Ok(())
    }

    async fn call_all(&self) -> Result<(), OperatorError> {
        let bytes = self.console.roll_call(self.job)?;
        let _ = self.console.transport.publish(ROLL_CALL.to_owned(), bytes).await;
        Ok(())
    }

    fn member_of(&self, message: &Message) -> Option<Member> {
        let key = message.subject.split('.').nth(3)?;
        self.members.get(key).copied()
    }

    pub(super) async fn acked(&mut self, message: &Message) -> Result<bool, OperatorError> {
        let Some(member) = self.member_of(message) else { return Ok(false) };
        if message.is_undelivered {
            return self.handle(Event::Absent(member)).await;
        }
        let ack =
            Signed::read(&message.payload).ok().filter(|signed| signed.by == self.instances[member].key);
        let ack: Option<Ack> = ack.and_then(|signed| signed.open(Domain::Ack).ok());
        match ack.filter(|ack| ack.jid == self.job.jid).map(|ack| ack.state) {
            Some(AckState::Running) => self.handle(Event::Acked(member)).await,
            Some(AckState::Answered) => self.handle(Event::Stored(member)).await,
            None => {
                let id = &self.instances[member].id;
                let told = format!("a message in the name of {id} is ignored: it is not signed by it");
                self.ignore((member, "ack"), told);
                Ok(false)
            }
        }
    }

    pub(super) async fn answered(&mut self, message: &Message) -> Result<bool, OperatorError> {
        let Some(member) = self.member_of(message) else { return Ok(false) };
        let instance = &self.instances[member];
        let kept: usize = self.parts.values().map(AnswerParts::byte_count).sum();
        let added = Part::open(&message.payload, &self.job.jid, &instance.key).and_then(|part| {
            // Without room for more, the answer is read from the stream when it is whole.
            if !part.is_whole() && kept > MOST_IN_PARTS {
                return Ok(None);
            }
            let parts = self.parts.entry(member).or_default();
            parts.add(part, &self.console.identity, (&instance.id, &instance.seal))
        });
        match added {
            Ok(None) => Ok(false),
            Ok(Some(answer)) => match self.take(member, answer) {
                Some(event) => self.handle(event).await,
                None => Ok(false),
            },
            // The instance signed it, and nothing better will come: it has failed, and nobody waits for it.
            Err(refusal) if refusal.is_of_signer() => {
                let unreadable = Answer::unreadable(&self.job.jid, &instance.id, &refusal.to_string());
                match self.take(member, unreadable) {
                    Some(event) => self.handle(event).await,
                    None => Ok(false),
                }
            }
            Err(refusal) => {
                self.ignore((member, "answer"), ignored_answer(&instance.id, &refusal));
                Ok(false)
            }
        }
    }

    /// Instances say that they are there.
    pub(super) async fn present(&mut self, messages: Vec<Message>) -> Result<bool, OperatorError> {
        let is_open =
            |member: &Member| !matches!(self.gather.status_of(*member), Some(MemberStatus::Answered(_)));
        let of = |message: &Message| self.member_of(message).filter(is_open);
        let said: Vec<_> = messages.iter().filter_map(|message| Some((of(message)?, message))).collect();
        let by = said.iter().map(|(member, message)| {
            let instance = &self.instances[*member];
            (message.payload.as_slice(), &instance.key, instance.id.as_str())
        });
        let checked = Here::check_all(&by.collect::<Vec<_>>(), &self.job.jid);
        let mut is_over = false;
        for ((member, _), checked) in said.into_iter().zip(checked) {
            let event = match checked {
                Ok(()) => self.take(member, self.is_there(member)),
                Err(refusal) => {
                    self.ignore((member, "here"), ignored_answer(&self.instances[member].id, &refusal));
                    None
                }
            };
            if let Some(event) = event {
                is_over = self.handle(event).await?;
            }
        }
        Ok(is_over)
    }

    /// What `test.ping` answers.
    fn is_there(&self, member: Member) -> Answer {
        Answer {
            jid: self.job.jid.clone(),
            id: self.instances[member].id.clone(),
            fun: PING.to_owned(),
            status: Status::Done,
            result: true.into(),
            retcode: 0,
            out: None,
        }
    }

    fn ignore(&mut self, what: (Member, &'static str), told: String) {
        if self.ignored.insert(what) {
            (self.report)(Report::Ignored(told));
        }
    }

    /// An answer that was believed, reported once.
    fn take(&mut self, member: Member, answer: Answer) -> Option<Event> {
        self.parts.remove(&member);
        if matches!(self.gather.status_of(member), Some(MemberStatus::Answered(_))) {
            return None;
        }
        let is_success = answer.retcode == 0;
        (self.report)(Report::Answered(answer));
        Some(Event::Answered(member, is_success))
    }

    pub(super) fn silence(&self) -> Silence {
        let mut silence = Silence::default();
        for (status, instance) in self.gather.statuses().zip(self.instances) {
            let id = instance.id.clone();
            match status {
                MemberStatus::Silent => silence.silent.push(id),
                MemberStatus::Lost => silence.lost.push(id),
                MemberStatus::Skipped => silence.skipped.push(id),
                _ => {}
            }
        }
        silence
    }
}
