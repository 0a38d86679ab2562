//! The agent's loop: orders in, answers out.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};

use super::child::{Ended, Runner};
use super::grains::{GrainSources, GrainWatch};
use super::journal::{JobNote, Journal};
use super::lists::UnreadableList;
use super::own::exclusive;
use super::socket::listen;
use crate::identity::{Identity, Operators, PublicKey};
use crate::jobs::{Effect, JobTable, Known, Stage, Ticket};
use crate::protocol::subjects::{self, LIST, OPERATORS, in_bucket};
use crate::protocol::{AnsweredCalls, Call, Jid, Order, Status, check};
use crate::transport::{Link, Message, Transport, TransportError};
use crate::trees::{KEPT, TreeCache, TreeSource};
use machine::file::FileError;
use model::{Map, chain};

/// Why the agent left its loop.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Leaving {
    /// The servers refuse the key: it was deleted, or its token expired.
    Refused,
    /// It was asked to end.
    Asked,
}

/// An instance's agent.
pub struct Agent {
    /// Its keys.
    pub identity: Identity,
    /// Its ID.
    pub id: String,
    /// Its grains.
    pub grains: Map,
    /// The key that signs the list of operators.
    pub root: PublicKey,
    /// The operators that it obeys.
    pub operators: Operators,
    /// Its disk.
    pub journal: Journal,
    /// What runs jobs.
    pub runner: Arc<dyn Runner>,
    /// Where trees are fetched from that are not on the servers.
    pub trees: Option<Arc<dyn TreeSource>>,
    /// The keys of the mine, if the kit has some.
    pub mine: Option<Identity>,
    /// How often `mine.update` runs; never if the configuration has no functions for the mine.
    pub mine_interval: Option<Duration>,
    /// Where its grains come from while it runs.
    pub grain_sources: GrainSources,
    /// Gives the time.
    pub clock: fn() -> jiff::Timestamp,
}

pub(super) enum News {
    /// The stored list of operators.
    List(Vec<u8>),
    /// The grains were collected anew.
    Grains(Map),
    Ended(Jid, Ended),
    Stored(Jid),
    NotStored(Jid),
}

/// A job under way.
pub(super) struct Work {
    pub(super) call: Call,
    pub(super) deadline: Duration,
    pub(super) kill: Option<oneshot::Sender<()>>,
    pub(super) has_started: bool,
}

pub(super) struct Serving<'a> {
    pub(super) agent: &'a mut Agent,
    pub(super) transport: Arc<dyn Transport>,
    pub(super) job_table: JobTable,
    pub(super) records: BTreeMap<Jid, JobNote>,
    pub(super) work: BTreeMap<Jid, Work>,
    /// Answers that could not be written to disk: they are offered from memory.
    pub(super) unwritten: BTreeMap<Jid, Vec<Vec<u8>>>,
    pub(super) offering: BTreeSet<Jid>,
    pub(super) news: mpsc::UnboundedSender<News>,
    pub(super) cache: Arc<TreeCache>,
    pub(super) answered_calls: AnsweredCalls,
    /// The version of a list of operators that this agent cannot read, and why: it obeys nobody until it can.
    pub(super) unreadable_list: Option<UnreadableList>,
}

/// Journal entries older than this are dropped, in seconds. Longer than any order may be old.
const REMEMBERED: i64 = crate::protocol::OLDEST_JOB + 24 * 3600;
const HOUR: Duration = Duration::from_secs(3600);
impl Agent {
    /// Serves until the servers refuse the key, or `stop` fires.
    ///
    /// # Errors
    ///
    /// The subscriptions cannot be made, or the journal cannot be read.
    pub async fn serve(
        &mut self,
        transport: Arc<dyn Transport>,
        mut stop: oneshot::Receiver<()>,
    ) -> Result<Leaving, TransportError> {
        let key = self.identity.public();
        let mut orders = transport.subscribe(subjects::order(&key)).await?;
        let mut roll_calls = transport.subscribe(subjects::ROLL_CALL.to_owned()).await?;
        let list = in_bucket(OPERATORS, LIST);
        let mut lists = transport.subscribe(list.clone()).await?;
        let mut link = transport.link();
        let (news, mut arrivals) = mpsc::unbounded_channel();
        let mut questions = listen(self.journal.directory());
        let mut serving = Serving::new(self, Arc::clone(&transport), news)?;
        serving.begin_with_list().await;
        serving.introduce(true);
        let mut hourly = tokio::time::interval(HOUR);
        let mut grain_watch = GrainWatch::new(serving.agent.grain_sources.clone());
        let mine_interval = serving.agent.mine_interval;
        let mut mining = tokio::time::interval(mine_interval.unwrap_or(HOUR));
        loop {
            tokio::select! {
                Some(order) = orders.recv() => serving.ordered(&order),
                Some(call) = roll_calls.recv() => serving.called(&call),
                Some(message) = lists.recv() => serving.trust(&message.payload),
                Some(news) = arrivals.recv() => serving.arrived(news),
                Some(asked) = questions.recv() => serving.asked(asked).await,
                () = grain_watch.due() => serving.collect_grains(),
                _ = hourly.tick() => serving.hour(),
                _ = mining.tick(), if mine_interval.is_some() => serving.update_mine(),
                changed = link.changed() => {
                    let now = *link.borrow_and_update();
                    match now {
                        Link::Refused => return Ok(Leaving::Refused),
                        Link::Up(_) if changed.is_ok() => serving.reconnected(),
                        _ => {}
                    }
                }
                _ = &mut stop => return Ok(Leaving::Asked),
            }
        }
    }
}

