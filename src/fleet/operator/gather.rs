//! Drives [`Gather`]: orders out, answers in, until every instance has its fate.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use futures::StreamExt;
use futures::future::OptionFuture;
use futures::stream::iter;
use tokio::time::Instant;

use super::clock::Clock;
use super::jobs::Job;
use super::{Console, OperatorError};
use crate::fleet::jobs::{Event, Fate, Gather, GatherAction, Member, Plan};
use crate::fleet::protocol::subjects::{ANSWERS, answer, order};
use crate::fleet::protocol::{Ack, AckState, Answer, AnswerParts, Domain, Part, Signed};
use crate::fleet::targets::Instance;
use crate::fleet::transport::{Link, Message};

/// What is told while a job runs.
#[derive(Clone, Debug, PartialEq)]
pub enum Report {
    /// An instance answered.
    Answered(Answer),
    /// A message is not believed.
    Ignored(String),
}

/// Instances that did not answer, by what became of them.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Silence {
    /// They never said that they have the job.
    pub silent: Vec<String>,
    /// They had the job and say nothing any more.
    pub lost: Vec<String>,
    /// They were not asked.
    pub skipped: Vec<String>,
}

/// How long a job is watched while no server can be reached.
const CUT_OFF: Duration = Duration::from_secs(30);
/// How long the beginning of an answer may take that is looked for in the stream.
const LOOK: Duration = Duration::from_secs(1);
/// How many answers are looked for at once.
const AT_ONCE: usize = 64;

/// Why a watched job goes on.
enum Woken {
    Ack(Message),
    Answer(Message),
    Due,
    Link,
    /// No server for so many seconds.
    CutOff(u64),
}

struct Watch<'a> {
    console: &'a Console,
    job: &'a Job,
    instances: &'a [Instance],
    members: HashMap<&'a str, Member>,
    parts: BTreeMap<Member, AnswerParts>,
    gather: Gather,
    clock: Clock,
    report: &'a mut (dyn FnMut(Report) + 'a),
}

impl Console {
    /// Has a job run on instances and reports answers as they come; gives those that did not answer.
    ///
    /// # Errors
    ///
    /// The servers cannot be reached for half a minute.
    pub async fn run_job(
        &self,
        job: &Job,
        instances: &[Instance],
        report: &mut dyn FnMut(Report),
    ) -> Result<Silence, OperatorError> {
        let record = &job.record;
        let plan = Plan {
            members: instances.len(),
            width: record.width,
            batch_wait: record.batch_wait,
            failhard: record.failhard,
            patience: record.patience,
            deadline: record.deadline * 1000,
        };
        let mut acks = self.transport.subscribe(format!("fleet.ack.{}.*", job.jid)).await?;
        let mut answers = self.transport.subscribe(format!("fleet.answer.{}.*.*", job.jid)).await?;
        let mut replies = self.transport.subscribe(format!("fleet.reply.{}.*.*", job.jid)).await?;
        let mut link = self.transport.link();
        let members = instances.iter().enumerate().map(|(member, it)| (it.key.as_str(), member)).collect();
        let mut watch = Watch {
            console: self,
            job,
            instances,
            members,
            parts: BTreeMap::new(),
            gather: Gather::new(plan, &[]),
            clock: Clock::new(),
            report,
        };
        // Servers learn of the subscriptions before the first order.
        self.transport.flush().await?;
        let mut cut_off_at: Option<Instant> = None;
        let mut is_over = watch.handle(Event::Tick).await?;
        while !is_over {
            watch.clock.waits();
            let wake = watch.gather.wake().filter(|_| cut_off_at.is_none());
            let sleep = OptionFuture::from(wake.map(|at| tokio::time::sleep(watch.clock.until(at))));
            let patience = OptionFuture::from(cut_off_at.map(tokio::time::sleep_until));
            let woken = tokio::select! {
                Some(message) = acks.recv() => Woken::Ack(message),
                Some(message) = answers.recv() => Woken::Answer(message),
                Some(message) = replies.recv() => Woken::Answer(message),
                Some(()) = sleep => Woken::Due,
                Some(()) = patience => Woken::CutOff(CUT_OFF.as_secs()),
                Ok(()) = link.changed() => Woken::Link,
                else => Woken::CutOff(0),
            };
            watch.clock.works();
            is_over = match woken {
                Woken::Ack(message) => watch.acked(&message).await?,
                Woken::Answer(message) => watch.answered(&message).await?,
                Woken::Due => watch.handle(Event::Tick).await?,
                Woken::CutOff(seconds) => {
                    return Err(OperatorError::CutOff { jid: job.jid.to_string(), seconds });
                }
                Woken::Link => {
                    let is_up = matches!(*link.borrow_and_update(), Link::Up(_));
                    let later = || Some(Instant::now() + CUT_OFF);
                    cut_off_at = if is_up { None } else { cut_off_at.or_else(later) };
                    is_up && watch.handle(Event::Reconnected).await?
                }
            };
        }
        Ok(watch.silence())
    }

