//! Calls and their results, for tables of `diff`.

use serde_json::Value as Json;

use super::{Call, Intent, Memory, NoServices, StateContext, find};
use model::{Entry, Fields, Low, Minion, Node, Place, Problems, Value, Verdict};

/// Calls `with` with a call of a function; `name` is the name. Arguments that do not fit fail the test.
pub(super) fn call<T>(function: &str, name: &str, arguments: &Json, with: impl FnOnce(Call<'_>) -> T) -> T {
    call_on(&Minion::default(), function, name, arguments, with)
}

/// The same, with configuration, grains and pillar.
pub(super) fn call_on<T>(
    minion: &Minion,
    function: &str,
    name: &str,
    arguments: &Json,
    with: impl FnOnce(Call<'_>) -> T,
) -> T {
    let (_, known) = find(function).expect("a function");
    let place = Place::file("a.sls");
    let (module, _) = function.split_once('.').expect("a module");
    let mut low = Low::new(module, known.verb, name, place.clone());
    for (key, value) in arguments.as_object().expect("a mapping") {
        let node = Node::from_value(Value::from(value.clone()), &place);
        low.arguments.insert(key.clone(), Entry { key_place: place.clone(), node });
    }
    let mut problems = Problems::default();
    let fields = Fields::check(known.arguments, low.arguments.clone(), &place, function, &mut problems);
    assert!(known.open || problems.is_empty(), "{problems}");
    let memory = Memory::default();
    let context = StateContext::alone(&low, &NoServices, &memory);
    with(Call { function: known, name, fields: &fields, minion, reacts_to: None, context })
}

/// The report of a test run: `result`, comment, changes.
pub(super) fn shown<S>(intent: &Intent<S>) -> (Verdict, String, Json) {
    let outcome = match intent {
        Intent::Settled(outcome) => outcome,
        Intent::Act { foreseen, .. } | Intent::Invoke { foreseen, .. } => foreseen,
    };
    (outcome.verdict, outcome.comment.clone(), Value::Map(outcome.changes.clone()).to_json())
}
