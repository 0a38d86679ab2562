//! Which calls may run together with another one, before their turn.
//!
//! One run of the package manager installs the packages of several states: the kind decides which calls it combines,
//! this module which calls it may combine. Laws: the order is kept, so only the next states of the machine are
//! combined, unless the author asked for more with Salt's `aggregate`. A state with conditions, or with other
//! requisites than `require` and `watch` of successful states, waits for its turn. A test run combines nothing.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::declare::Declared;
use graph::Graph;
use model::fields::boolean;
use model::{Keyword, Low, Map, Value};
use system::LaterCall;

/// The results of a run's states so far: whether they succeeded.
#[derive(Debug, Default)]
pub(super) struct Endings(Mutex<BTreeMap<usize, bool>>);

impl Endings {
    /// Notes one result.
    pub fn note(&self, state: usize, succeeded: bool) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(state, succeeded);
    }

    fn has_ended(&self, state: usize) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains_key(&state)
    }

    fn has_succeeded(&self, state: usize) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&state) == Some(&true)
    }
}

/// Keywords that do not bind a call to its turn.
const FREE: &[Keyword] =
    &[Keyword::Aggregate, Keyword::Failhard, Keyword::FireEvent, Keyword::OnfailStop, Keyword::ReloadModules];

/// The calls that may run together with that one.
pub(super) fn beside<'a>(
    graph: &'a Graph,
    declared: &'a [Declared],
    state: usize,
    endings: &Endings,
    opts: &Map,
) -> Vec<LaterCall<'a>> {
    let (Some(Declared::System(own)), Some(node)) = (declared.get(state), graph.nodes.get(state)) else {
        return vec![];
    };
    let aggregate = aggregate_option(&node.low, opts);
    if aggregate == Some(false) || !own.kind.together().contains(&own.function.verb) {
        return vec![];
    }
    let aggregates = aggregate == Some(true);
    let (mut taken, mut found) = (vec![state], vec![]);
    let after = graph.serial().iter().skip_while(|index| **index != state).skip(1);
    for index in after.copied().filter(|index| graph.is_wanted(*index) && !endings.has_ended(*index)) {
        let Some(node) = graph.nodes.get(index).filter(|node| node.facts.serial) else { continue };
        let same = match declared.get(index) {
            Some(Declared::System(call)) if call.function.name() == own.function.name() => Some(call),
            _ => None,
        };
        let in_order =
            || graph.before(index).iter().all(|before| taken.contains(before) || endings.has_ended(*before));
        match same.filter(|_| is_free(graph, index, endings) && (aggregates || in_order())) {
            Some(call) => {
                taken.push(index);
                found.push(LaterCall { function: call.function, fields: &call.fields, low: &node.low });
            }
            None if aggregates => {}
            None => break,
        }
    }
    found
}

/// True when a call waits only because of its place in the order.
fn is_free(graph: &Graph, index: usize, endings: &Endings) -> bool {
    let Some(node) = graph.nodes.get(index) else { return false };
    let aggregate = node.low.keywords.get(&Keyword::Aggregate);
    node.low.keywords.keys().all(|keyword| FREE.contains(keyword))
        && aggregate.is_none_or(|entry| boolean(&entry.node) != Some(false))
        && graph
            .plain_requisites(index)
            .is_some_and(|all| all.into_iter().all(|target| endings.has_succeeded(target)))
}

/// The value of `aggregate` in the declaration, or of `state_aggregate` in the configuration: all, or a list of
/// modules.
fn aggregate_option(low: &Low, opts: &Map) -> Option<bool> {
    let written = low.keywords.get(&Keyword::Aggregate).map(|entry| entry.node.to_value());
    let named = |value: &Value| match value {
        Value::Bool(truth) => Some(*truth),
        Value::List(modules) => {
            Some(modules.iter().any(|module| module.as_str() == Some(low.state.as_str())))
        }
        _ => None,
    };
    // The configuration's default is no aggregation, which does not forbid combining the next states.
    let configured = || opts.get("state_aggregate").and_then(named).filter(|wanted| *wanted);
    written.as_ref().and_then(named).or_else(configured)
}
