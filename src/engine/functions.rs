//! Execution functions of AWS services, which read through the snapshot.
//!
//! `cli` calls [`AwsFunctions::call`] for templates, the command line, `module.run` and the module form of `onlyif`. A
//! read of one function is not repeated by any other, nor by the states of the run. Laws: arguments are checked before
//! any call; a failed read is an error; a test run changes nothing.

use std::collections::HashMap;
use std::sync::LazyLock;

use futures::future::{BoxFuture, FutureExt};

use super::composed;
use super::snapshot::{SessionId, Snapshot};
use aws::{ApiError, Connection, profile};
use kind::{AnyLive, Ask, Asker, AwsFunction, COMPOSITES, CONNECTION, Composite, Question, Reads, Refusal};
use kinds::{Offered, functions};
use model::{
    Effect, Entry, Fields, Invocation, Key, Map, Minion, Node, Outcome, Place, Problem, Problems, Value,
    effect,
};

/// Answers functions in one run.
#[derive(Clone, Copy)]
pub struct AwsFunctions<'a> {
    /// The reads so far, and the connections.
    pub snapshot: &'a Snapshot,
    /// Configuration, grains and pillar: the sources of profiles.
    pub minion: &'a Minion,
    /// False in a test run, in which nothing may be changed.
    pub may_change: bool,
}

/// Why there is no answer.
#[derive(Clone, Debug)]
pub enum Declined {
    /// The arguments do not fit.
    Arguments(Problems),
    /// It would change something in a test run.
    WouldChange,
    /// AWS refused, or the arguments ask for something impossible.
    Refused(Refusal),
}

/// The function with that name.
pub fn find(name: &str) -> Option<Offered> {
    static BY_NAME: LazyLock<HashMap<&str, Offered>> = LazyLock::new(|| {
        functions().flat_map(|it| it.function.names.iter().map(move |&name| (name, it))).collect()
    });
    BY_NAME.get(name).copied()
}

/// The names of all functions, including those that are combined states.
pub fn names() -> impl Iterator<Item = &'static str> {
    let composed = COMPOSITES.iter().flat_map(|composite| composite.function.names);
    functions().flat_map(|it| it.function.names).chain(composed).copied()
}

/// True when there is a function of that name.
pub fn is_known(name: &str) -> bool {
    find(name).is_some() || composed::find(name).is_some()
}

/// The effects of a function; none if there is no such function.
pub fn does(name: &str) -> Option<&'static [Effect]> {
    find(name).map(|it| it.function.does).or_else(|| composed::find(name).map(|_| composed::DOES))
}

/// The arguments of a function, in order; none if there is no such function.
pub fn parameters(name: &str) -> Option<Vec<&'static str>> {
    if let Some(composite) = composed::find(name) {
        return Some(composed::parameters(composite));
    }
    Some(find(name)?.function.parameters().iter().map(|argument| argument.name).collect())
}

impl AwsFunctions<'_> {
    /// Calls a function by one of its names; none when there is no such function.
    ///
    /// # Errors
    /// Arguments that do not fit, reads that failed, and changes in a test run.
    pub async fn call(
        &self,
        name: &str,
        positional: Vec<Value>,
        named: Map,
    ) -> Option<Result<Value, Declined>> {
        if let Some(composite) = composed::find(name) {
            let call = Invocation { function: name.to_owned(), args: positional, kwargs: named };
            return Some(self.compose(composite, call).await);
        }
        let offered = find(name)?;
        let Offered { function, labels, .. } = offered;
        let mut problems = Problems::default();
        let call = bind(function, name, positional, named, &mut problems);
        let connection = call
            .as_ref()
            .and_then(|call| profile::resolve(&call.connection, self.minion, labels, &mut problems));
        let (Some(call), Some(connection), true) = (call, connection, problems.is_empty()) else {
            return Some(Err(Declined::Arguments(problems)));
        };
        let changes = effect::changes(function.does) && !(function.harmless_if)(&call.fields);
        if changes && !self.may_change {
            return Some(Err(Declined::WouldChange));
        }
        Some(self.ask(offered, &connection, &call).await)
    }

    async fn compose(&self, composite: &Composite, call: Invocation) -> Result<Value, Declined> {
        let place = Place::file(THE_CALL);
        let call =
            composed::CheckedCall::read(composite, call, self.minion, &place).map_err(Declined::Arguments)?;
        if !self.may_change && !call.is_test(self.minion) {
            return Err(Declined::WouldChange);
        }
        // Boxed: it would make every function's future larger.
        Ok(Box::pin(call.carry_out_alone(self.snapshot, self.minion)).await)
    }

    async fn ask(&self, offered: Offered, connection: &Connection, call: &Bound) -> Result<Value, Declined> {
        let session = self.snapshot.open(connection).await;
        let Some(aws) = self.snapshot.aws(session) else { return Ok(Value::Null) };
        let reads = ConnectionReader {
            snapshot: self.snapshot,
            session,
            minion: self.minion,
            given: &call.connection,
        };
        let asker = Asker::new(&aws, &reads, offered.service);
        (offered.function.call)(&asker, &call.fields).await.map_err(Declined::Refused)
    }
}

