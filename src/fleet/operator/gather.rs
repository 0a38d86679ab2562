//! Drives [`Gather`]: orders out, answers in, until the state of every instance is final.

use std::time::Duration;

use futures::future::OptionFuture;
use tokio::time::Instant;

use super::find::find;
use super::jobs::Job;
use super::watch::Watch;
use super::{Console, OperatorError};
use crate::jobs::{Event, Gather, Plan};
use crate::protocol::subjects::{ANSWERS, answer};
use crate::protocol::{Answer, AnswerParts, Part};
use crate::targets::Instance;
use crate::transport::{Link, Message};

/// What is reported while a job runs.
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
    /// They never confirmed the job.
    pub silent: Vec<String>,
    /// They had the job and stopped answering.
    pub lost: Vec<String>,
    /// They were not asked.
    pub skipped: Vec<String>,
    /// They run the job now. Only a look at a job finds these.
    pub running: Vec<String>,
    /// They answer, and do not have the job. Only a look at a job finds these.
    pub without: Vec<String>,
}

/// How long a job is watched while no server can be reached.
const CUT_OFF: Duration = Duration::from_secs(30);
/// How many short answers are read at once.
const MANY: usize = 256;
/// How long a search for the first part of an answer in the stream may take.
const LOOK: Duration = Duration::from_secs(1);

/// What wakes a watched job.
enum Woken {
    Ack(Message),
    Answer(Message),
    /// Instances say that they are there.
    Here,
    Due,
    Link,
    /// No server was reached for this many seconds.
    CutOff(u64),
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
            calls_all: job.calls_all,
        };
        let mut acks = self.transport.subscribe(format!("fleet.ack.{}.*", job.jid)).await?;
        let mut answers = self.transport.subscribe(format!("fleet.answer.{}.*.*", job.jid)).await?;
        let mut replies = self.transport.subscribe(format!("fleet.reply.{}.*.*", job.jid)).await?;
        let mut heres = self.transport.subscribe(format!("fleet.here.{}.*", job.jid)).await?;
        let mut link = self.transport.link();
        // Servers learn of the subscriptions before the first order.
        self.transport.flush().await?;
        let mut watch = Watch::new((self, job, instances), Gather::new(plan, &[]), report);
        let mut cut_off_at: Option<Instant> = None;
        let mut present = vec![];
        let mut is_over = watch.handle(Event::Tick).await?;
        watch.clock.begins();
        while !is_over {
            watch.waits();
            let wake = watch.wake().filter(|_| cut_off_at.is_none());
            let sleep = OptionFuture::from(wake.map(|at| tokio::time::sleep(watch.clock.until(at))));
            let patience = OptionFuture::from(cut_off_at.map(tokio::time::sleep_until));
            let woken = tokio::select! {
                Some(message) = acks.recv() => Woken::Ack(message),
                Some(message) = answers.recv() => Woken::Answer(message),
                Some(message) = replies.recv() => Woken::Answer(message),
                1.. = heres.recv_many(&mut present, MANY) => Woken::Here,
                Some(()) = sleep => Woken::Due,
                Some(()) = patience => Woken::CutOff(CUT_OFF.as_secs()),
                Ok(()) = link.changed() => Woken::Link,
                else => Woken::CutOff(0),
            };
            watch.clock.works();
            is_over = match woken {
                Woken::Ack(message) => watch.acked(&message).await?,
                Woken::Answer(message) => watch.answered(&message).await?,
                Woken::Here => watch.present(std::mem::take(&mut present)).await?,
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
        let subject = answer(&job.jid, &instance.key, 0);
        let first = find(&*self.transport, ANSWERS.to_owned(), subject).await?;
        let Some(first) = first else { return Ok(None) };
        match self.whole_answer((job, instance), first).await {
            // One instance cannot hold up the whole command.
            Err(OperatorError::Refused(refusal)) => {
                Ok(Some(Answer::unreadable(&job.jid, &instance.id, &refusal.to_string())))
            }
            answer => answer,
        }
    }

    /// The same, if the job's answers are stored and the first part arrives soon. Other instances wait meanwhile, so a stream without a
    /// leader must not delay them for long.
    pub(super) async fn look_for_answer(&self, job: &Job, instance: &Instance) -> Option<Answer> {
        if !job.is_stored {
            return None;
        }
        let first = self.transport.last(ANSWERS.to_owned(), answer(&job.jid, &instance.key, 0));
        let first = tokio::time::timeout(LOOK, first).await.ok()?.ok()??;
        match self.whole_answer((job, instance), first).await {
            // Only the instance can have signed it: it waits for nothing better.
            Err(OperatorError::Refused(refusal)) if refusal.is_of_signer() => {
                Some(Answer::unreadable(&job.jid, &instance.id, &refusal.to_string()))
            }
            answer => answer.ok()?,
        }
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
