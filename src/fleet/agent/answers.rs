//! What the agent does about one job: note it, start it, answer it, and bring the answer into the stream.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::oneshot;

use super::child::Ended;
use super::grains::{changes_grains, collect};
use super::serve::{News, Serving};
use crate::identity::{BoxKey, CardBody, Identity};
use crate::jobs::{Effect, Stage};
use crate::protocol::format::VERSION;
use crate::protocol::{
    Ack, AckState, Answer, Domain, Event, Jid, Order, Refusal, Sealed, Signed, Status, subjects,
};
use model::{Value, chain};

/// How long until an answer that was not stored is offered again.
const OFFER_AGAIN: Duration = Duration::from_secs(2);

impl Serving<'_> {
    /// Sends an event to the operators. No server stores it.
    pub(super) async fn send_event(&self, tag: &str, data: serde_json::Value) -> Result<(), String> {
        let (subject, bytes) = self.event(tag, data)?;
        self.transport.publish(subject, bytes).await.map_err(|error| error.to_string())
    }

    /// An event with its subject, signed and sealed.
    fn event(&self, tag: &str, data: serde_json::Value) -> Result<(String, Vec<u8>), String> {
        let agent = &*self.agent;
        let at = (agent.clock)().as_second();
        let event = Event { tag: tag.to_owned(), id: agent.id.clone(), at, data };
        let bytes = event.to_bytes(&agent.identity, &agent.operators.readers());
        let bytes = bytes.map_err(|refusal| refusal.to_string())?;
        Ok((subjects::event(agent.identity.public().as_str()), bytes))
    }

    /// Stores the card with the grains and then, at the agent's start, says that it has started. Both happen beside the loop: the
    /// card's stream may have no leader for some seconds.
    pub(super) fn introduce(&self, is_start: bool) {
        let card = self.card();
        let started = is_start.then(|| {
            let tag = format!("salt/minion/{}/start", self.agent.id);
            self.event(&tag, serde_json::json!({"cmd": "_minion_event"}))
        });
        let subject = subjects::in_bucket(subjects::CARDS, self.agent.identity.public().as_str());
        let transport = Arc::clone(&self.transport);
        tokio::spawn(async move {
            let sent = match card {
                Ok(card) => transport.store(subject, card).await.map_err(|error| error.to_string()),
                Err(refusal) => Err(refusal.to_string()),
            };
            if let Err(reason) = sent {
                tracing::warn!("the grains could not be sent: {reason}");
            }
            let sent = match started {
                Some(Ok((subject, bytes))) => {
                    transport.publish(subject, bytes).await.map_err(|error| error.to_string())
                }
                Some(Err(reason)) => Err(reason),
                None => Ok(()),
            };
            if let Err(reason) = sent {
                tracing::warn!("the agent's start could not be reported: {reason}");
            }
        });
    }

    /// The card with the grains, signed.
    fn card(&self) -> Result<Vec<u8>, Refusal> {
        let agent = &*self.agent;
        let mut grains = agent.grains.clone();
        grains.insert("orchestrate_agent_version".into(), VERSION.into());
        let grains = Value::Map(grains).to_json().to_string();
        // Others see the grains too, with the fleet's key for the mine: targets of 'mine.get' may name grains.
        let mut readers = agent.operators.readers();
        readers.extend(agent.mine.as_ref().map(Identity::box_key));
        let sealed = Sealed::new(grains.as_bytes(), &agent.identity, &readers)?;
        let body = CardBody {
            id: agent.id.clone(),
            seal: agent.identity.box_key(),
            made: (agent.clock)().as_second(),
            grains: Some(sealed),
            proof: None,
        };
        Signed::new(Domain::Card, &body, &agent.identity)?.to_bytes()
    }

    pub(super) fn answer(&self, jid: &Jid, fun: &str, ended: Ended) -> Answer {
        Answer {
            jid: jid.clone(),
            id: self.agent.id.clone(),
            fun: fun.to_owned(),
            status: ended.status,
            result: ended.result,
            retcode: ended.retcode,
            out: ended.out,
        }
    }

    /// Those of the named readers who may read the answer of a function; all of them if the function is not known, because such an answer
    /// holds no result.
    pub(super) fn readers(&self, named: &[BoxKey], fun: &str) -> Vec<BoxKey> {
        if fun.is_empty() {
            return named.to_vec();
        }
        let agent = &*self.agent;
        agent.operators.allowed_readers(named, fun, &agent.id, &agent.grains)
    }

    /// Answers what runs no job. The order comes again where the answer is lost.
    pub(super) fn answer_at_once(&mut self, order: &Order, ended: Ended, fun: &str) {
        let readers = self.readers(&order.readers, fun);
        match self.answer(&order.jid, fun, ended).parts(&self.agent.identity, &readers) {
            Ok(parts) if order.is_stored => self.offer(&order.jid, parts, false),
            Ok(parts) => self.reply(order.jid.clone(), parts),
            Err(refusal) => tracing::error!("job {} cannot be answered: {refusal}", order.jid),
        }
    }

    /// Sends an answer past the stream.
    fn reply(&self, jid: Jid, parts: Vec<Vec<u8>>) {
        let (transport, key) = (Arc::clone(&self.transport), self.agent.identity.public());
        tokio::spawn(async move {
            for (number, part) in parts.into_iter().enumerate() {
                if let Err(error) = transport.publish(subjects::reply(&jid, &key, number), part).await {
                    return tracing::warn!("the answer of job {jid} is not sent: {error}");
                }
            }
        });
    }

    pub(super) fn note(&mut self, jid: &Jid) -> Result<(), String> {
        let Some(record) = self.records.get(jid) else { return Ok(()) };
        self.agent.journal.note(jid, record).map_err(|error| chain(&error))
    }

    pub(super) fn start(&mut self, jid: &Jid) -> Vec<Effect> {
        let Some(work) = self.work.get_mut(jid) else { return vec![] };
        let (kill, killed) = oneshot::channel();
        work.kill = Some(kill);
        work.has_started = true;
        let (call, deadline) = (work.call.clone(), work.deadline);
        let supplier = self.supplier();
        let (news, jid) = (self.news.clone(), jid.clone());
        let (changes, may_change) = (changes_grains(&call.fun), call.fun.starts_with("state."));
        let runner = Arc::clone(&self.agent.runner);
        tokio::spawn(async move {
            let asks_version = call.fun == "test.versions";
            let mut ended = supplier.run(call, deadline, killed).await;
            if let Some(text) = ended.result.as_str().filter(|_| asks_version && ended.retcode == 0) {
                // The program that ran the job may be newer than the agent that runs.
                ended.result = format!("{text}\norchestrate-agent: {VERSION}").into();
            }
            // The card is on its way before the answer: who asks next may target the new grains.
            if changes {
                collect(Arc::clone(&runner), &news).await;
            }
            let _ = news.send(News::Ended(jid, ended));
            if may_change {
                collect(runner, &news).await;
            }
        });
        vec![]
    }

    pub(super) fn acknowledge(&mut self, jid: Jid, state: AckState) -> Vec<Effect> {
        let subject = subjects::ack(&jid, &self.agent.identity.public());
        let ack = Signed::new(Domain::Ack, &Ack { jid, state }, &self.agent.identity);
        if let Ok(bytes) = ack.and_then(|ack| ack.to_bytes()) {
            let transport = Arc::clone(&self.transport);
            tokio::spawn(async move { transport.publish(subject, bytes).await });
        }
        vec![]
    }

    pub(super) fn not_started(&mut self, jid: &Jid, refusal: &Refusal) -> Vec<Effect> {
        self.ended(jid, Ended::without_result(Status::Refused, refusal.to_string()))
    }

    pub(super) fn conflict(&mut self, jid: &Jid, other: &Jid) -> Vec<Effect> {
        let fun = self.records.get(other).map_or("state run", |record| record.fun.as_str());
        let told = format!("The function \"{fun}\" is running with job {other}; queue=True waits for it");
        let result = serde_json::json!([told]);
        self.ended(jid, Ended { status: Status::Done, result, retcode: 1, out: None })
    }

    /// Writes an answer to disk, then notes that the job ended.
    pub(super) fn ended(&mut self, jid: &Jid, ended: Ended) -> Vec<Effect> {
        // The first end counts: a job that was killed while it waited cannot end again.
        if self.job_table.find(jid).is_none_or(|known| known.stage != Stage::Begun) {
            return vec![];
        }
        let Some(record) = self.records.get(jid).cloned() else { return vec![] };
        self.work.remove(jid);
        let mut answer = self.answer(jid, &record.fun, ended);
        let mut parts = answer.parts(&self.agent.identity, &record.readers);
        if let Err(refusal) = &parts {
            answer.result = refusal.to_string().into();
            answer.retcode = 1;
            parts = answer.parts(&self.agent.identity, &record.readers);
        }
        let Ok(parts) = parts else { return vec![] };
        if let Err(error) = self.agent.journal.keep(jid, &parts) {
            tracing::error!("the answer of job {jid} is kept in memory alone: {}", chain(&error));
            self.unwritten.insert(jid.clone(), parts);
        }
        let effects = self.job_table.ended(jid);
        self.note_stage(jid);
        effects
    }

    pub(super) fn note_stage(&mut self, jid: &Jid) {
        let (Some(known), Some(record)) = (self.job_table.find(jid), self.records.get_mut(jid)) else {
            return;
        };
        // An answer that is only in memory is lost with the agent, so the journal still has the job as begun.
        if known.stage == Stage::Answered && self.unwritten.contains_key(jid) {
            return;
        }
        record.known = known.clone();
        if let Err(error) = self.agent.journal.note(jid, record) {
            tracing::error!("{}", chain(&error));
        }
    }

    pub(super) fn offer_kept(&mut self, jid: &Jid) -> Vec<Effect> {
        let parts = self.unwritten.get(jid).cloned().or_else(|| self.agent.journal.parts(jid));
        if let Some(parts) = parts {
            self.offer(jid, parts, true);
        }
        vec![]
    }

    /// Brings the parts of an answer into the stream; what is kept is offered until the stream has it.
    pub(super) fn offer(&mut self, jid: &Jid, parts: Vec<Vec<u8>>, is_kept: bool) {
        if is_kept && !self.offering.insert(jid.clone()) {
            return;
        }
        let (transport, news, jid) = (Arc::clone(&self.transport), self.news.clone(), jid.clone());
        let key = self.agent.identity.public();
        tokio::spawn(async move {
            for (number, part) in parts.into_iter().enumerate() {
                if let Err(error) = transport.store(subjects::answer(&jid, &key, number), part).await {
                    tracing::warn!("the answer of job {jid} is not stored yet: {error}");
                    if is_kept {
                        tokio::time::sleep(OFFER_AGAIN).await;
                        let _ = news.send(News::NotStored(jid));
                    }
                    return;
                }
            }
            if is_kept {
                let _ = news.send(News::Stored(jid));
            }
        });
    }
}