    /// Looks in the stream for the answer of one instance to a job.
    ///
    /// # Errors
    ///
    /// The servers do not answer.
    pub async fn find_answer(&self, job: &Job, instance: &Instance) -> Result<Option<Answer>, OperatorError> {
        let first = self.transport.last(ANSWERS.to_owned(), answer(&job.jid, &instance.key, 0)).await?;
        match first {
            Some(first) => self.whole_answer((job, instance), first).await,
            None => Ok(None),
        }
    }

    /// The same, where its first part comes soon. Others wait meanwhile: a stream that nobody gives keeps them no longer.
    async fn look_for_answer(&self, job: &Job, instance: &Instance) -> Option<Answer> {
        let first = self.transport.last(ANSWERS.to_owned(), answer(&job.jid, &instance.key, 0));
        let first = tokio::time::timeout(LOOK, first).await.ok()?.ok()??;
        self.whole_answer((job, instance), first).await.ok()?
    }

    /// The answer that begins with this part.
    async fn whole_answer(
        &self,
        (job, instance): (&Job, &Instance),
        first: Vec<u8>,
    ) -> Result<Option<Answer>, OperatorError> {
        let (mut parts, mut bytes) = (AnswerParts::default(), first);
        loop {
            let part = Part::open(&bytes, &job.jid, &instance.key)?;
            if let Some(answer) = parts.add(part, &self.identity, (&instance.id, &instance.seal))? {
                return Ok(Some(answer));
            }
            let Some(number) = parts.missing().pop() else { return Ok(None) };
            let subject = answer(&job.jid, &instance.key, number);
            let Some(next) = self.transport.last(ANSWERS.to_owned(), subject).await? else {
                return Ok(None);
            };
            bytes = next;
        }
    }
}

impl Watch<'_> {
    /// Feeds the machine and does what it says; true when all is over.
    async fn handle(&mut self, event: Event) -> Result<bool, OperatorError> {
        let mut events = vec![event];
        let mut is_over = false;
        while let Some(event) = events.pop() {
            let mut wanted = vec![];
            for action in self.gather.handle(event, self.clock.now()) {
                match action {
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
        let _ = self.console.transport.publish(order(&instance.key), bytes).await;
        Ok(())
    }

    fn member_of(&self, message: &Message) -> Option<Member> {
        let key = message.subject.split('.').nth(3)?;
        self.members.get(key).copied()
    }

    async fn acked(&mut self, message: &Message) -> Result<bool, OperatorError> {
        let Some(member) = self.member_of(message) else { return Ok(false) };
        let ack =
            Signed::read(&message.payload).ok().filter(|signed| signed.by == self.instances[member].key);
        let ack: Option<Ack> = ack.and_then(|signed| signed.open(Domain::Ack).ok());
        match ack.filter(|ack| ack.jid == self.job.jid).map(|ack| ack.state) {
            Some(AckState::Running) => self.handle(Event::Acked(member)).await,
            Some(AckState::Answered) => self.handle(Event::Stored(member)).await,
            None => {
                let id = &self.instances[member].id;
                (self.report)(Report::Ignored(format!(
                    "a message in the name of {id} is ignored: it is not signed by it"
                )));
                Ok(false)
            }
        }
    }

    async fn answered(&mut self, message: &Message) -> Result<bool, OperatorError> {
        let Some(member) = self.member_of(message) else { return Ok(false) };
        let instance = &self.instances[member];
        let added = Part::open(&message.payload, &self.job.jid, &instance.key).and_then(|part| {
            let parts = self.parts.entry(member).or_default();
            parts.add(part, &self.console.identity, (&instance.id, &instance.seal))
        });
        match added {
            Ok(None) => Ok(false),
            Ok(Some(answer)) => match self.take(member, answer) {
                Some(event) => self.handle(event).await,
                None => Ok(false),
            },
            Err(refusal) => {
                (self.report)(Report::Ignored(format!(
                    "an answer in the name of {} is ignored: {refusal}",
                    instance.id
                )));
                Ok(false)
            }
        }
    }

    /// An answer that was believed, reported once.
    fn take(&mut self, member: Member, answer: Answer) -> Option<Event> {
        self.parts.remove(&member);
        if matches!(self.gather.fate(member), Some(Fate::Answered(_))) {
            return None;
        }
        let is_success = answer.retcode == 0;
        (self.report)(Report::Answered(answer));
        Some(Event::Answered(member, is_success))
    }

    fn silence(&self) -> Silence {
        let mut silence = Silence::default();
        for (fate, instance) in self.gather.fates().zip(self.instances) {
            let id = instance.id.clone();
            match fate {
                Fate::Silent => silence.silent.push(id),
                Fate::Lost => silence.lost.push(id),
                Fate::Skipped => silence.skipped.push(id),
                _ => {}
            }
        }
        silence
    }
}