impl<'a> Serving<'a> {
    fn new(
        agent: &'a mut Agent,
        transport: Arc<dyn Transport>,
        news: mpsc::UnboundedSender<News>,
    ) -> Result<Self, TransportError> {
        let unreadable = |error: FileError| TransportError::Failed {
            attempt: "reading the journal",
            reason: chain(&error),
        };
        let records = agent.journal.load().map_err(unreadable)?;
        let known = records.iter().map(|(jid, record)| (jid.clone(), record.known.clone())).collect();
        let (job_table, effects) = JobTable::restore(known);
        let cache = Arc::new(TreeCache::new(agent.journal.trees(), KEPT).with_source(agent.trees.clone()));
        let mut serving = Self {
            agent,
            cache,
            transport,
            job_table,
            records,
            work: BTreeMap::new(),
            unwritten: BTreeMap::new(),
            offering: BTreeSet::new(),
            news,
            answered_calls: AnsweredCalls::default(),
            unreadable_list: None,
        };
        serving.carry_out(effects);
        Ok(serving)
    }

    /// After a connection: the list of operators, the card, and what waits on disk.
    fn reconnected(&mut self) {
        let effects = self.job_table.reconnected();
        self.carry_out(effects);
        self.look_for_list();
        self.introduce(false);
    }

    fn ordered(&mut self, message: &Message) {
        match check(&message.payload, self.receiver()) {
            Err((refusal, None)) => tracing::warn!("an order is ignored: {refusal}"),
            Err((refusal, Some(order))) => {
                tracing::warn!("job {} is refused: {refusal}", order.jid);
                // The answer of a job that ran under this number stays what it is.
                if self.job_table.find(&order.jid).is_none() {
                    self.answer_at_once(
                        &order,
                        Ended::without_result(Status::Refused, refusal.to_string()),
                        "",
                    );
                }
            }
            Ok((order, call)) => {
                // A job that has begun goes on, and its answer stays what it is.
                let is_new = self.job_table.find(&order.jid).is_none();
                if let Some(list) = self.unreadable_list.as_ref().filter(|_| is_new) {
                    let ended = Ended::without_result(Status::Refused, list.why.to_string());
                    return self.answer_at_once(&order, ended, "");
                }
                if order.operators > self.agent.operators.version {
                    self.look_for_list();
                }
                self.accepted(order, call);
            }
        }
    }

    fn accepted(&mut self, order: Order, call: Call) {
        if let Some(ended) = self.own_function(&call) {
            return self.answer_at_once(&order, ended, &call.fun);
        }
        let exclusive = exclusive(&call);
        let known = Known { nonce: order.nonce.clone(), stage: Stage::Begun };
        let ticket = Ticket { jid: order.jid.clone(), nonce: order.nonce, exclusive };
        if self.job_table.find(&order.jid).is_none() {
            let readers = self.readers(&order.readers, &call.fun);
            let record = JobNote { known, fun: call.fun.clone(), readers };
            self.records.insert(order.jid.clone(), record);
            let deadline = Duration::from_secs(order.deadline);
            self.work.insert(order.jid.clone(), Work { call, deadline, kill: None, has_started: false });
        }
        let effects = self.job_table.ordered(ticket);
        self.carry_out(effects);
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        let mut effects = std::collections::VecDeque::from(effects);
        while let Some(effect) = effects.pop_front() {
            let more = match effect {
                Effect::Note(jid) => match self.note(&jid) {
                    Ok(()) => self.job_table.noted(&jid),
                    Err(reason) => self.job_table.not_noted(&jid, reason),
                },
                Effect::Start(jid) => self.start(&jid),
                Effect::Acknowledge(jid, state) => self.acknowledge(jid, state),
                Effect::Refuse(jid, refusal) => self.not_started(&jid, &refusal),
                Effect::Conflict(jid, other) => self.conflict(&jid, &other),
                Effect::Interrupted(jid) => {
                    let reason = "the agent ended while the job ran; it is not run again";
                    self.ended(&jid, Ended::without_result(Status::Interrupted, reason))
                }
                Effect::Offer(jid) => self.offer_kept(&jid),
            };
            effects.extend(more);
        }
    }

    fn arrived(&mut self, news: News) {
        let effects = match news {
            News::List(list) => {
                self.trust(&list);
                vec![]
            }
            News::Grains(grains) => {
                self.have_grains(grains);
                vec![]
            }
            News::Ended(jid, ended) => self.ended(&jid, ended),
            News::NotStored(jid) => {
                self.offering.remove(&jid);
                self.offer_kept(&jid)
            }
            News::Stored(jid) => {
                self.offering.remove(&jid);
                self.unwritten.remove(&jid);
                self.job_table.stored(&jid);
                self.note_stage(&jid);
                self.agent.journal.drop_parts(&jid);
                vec![]
            }
        };
        self.carry_out(effects);
    }

    fn hour(&mut self) {
        self.look_for_token();
        let before = (self.agent.clock)().as_second() - REMEMBERED;
        for jid in self.job_table.forget_before(before) {
            self.agent.journal.forget(&jid);
            self.records.remove(&jid);
        }
    }
}
