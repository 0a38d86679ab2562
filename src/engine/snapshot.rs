//! What this process has read: typed results per connection, kind and name.
//!
//! Made before rendering, so that what a template asks for is not read again by the states of the run. Filled in crowds
//! before the walk; a mutation forgets what it touched; only what is missing is read again.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures::future::join_all;

use crate::aws::{ApiError, Aws, Connection, Fault, Sessions};
use crate::model::{Aspects, Reference, Value};
use crate::resources::{AnyLive, AnySource, Ask, Known, Sight, sources};

/// One connection of a run.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct SessionId(pub usize);

/// The answer to one ask.
type Answer = Result<Option<AnyLive>, ApiError>;

struct Entry {
    aspects: Aspects,
    answer: Answer,
}

/// Something a state of this run will make.
struct Promise {
    session: SessionId,
    reference: Reference,
    state: usize,
}

/// What this run has read, what it will make and what it has made.
pub struct Snapshot {
    sessions: Arc<Sessions>,
    open: Mutex<Vec<(Connection, Arc<Aws>)>>,
    sources: HashMap<&'static str, &'static dyn AnySource>,
    entries: Mutex<HashMap<(SessionId, Reference), Entry>>,
    promises: Mutex<Vec<Promise>>,
    broken: Mutex<Vec<Promise>>,
    created: Mutex<HashSet<(SessionId, &'static str, String)>>,
    /// What execution functions have asked that is no kind's.
    answers: Mutex<HashMap<(SessionId, String), Value>>,
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
            entries: Mutex::default(),
            promises: Mutex::default(),
            broken: Mutex::default(),
            created: Mutex::default(),
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
        lock(&self.promises).push(Promise { session, reference, state });
    }

    /// Notes that a state will not, or no longer, make what it promised.
    pub fn settle(&self, state: usize) {
        lock(&self.promises).retain(|promise| promise.state != state);
    }

    /// Notes that a state failed, so that what it promised may never be.
    pub fn fail(&self, state: usize) {
        let failed =
            lock(&self.promises).extract_if(.., |promise| promise.state == state).collect::<Vec<_>>();
        lock(&self.broken).extend(failed);
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
        lock(&self.entries).len()
    }

    /// True when nothing has been read.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// True when the answer to this ask is known.
    pub fn knows(&self, session: SessionId, ask: &Ask) -> bool {
        self.entry(session, &ask.reference, ask.aspects).is_some()
    }

    /// Reads everything asked for that is not known, each kind of each connection in one crowd, all side by side.
    pub async fn fetch(&self, asks: Vec<(SessionId, Ask)>) {
        let mut crowds: HashMap<(SessionId, &'static str), Vec<Ask>> = HashMap::new();
        for (session, ask) in asks {
            if !self.knows(session, &ask) {
                add(crowds.entry((session, ask.reference.kind)).or_default(), ask);
            }
        }
        join_all(crowds.into_iter().map(|((session, kind), crowd)| self.describe(session, kind, crowd)))
            .await;
    }

    async fn describe(&self, session: SessionId, kind: &'static str, crowd: Vec<Ask>) {
        let (Some(aws), Some(source)) = (self.aws(session), self.sources.get(kind)) else {
            let nobody = |ask: &Ask| {
                ApiError::found(
                    "read",
                    &ask.reference,
                    Fault::Unsupported,
                    "this build knows nothing of that kind",
                )
            };
            for ask in &crowd {
                self.store(session, ask, Err(nobody(ask)));
            }
            return;
        };
        let mut answers = source.describe(&aws, &crowd).await.0;
        for ask in &crowd {
            let answer = answers.swap_remove(&ask.reference).unwrap_or_else(|| {
                Err(ApiError::found("read", &ask.reference, Fault::Other, "the kind gave no answer"))
            });
            self.store(session, ask, answer);
        }
    }

    fn store(&self, session: SessionId, ask: &Ask, answer: Answer) {
        let key = (session, ask.reference.clone());
        lock(&self.entries).insert(key, Entry { aspects: ask.aspects, answer });
    }

    /// What is known, else what AWS says now.
    ///
    /// # Errors
    /// Why it could not be read.
    pub async fn read(&self, session: SessionId, ask: &Ask) -> Answer {
        if !self.knows(session, ask) {
            self.fetch(vec![(session, ask.clone())]).await;
        }
        self.entry(session, &ask.reference, ask.aspects).unwrap_or(Ok(None))
    }

    /// Forgets whatever bears these names, in every scope.
    pub fn forget(&self, session: SessionId, references: &[Reference]) {
        lock(&self.entries).retain(|(of, known), _| {
            *of != session || !references.iter().any(|reference| known.is_provided_by(reference))
        });
        lock(&self.answers).clear();
    }

    /// Forgets all things of these kinds, of every connection.
    pub fn forget_kinds(&self, kinds: &[&'static str]) {
        lock(&self.entries).retain(|(_, known), _| !kinds.contains(&known.kind));
        lock(&self.answers).clear();
    }

    /// The answer that was kept for a question.
    pub fn recall(&self, session: SessionId, question: &str) -> Option<Value> {
        lock(&self.answers).get(&(session, question.to_owned())).cloned()
    }

    /// Keeps an answer until something is changed.
    pub fn keep(&self, session: SessionId, question: String, answer: Value) {
        lock(&self.answers).insert((session, question), answer);
    }

    /// An attribute of a thing of that kind.
    pub fn attribute(&self, kind: &'static str, live: &AnyLive, attribute: &str) -> Option<Value> {
        self.sources.get(kind)?.attribute(live, attribute)
    }

    fn entry(&self, session: SessionId, reference: &Reference, aspects: Aspects) -> Option<Answer> {
        let entries = lock(&self.entries);
        let entry = entries.get(&(session, reference.clone()))?;
        entry.aspects.has(aspects).then(|| entry.answer.clone())
    }
}

/// Adds an ask to a crowd; two asks for one thing become one for both their aspects.
fn add(crowd: &mut Vec<Ask>, ask: Ask) {
    match crowd.iter_mut().find(|known| known.reference == ask.reference) {
        Some(known) => known.aspects |= ask.aspects,
        None => crowd.push(ask),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The snapshot as one state sees it: through its own connection.
pub struct View<'a> {
    snapshot: &'a Snapshot,
    session: SessionId,
}

impl<'a> View<'a> {
    /// The view through a connection.
    pub fn new(snapshot: &'a Snapshot, session: SessionId) -> Self {
        Self { snapshot, session }
    }

    fn is_among(&self, promises: &Mutex<Vec<Promise>>, reference: &Reference) -> bool {
        let is_it = |it: &Promise| it.session == self.session && reference.is_provided_by(&it.reference);
        lock(promises).iter().any(is_it)
    }
}

impl Known for View<'_> {
    fn sight(&self, reference: &Reference, attribute: &str, aspects: Aspects) -> Sight {
        match self.snapshot.entry(self.session, reference, aspects) {
            None => Sight::Unread,
            Some(Ok(None)) => Sight::Absent,
            Some(Err(error)) => Sight::Failed(error),
            Some(Ok(Some(live))) => {
                let source = self.snapshot.sources.get(reference.kind);
                Sight::Found(source.and_then(|source| source.attribute(&live, attribute)))
            }
        }
    }

    fn is_promised(&self, reference: &Reference) -> bool {
        self.is_among(&self.snapshot.promises, reference)
    }

    fn is_broken(&self, reference: &Reference) -> bool {
        self.is_among(&self.snapshot.broken, reference)
    }
}
