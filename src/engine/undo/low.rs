//! Declarations from the contents of the journal and the SLS.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use serde_json::Value as Json;

use crate::journal::StateName;
use crate::run_plan::Thing;
use aws::profile;
use kind::AnyKind;
use kinds::kinds;
use model::{Argument, Entry, Function, Leaves, Low, Node, Place, Value};

/// The replacements of the keys that a declaration names.
const CREDENTIALS: [&str; 3] = ["profile", "keyid", "key"];

/// A state function with the name by which it is called.
pub(super) type Named = (&'static Function, &'static str);

/// A kind by its name: `sqs.queue`.
pub(super) fn kind(name: &str) -> Option<&'static dyn AnyKind> {
    kinds().find(|kind| kind.kind() == name)
}

/// The kind of a state function, and the function.
pub(super) fn of_function(name: &str) -> Option<(&'static dyn AnyKind, Named)> {
    static BY_NAME: LazyLock<HashMap<&str, (&'static dyn AnyKind, Named)>> = LazyLock::new(|| {
        let mut all = HashMap::new();
        for kind in kinds() {
            for function in kind.functions() {
                for name in function.names {
                    all.entry(*name).or_insert((kind, (function, *name)));
                }
            }
        }
        all
    });
    BY_NAME.get(name).copied()
}

/// The function of a kind with this end (present or absent), from the same module as another one if it is there.
pub(super) fn leaving(kind: &'static dyn AnyKind, leaves: Leaves, like: &str) -> Option<Named> {
    let module = like.split('.').next().unwrap_or_default();
    let of = |function: &'static Function| {
        let same = function.names.iter().find(|name| name.split('.').next() == Some(module));
        (function, *same.unwrap_or(&function.names[0]))
    };
    let mut all: Vec<Named> =
        kind.functions().iter().filter(|function| function.leaves == leaves).map(of).collect();
    all.sort_by_key(|(_, name)| !name.starts_with(&format!("{module}.")));
    all.into_iter().next()
}

/// A thing, as far as a declaration must name it.
#[derive(Clone, Copy)]
pub(super) struct Subject<'a> {
    /// Its kind.
    pub kind: &'a str,
    /// What AWS calls it.
    pub name: &'a str,
    /// The arguments that identify it besides that.
    pub named_by: &'a BTreeMap<String, Json>,
    /// Its region, if the declaration must name it.
    pub region: Option<&'a str>,
}

impl<'a> From<&'a Thing> for Subject<'a> {
    fn from(thing: &'a Thing) -> Self {
        let Thing { kind, name, named_by, region, .. } = thing;
        Self { kind, name, named_by, region: region.as_deref() }
    }
}

/// A declaration of a thing: the arguments of another declaration that this function takes too. Its place is `from`.
pub(super) fn make(
    (state, thing): (&StateName, Subject<'_>),
    (function, called): Named,
    base: Option<&Low>,
    profile: Option<&str>,
    from: &str,
) -> Low {
    let (module, verb) = called.split_once('.').unwrap_or((called, ""));
    let place = Place::file(from);
    let mut low = Low::new(module, verb, state.id.clone(), place.clone());
    let is_own = of_function(&state.function).is_some_and(|(kind, _)| kind.kind() == thing.kind);
    low.name = if is_own { state.name.clone() } else { thing.name.to_owned() };
    low.sls.clone_from(&state.sls);
    if let Some(base) = base {
        low.env.clone_from(&base.env);
        let taken =
            base.arguments.iter().filter(|(name, _)| known(function, name).is_some() || connects(name));
        low.arguments = taken.map(|(name, entry)| (name.clone(), entry.clone())).collect();
    }
    // The arguments that identify it: for a thing that a state makes beside its own, no SLS has them. A declaration of the thing
    // itself may identify it by other arguments (`vpc_name` for `vpc_id`).
    let is_declared = base.is_some_and(|base| base.arguments.keys().any(|name| !connects(name)));
    let manner = kind(thing.kind).map_or(&[][..], |kind| kind.undoing().manner);
    let is_needed = |name: &&String| !is_declared || manner.contains(&name.as_str());
    for (name, value) in thing.named_by.iter().filter(|(name, _)| is_needed(name)) {
        if let Some(argument) = known(function, name).filter(|it| !is_given(&low, it)) {
            insert(&mut low, argument.name, Value::from(value.clone()), &place);
        }
    }
    if let Some(profile) = profile {
        low.arguments.retain(|name, _| !CREDENTIALS.contains(&name.as_str()));
        insert(&mut low, "profile", Value::from(profile), &place);
    }
    if let Some(region) = thing.region {
        // The SLS may name another region by now.
        low.arguments.retain(|name, _| name != "region");
        insert(&mut low, "region", Value::from(region), &place);
    }
    low
}

/// The connection arguments of a declaration, and no others.
pub(super) fn connection(low: &Low) -> Low {
    let mut bare = low.clone();
    bare.arguments.retain(|name, _| connects(name));
    bare
}

/// True for the common arguments of AWS states: region and credentials.
fn connects(name: &str) -> bool {
    profile::ARGUMENTS.iter().any(|argument| argument.is_spelled(name))
}

fn is_given(low: &Low, argument: &Argument) -> bool {
    low.arguments.keys().any(|name| argument.is_spelled(name))
}

pub(super) fn known(function: &Function, name: &str) -> Option<&'static Argument> {
    function.arguments.iter().find(|argument| argument.is_spelled(name))
}

pub(super) fn insert(low: &mut Low, name: &str, value: Value, place: &Place) {
    let entry = Entry { key_place: place.clone(), node: Node::from_value(value, place) };
    low.arguments.insert(name.to_owned(), entry);
}