struct Bound {
    fields: Fields,
    connection: Fields,
}

/// The file name in places of a call's arguments.
const THE_CALL: &str = "the call";

/// The arguments of a call with their names, matched as in Python: by position in `order`, then by name.
pub(super) fn entries(
    name: &str,
    order: Vec<&'static str>,
    positional: Vec<Value>,
    named: Map,
    place: &Place,
    problems: &mut Problems,
) -> Vec<(String, Entry)> {
    if positional.len() > order.len() {
        let message =
            format!("{} arguments are given by position, but {name} takes {}", positional.len(), order.len());
        problems.push(Problem::nowhere(message));
        return vec![];
    }
    let entry = |value| Entry { key_place: place.clone(), node: Node::from_value(value, place) };
    let by_place = order.into_iter().map(str::to_owned).zip(positional);
    let by_name =
        named.into_iter().filter(|(key, _)| !is_of_salt(key)).map(|(key, value)| (key.to_string(), value));
    by_place.chain(by_name).map(|(key, value)| (key, entry(value))).collect()
}

fn bind(
    function: &AwsFunction,
    name: &str,
    positional: Vec<Value>,
    named: Map,
    problems: &mut Problems,
) -> Option<Bound> {
    let place = Place::file(THE_CALL);
    let order = function.parameters().iter().map(|argument| argument.name).collect();
    let entries = entries(name, order, positional, named, &place, problems);
    if !problems.is_empty() {
        return None;
    }
    let is_own = |key: &str| function.arguments.iter().any(|argument| argument.is_spelled(key));
    let (shared, own): (Vec<_>, Vec<_>) =
        entries.into_iter().partition(|(key, _)| CONNECTION.contains(&key.as_str()) && !is_own(key));
    let own = match function.rest {
        Some(rest) => gathered(own, rest, is_own, &place),
        None => own,
    };
    let connection = Fields::check(profile::ARGUMENTS, shared, &place, name, problems);
    let fields = Fields::check(function.arguments, own, &place, name, problems);
    Some(Bound { fields, connection })
}

/// Unknown arguments of a function, in the mapping for them; that mapping may be given itself, too.
fn gathered(
    own: Vec<(String, Entry)>,
    rest: &str,
    is_own: impl Fn(&str) -> bool,
    place: &Place,
) -> Vec<(String, Entry)> {
    let (mut own, others): (Vec<_>, Vec<_>) = own.into_iter().partition(|(key, _)| is_own(key));
    if others.is_empty() {
        return own;
    }
    let given = own.iter().position(|(key, _)| key == rest).map(|at| own.remove(at).1.node.to_value());
    let mut all = given.as_ref().and_then(Value::as_map).cloned().unwrap_or_default();
    all.extend(others.into_iter().map(|(key, entry)| (key.into(), entry.node.to_value())));
    let node = Node::from_value(Value::Map(all), place);
    own.push((rest.to_owned(), Entry { key_place: place.clone(), node }));
    own
}

fn is_of_salt(key: &Key) -> bool {
    key.as_str().is_some_and(|name| name.starts_with("__pub_"))
}

/// The snapshot through one connection.
struct ConnectionReader<'a> {
    snapshot: &'a Snapshot,
    session: SessionId,
    minion: &'a Minion,
    /// The connection as the call gives it.
    given: &'a Fields,
}

impl Reads for ConnectionReader<'_> {
    fn read(&self, asks: Vec<Ask>) -> BoxFuture<'_, Vec<Result<Option<AnyLive>, ApiError>>> {
        async move {
            let since = self.snapshot.functions_since();
            let wanted = asks.iter().map(|ask| (self.session, ask.clone())).collect();
            self.snapshot.fetch_since(wanted, since).await;
            let mut answers = Vec::with_capacity(asks.len());
            for ask in &asks {
                answers.push(self.snapshot.read_since(self.session, ask, since).await);
            }
            answers
        }
        .boxed()
    }

    fn attribute(&self, kind: &'static str, live: &AnyLive, attribute: &str) -> Option<Value> {
        self.snapshot.attribute(kind, live, attribute)
    }

    fn recall(&self, question: &Question) -> Option<Value> {
        self.snapshot.recall(self.session, question)
    }

    fn keep(&self, question: Question, answer: Value) {
        self.snapshot.keep(self.session, question, answer);
    }

    fn forget(&self, kinds: &[&'static str]) {
        self.snapshot.forget_kinds(kinds);
    }

    fn forget_all(&self) {
        self.snapshot.forget_all();
    }

    fn carry_out(&self, mut state: Invocation) -> BoxFuture<'_, Result<Outcome, Problems>> {
        let connection = CONNECTION.iter().filter_map(|name| Some(((*name).into(), self.given.value(name)?)));
        state.kwargs.extend(connection);
        async move {
            let call = composed::CheckedCall::of_state(state, self.minion, &Place::file(THE_CALL))?;
            Ok(call.outcome_alone(self.snapshot, self.minion).await)
        }
        .boxed()
    }
}
