//! What this process has read: typed results per connection, kind and name.
//!
//! Made before rendering, so that what a template asks for is not read again by the states of the run. Filled in crowds
//! before the walk; a mutation forgets what it touched; only what is missing is read again, together with whatever
//! else of its kind is missing at that moment.

mod answers;
mod deleted;
mod desk;
mod known;
mod promises;
mod view;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures::future::join_all;
use indexmap::IndexMap;

pub use self::desk::Changing;
use self::desk::{Crowd, Desk};
use self::known::KnownThings;
use self::promises::Promises;
pub use self::view::View;
use crate::aws::{ApiError, Aws, Connection, Fault, Sessions};
use crate::model::{Aspects, Reference, Value};
use crate::resources::{AnyLive, AnySource, Ask, Question, sources};

/// One connection of a run.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct SessionId(pub usize);

/// The answer to one ask.
type Answer = Result<Option<AnyLive>, ApiError>;

/// One kind of one connection.
type Place = (SessionId, &'static str);

/// How often something is read that is changed, each time, before the answer comes.
const ATTEMPTS: usize = 8;

/// What this run has read, what it will make and what it has made.
pub struct Snapshot {
    sessions: Arc<Sessions>,
    open: Mutex<Vec<(Connection, Arc<Aws>)>>,
    sources: HashMap<&'static str, &'static dyn AnySource>,
    known: Mutex<KnownThings>,
    desks: Mutex<HashMap<Place, Arc<Desk>>>,
    promises: Mutex<Promises>,
    created: Mutex<HashSet<(SessionId, &'static str, String)>>,
    deleted: Mutex<deleted::DeletedKinds>,
    /// What execution functions have asked that is no kind's.
    answers: Mutex<HashMap<(SessionId, Question), Value>>,
}

impl Snapshot {
    /// Nothing read yet.
    pub fn new(sessions: Arc<Sessions>) -> Self {
        Self::of(sessions, sources())
    }

    /// Nothing read yet, of these sources only.
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
        }
    }

    /// All connections of the process.
    pub fn sessions(&self) -> &Sessions {
        &self.sessions
    }

    /// The number of a connection, the same for the same connection. Makes no call.
    pub async fn open(&self, connection: &Connection) -> SessionId {
        let aws = self.sessions.open(connection).await;
        let mut open = lock(&self.open);
        let known = open.iter().position(|(known, _)| known == connection);
        SessionId(known.unwrap_or_else(|| {
            open.push((connection.clone(), aws));
            open.len() - 1
        }))
    }

    /// The clients of a connection.
    pub fn aws(&self, session: SessionId) -> Option<Arc<Aws>> {
        lock(&self.open).get(session.0).map(|(_, aws)| aws.clone())
    }

    /// Notes that a state will make this.
    pub fn promise(&self, session: SessionId, reference: Reference, state: usize) {
        lock(&self.promises).add(session, reference, state);
    }

    /// Notes that a state will not, or no longer, make what it promised.
    pub fn settle(&self, state: usize) {
        lock(&self.promises).settle(state);
    }

    /// Notes that a state failed, so that what it promised may never be.
    pub fn fail(&self, state: usize) {
        lock(&self.promises).fail(state);
    }

    /// Notes that this run has made these, so that they may not be visible everywhere yet.
    pub fn note_created(&self, session: SessionId, references: &[Reference]) {
        let mut created = lock(&self.created);
        created.extend(references.iter().map(|reference| (session, reference.kind, reference.name.clone())));
    }

    /// True when this run has made one of these.
    pub fn has_created(&self, session: SessionId, references: &[Reference]) -> bool {
        let created = lock(&self.created);
        references
            .iter()
            .any(|reference| created.contains(&(session, reference.kind, reference.name.clone())))
    }

    /// How many things have been read.
    pub fn len(&self) -> usize {
        lock(&self.known).len()
    }

    /// True when nothing has been read.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// True when the answer to this ask is known.
    pub fn knows(&self, session: SessionId, ask: &Ask) -> bool {
        self.entry(session, &ask.reference, ask.aspects).is_some()
    }

    /// What was read of a thing: absent, or what there is. None when it was not read, or could not be.
    pub fn peek(&self, session: SessionId, ask: &Ask) -> Option<Option<AnyLive>> {
        self.entry(session, &ask.reference, ask.aspects)?.ok()
    }

    /// True for a kind whose reading is cheaper once others have been read.
    pub fn is_better_late(&self, ask: &Ask) -> bool {
        self.sources.get(ask.reference.kind).is_some_and(|source| source.is_better_late())
    }

    /// Reads everything asked for that is not known, each kind of each connection in one crowd, all side by side.
    pub async fn fetch(&self, asks: Vec<(SessionId, Ask)>) {
        let mut crowds: IndexMap<Place, Crowd> = IndexMap::new();
        for (session, Ask { reference, aspects }) in asks {
            let crowd = crowds.entry((session, reference.kind)).or_default();
            *crowd.entry(reference).or_default() |= aspects;
        }
        self.leave_to_wholes(&mut crowds);
        join_all(crowds.iter().map(|(place, crowd)| self.crowd(*place, crowd))).await;
    }

    /// What belongs to something that is read anyway is told by that.
    fn leave_to_wholes(&self, crowds: &mut IndexMap<Place, Crowd>) {
        let mut left = vec![];
        for ((session, kind), crowd) in crowds.iter() {
            let Some(source) = self.sources.get(kind) else { continue };
            for part in crowd.keys() {
                let Some(whole) = source.whole(part) else { continue };
                let asked = crowds.get(&(*session, whole.reference.kind));
                if asked.is_some_and(|crowd| crowd.contains_key(&whole.reference)) {
                    left.push((*session, part.clone(), whole));
                }
            }
        }
        for (session, part, whole) in left {
            if let Some(crowd) = crowds.get_mut(&(session, part.kind)) {
                crowd.swap_remove(&part);
            }
            if let Some(crowd) = crowds.get_mut(&(session, whole.reference.kind)) {
                *crowd.entry(whole.reference).or_default() |= whole.aspects;
            }
        }
    }

    /// Reads a crowd, together with whatever else of the kind is asked for until its turn comes.
    async fn crowd(&self, place: Place, crowd: &Crowd) {
        if crowd.is_empty() {
            return;
        }
        let desk = self.desk(place);
        let (_turn, noted) = desk.join(crowd).await;
        let noted = noted.into_iter().map(|(reference, aspects)| Ask { reference, aspects });
        let mut asks: Vec<Ask> = noted.filter(|ask| !self.knows(place.0, ask)).collect();
        let since = {
            let known = lock(&self.known);
            for ask in &mut asks {
                ask.aspects |= known.aspects(place.0, &ask.reference);
            }
            known.now()
        };
        if !asks.is_empty() {
            self.describe(place, asks, since).await;
        }
    }

    async fn describe(&self, (session, kind): Place, crowd: Vec<Ask>, since: u64) {
        let mut answers = match (self.aws(session), self.sources.get(kind)) {
            (Some(aws), Some(source)) => source.describe(&aws, &crowd).await.0,
            _ => IndexMap::new(),
        };
        let is_known = self.sources.contains_key(kind);
        let mut known = lock(&self.known);
        for ask in &crowd {
            let answer = answers.swap_remove(&ask.reference);
            let nothing = || Err(unanswered(&ask.reference, is_known));
            known.store(session, ask, answer.unwrap_or_else(nothing), since);
        }
    }

    fn desk(&self, place: Place) -> Arc<Desk> {
        lock(&self.desks).entry(place).or_default().clone()
    }

    /// Notes that something of this kind is being changed, until the answer is dropped.
    pub fn changing(&self, session: SessionId, kind: &'static str) -> Changing {
        Changing::at(self.desk((session, kind)))
    }

    /// What is known, else what AWS says now.
    ///
    /// # Errors
    /// Why it could not be read.
    pub async fn read(&self, session: SessionId, ask: &Ask) -> Answer {
        for _ in 0..ATTEMPTS {
            if let Some(answer) = self.entry(session, &ask.reference, ask.aspects) {
                return answer;
            }
            self.fetch(vec![(session, ask.clone())]).await;
        }
        let restless = "it was changed each time before the answer came";
        self.entry(session, &ask.reference, ask.aspects)
            .unwrap_or_else(|| Err(ApiError::found("read", &ask.reference, Fault::Conflict, restless)))
    }

    /// Forgets whatever bears these names, in every scope.
    pub fn forget(&self, session: SessionId, references: &[Reference]) {
        let mut known = lock(&self.known);
        for reference in references {
            known.forget(session, reference);
        }
        lock(&self.answers).clear();
    }

    /// What is known of a thing, by its own reading or by that of what it belongs to.
    fn entry(&self, session: SessionId, reference: &Reference, aspects: Aspects) -> Option<Answer> {
        let known = lock(&self.known);
        if let Some(answer) = known.get(session, reference, aspects) {
            return Some(answer.clone());
        }
        let source = self.sources.get(reference.kind)?;
        let whole = source.whole(reference)?;
        let answer = known.get(session, &whole.reference, whole.aspects)?;
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
