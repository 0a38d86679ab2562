//! The reads of this process: typed results by session, kind and name, each with the moment at which AWS was asked.
//!
//! Created before rendering, so that the states of the run do not repeat the reads of templates. Filled by large reads
//! before the walk; a mutation forgets the things that it changed; only missing things are read again, together with
//! other missing things of their kind.

mod answers;
mod deleted;
mod forget;
mod known;
mod promises;
mod read_queue;
mod view;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures::future::join_all;
use indexmap::IndexMap;

pub use self::known::Moment;
use self::known::{Demand, KnownThings};
use self::promises::Promises;
pub use self::read_queue::Changing;
use self::read_queue::{Crowd, ReadQueue};
pub use self::view::View;
use aws::{ApiError, Aws, Connection, Fault, Sessions};
use kind::{AnyLive, AnySource, Ask, Question};
use kinds::sources;
use model::{Reference, Value};

/// One session of a run: an account, a region, an endpoint, and a user or role.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct SessionId(pub usize);

/// The answer to one request.
type ReadResult = Result<Option<AnyLive>, ApiError>;

/// One kind of one connection.
type KindInSession = (SessionId, &'static str);

/// How often a thing is read again that is changed, each time, before the answer comes.
const ATTEMPTS: usize = 8;

/// What this run has read, will make, and has made.
pub struct Snapshot {
    sessions: Arc<Sessions>,
    open: Mutex<Vec<Arc<Aws>>>,
    sources: HashMap<&'static str, &'static dyn AnySource>,
    known: Mutex<KnownThings>,
    desks: Mutex<HashMap<KindInSession, Arc<ReadQueue>>>,
    promises: Mutex<Promises>,
    created: Mutex<HashSet<(SessionId, &'static str, String)>>,
    deleted: Mutex<deleted::DeletedKinds>,
    /// Answers of execution functions that belong to no kind.
    answers: Mutex<HashMap<(SessionId, Question), Value>>,
    /// Execution functions may only use answers from after this.
    functions_since: Mutex<Moment>,
}

impl Snapshot {
    /// Nothing read yet.
    pub fn new(sessions: Arc<Sessions>) -> Self {
        Self::of(sessions, sources())
    }

    /// Nothing read yet, with these sources only.
    pub fn of(sessions: Arc<Sessions>, sources: impl IntoIterator<Item = &'static dyn AnySource>) -> Self {
        Self {
            sessions,
            open: Mutex::default(),
            sources: sources.into_iter().map(|source| (source.kind(), source)).collect(),
            known: Mutex::default(),
            desks: Mutex::default(),
            promises: Mutex::default(),
            created: Mutex::default(),
            deleted: Mutex::default(),
            answers: Mutex::default(),
            functions_since: Mutex::default(),
        }
    }

    /// All connections of the process.
    pub fn sessions(&self) -> &Sessions {
        &self.sessions
    }

    /// The number of a session, the same for each spelling of it.
    ///
    /// Makes no call, unless two spellings may mean the same account.
    pub async fn open(&self, connection: &Connection) -> SessionId {
        let aws = self.sessions.open(connection).await;
        let mut open = lock(&self.open);
        let known = open.iter().position(|known| Arc::ptr_eq(known, &aws));
        SessionId(known.unwrap_or_else(|| {
            open.push(aws);
            open.len() - 1
        }))
    }

    /// The clients of a connection.
    pub fn aws(&self, session: SessionId) -> Option<Arc<Aws>> {
        lock(&self.open).get(session.0).cloned()
    }

    /// The number of things that have been read.
    pub fn len(&self) -> usize {
        lock(&self.known).len()
    }

    /// True when nothing has been read.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A moment later than all before it. Later requests are read after it.
    pub fn now(&self) -> Moment {
        lock(&self.known).now()
    }

    /// True when the answer to this request is known, of any age.
    pub fn knows(&self, session: SessionId, ask: &Ask) -> bool {
        self.knows_since(session, ask, Moment::START)
    }

    /// True when the answer to this request is known, and AWS was not asked before `since`.
    pub fn knows_since(&self, session: SessionId, ask: &Ask, since: Moment) -> bool {
        self.entry(session, &ask.reference, Demand { aspects: ask.aspects, since }).is_some()
    }

    /// The answer about a thing: absent, or its content. None if it was not read, or could not be.
    pub fn peek(&self, session: SessionId, ask: &Ask) -> Option<Option<AnyLive>> {
        self.known_to(session, ask)?.ok()
    }

    /// Why a thing could not be read.
    pub fn failure(&self, session: SessionId, ask: &Ask) -> Option<ApiError> {
        self.known_to(session, ask)?.err()
    }

    /// The answer to this request, of any age.
    fn known_to(&self, session: SessionId, ask: &Ask) -> Option<ReadResult> {
        self.entry(session, &ask.reference, Demand { aspects: ask.aspects, since: Moment::START })
    }

    /// True for a kind whose reads are cheaper after others have been made.
    pub fn is_better_late(&self, ask: &Ask) -> bool {
        self.sources.get(ask.reference.kind).is_some_and(|source| source.is_better_late())
    }

    /// Reads all requested things that are not known, in one read for each kind of each connection, all in parallel.
    pub async fn fetch(&self, asks: Vec<(SessionId, Ask)>) {
        self.fetch_since(asks, Moment::START).await;
    }

    /// The same; answers from before `since` count as not known.
    pub async fn fetch_since(&self, asks: Vec<(SessionId, Ask)>, since: Moment) {
        let mut crowds: IndexMap<KindInSession, Crowd> = IndexMap::new();
        for (session, Ask { reference, aspects }) in asks {
            let crowd = crowds.entry((session, reference.kind)).or_default();
            crowd.entry(reference).or_default().add(Demand { aspects, since });
        }
        self.leave_to_wholes(&mut crowds);
        join_all(crowds.iter().map(|(place, crowd)| self.crowd(*place, crowd))).await;
    }

    /// A part of a thing that is read anyway comes with that read.
    fn leave_to_wholes(&self, crowds: &mut IndexMap<KindInSession, Crowd>) {
        let mut left = vec![];
        for ((session, kind), crowd) in crowds.iter() {
            let Some(source) = self.sources.get(kind) else { continue };
            for (part, demand) in crowd {
                let Some(whole) = source.whole(part) else { continue };
                let asked = crowds.get(&(*session, whole.reference.kind));
                if asked.is_some_and(|crowd| crowd.contains_key(&whole.reference)) {
                    left.push((*session, part.clone(), whole, demand.since));
                }
            }
        }
        for (session, part, whole, since) in left {
            if let Some(crowd) = crowds.get_mut(&(session, part.kind)) {
                crowd.swap_remove(&part);
            }
            if let Some(crowd) = crowds.get_mut(&(session, whole.reference.kind)) {
                crowd.entry(whole.reference).or_default().add(Demand { aspects: whole.aspects, since });
            }
        }
    }

    /// Reads requested things, together with all others of the kind that are requested until its turn comes.
    async fn crowd(&self, place: KindInSession, crowd: &Crowd) {
        if crowd.is_empty() {
            return;
        }
        let read_queue = self.read_queue(place);
        let is_missing =
            |reference: &Reference, demand: Demand| self.entry(place.0, reference, demand).is_none();
        let (_turn, missing) = read_queue.join(crowd, is_missing).await;
        let asks = missing.into_iter();
        let mut asks: Vec<Ask> =
            asks.map(|(reference, demand)| Ask { reference, aspects: demand.aspects }).collect();
        if asks.is_empty() {
            return;
        }
        let asked = {
            let mut known = lock(&self.known);
            for ask in &mut asks {
                ask.aspects |= known.aspects(place.0, &ask.reference);
            }
            known.now()
        };
        self.describe(place, asks, asked).await;
    }

    async fn describe(&self, (session, kind): KindInSession, crowd: Vec<Ask>, asked: Moment) {
        let mut answers = match (self.aws(session), self.sources.get(kind)) {
            (Some(aws), Some(source)) => source.describe(&aws, &crowd).await.0,
            _ => IndexMap::new(),
        };
        let is_known = self.sources.contains_key(kind);
        let mut known = lock(&self.known);
        for ask in &crowd {
            let answer = answers.swap_remove(&ask.reference);
            let nothing = || Err(unanswered(&ask.reference, is_known));
            known.store(session, ask, answer.unwrap_or_else(nothing), asked);
        }
    }

    fn read_queue(&self, place: KindInSession) -> Arc<ReadQueue> {
        lock(&self.desks).entry(place).or_default().clone()
    }

    /// Notes that something of this kind is being changed, until the result is dropped.
    pub fn changing(&self, session: SessionId, kind: &'static str) -> Changing {
        Changing::at(self.read_queue((session, kind)))
    }

    /// The known answer, else AWS's current answer.
    ///
    /// # Errors
    /// The read failed.
    pub async fn read(&self, session: SessionId, ask: &Ask) -> ReadResult {
        self.read_since(session, ask, Moment::START).await
    }

    /// The same; answers from before `since` count as not known.
    ///
    /// # Errors
    /// The read failed.
    pub async fn read_since(&self, session: SessionId, ask: &Ask, since: Moment) -> ReadResult {
        let demand = Demand { aspects: ask.aspects, since };
        for _ in 0..ATTEMPTS {
            if let Some(answer) = self.entry(session, &ask.reference, demand) {
                return answer;
            }
            self.fetch_since(vec![(session, ask.clone())], since).await;
        }
        let restless = "it was changed each time before the answer came";
        self.entry(session, &ask.reference, demand)
            .unwrap_or_else(|| Err(ApiError::found("read", &ask.reference, Fault::Conflict, restless)))
    }

    /// The known answer about a thing, from its own read or from that of the thing that it belongs to.
    fn entry(&self, session: SessionId, reference: &Reference, demand: Demand) -> Option<ReadResult> {
        let known = lock(&self.known);
        if let Some(answer) = known.get(session, reference, demand) {
            return Some(answer.clone());
        }
        let source = self.sources.get(reference.kind)?;
        let whole = source.whole(reference)?;
        let answer = known.get(session, &whole.reference, Demand { aspects: whole.aspects, ..demand })?;
        Some(match answer {
            Ok(Some(live)) => Ok(source.out_of(live, reference)),
            other => other.clone(),
        })
    }
}

fn unanswered(reference: &Reference, is_known: bool) -> ApiError {
    if is_known {
        return ApiError::found("read", reference, Fault::Other, "the kind gave no answer");
    }
    ApiError::found("read", reference, Fault::Unsupported, "this build knows nothing of that kind")
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
