//! Declarations from the contents of the journal and the SLS.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use serde_json::Value as Json;

use crate::aws::profile;
use crate::engine::journal::StateName;
use crate::engine::run_plan::Thing;
use crate::model::{Argument, Entry, Function, Key, Leaves, Low, Map, Node, Place, Value};
use crate::resources::{AnyKind, kinds};

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
    for (name, value) in thing.named_by.iter().filter(|_| !is_declared) {
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
    profile::ARGUMENTS.iter().any(|argument| is_called(argument, name))
}

fn is_called(argument: &Argument, name: &str) -> bool {
    argument.name == name || argument.aliases.contains(&name)
}

fn is_given(low: &Low, argument: &Argument) -> bool {
    low.arguments.keys().any(|name| is_called(argument, name))
}

pub(super) fn known(function: &Function, name: &str) -> Option<&'static Argument> {
    function.arguments.iter().find(|argument| is_called(argument, name))
}

pub(super) fn insert(low: &mut Low, name: &str, value: Value, place: &Place) {
    let entry = Entry { key_place: place.clone(), node: Node::from_value(value, place) };
    low.arguments.insert(name.to_owned(), entry);
}

/// Declares a value of an attribute, under its name in plans; false if no argument declares it.
///
/// A null value is not declared, except an empty set of tags. A change without a path is of the thing as a whole: its
/// keys are arguments, or it only names the thing.
pub(super) fn put(low: &mut Low, function: &Function, path: &str, value: &Json) -> bool {
    let place = low.place.clone();
    if path.is_empty() {
        let Json::Object(whole) = value else { return true };
        let known = whole.iter().filter(|(name, _)| *name != "name" && known(function, name).is_some());
        return known.filter(|(name, value)| put(low, function, name, value)).count() > 0;
    }
    let value =
        if value.is_null() && path == "tags" { Json::Object(serde_json::Map::new()) } else { value.clone() };
    if let Some(argument) = known(function, path) {
        low.arguments.retain(|name, _| !is_called(argument, name));
        if !value.is_null() {
            insert(low, argument.name, Value::from(value), &place);
        }
        return true;
    }
    let named = low.arguments.iter().find(|(_, entry)| has(&entry.node.to_value(), path));
    let within = named.map(|(name, _)| name.clone());
    let attributes = || known(function, "attributes").map(|argument| argument.name.to_owned());
    let Some(name) = within.or_else(attributes) else { return false };
    let there = low.arguments.get(&name).map(|entry| entry.node.to_value());
    let mut map = there.as_ref().and_then(Value::as_map).cloned().unwrap_or_default();
    if value.is_null() {
        map.shift_remove(path);
    } else {
        map.insert(Key::from(path), Value::from(value));
    }
    insert(low, &name, Value::Map(map), &place);
    true
}

/// True if an argument, or a key of one, declares this attribute.
pub(super) fn declares(low: &Low, path: &str) -> bool {
    let function = of_function(&low.full_function()).map(|(_, (function, _))| function);
    let is_known =
        |function: &Function| [path, "attributes"].iter().any(|name| known(function, name).is_some());
    path.is_empty()
        || function.is_some_and(is_known)
        || low.arguments.values().any(|entry| has(&entry.node.to_value(), path))
}

/// The same for a declaration whose function is looked up. True if that changes the declaration.
pub(super) fn put_by_name(low: &mut Low, path: &str, value: &Json) -> bool {
    let name = low.full_function();
    let Some((_, (function, _))) = of_function(&name) else { return false };
    let values = |low: &Low| low.arguments.values().map(|it| it.node.to_value()).collect::<Vec<_>>();
    let before = values(low);
    put(low, function, path, value) && values(low) != before
}

/// Declares the values that keys of a mapping had or got: the run shows only the keys that it changed, or all of them.
///
/// False if the declaration has no such mapping.
pub(super) fn put_part(low: &mut Low, function: &Function, path: &str, change: KeyChange<'_>) -> bool {
    let (Some(to), Some(from), Some(argument)) = (keys(change.to), keys(change.from), known(function, path))
    else {
        return false;
    };
    let Some((name, entry)) = low.arguments.iter().find(|(name, _)| is_called(argument, name)) else {
        return false;
    };
    let (name, place) = (name.clone(), low.place.clone());
    let Some(mut map) = one_map(&entry.node.to_value()) else { return false };
    for key in from.keys() {
        map.shift_remove(key.as_str());
    }
    for (key, value) in to.iter().filter(|(_, value)| !value.is_null()) {
        map.insert(Key::from(key.as_str()), Value::from(value.clone()));
    }
    insert(low, &name, Value::Map(map), &place);
    true
}

/// Two values of one attribute: those to replace, and those to declare.
#[derive(Clone, Copy)]
pub(super) struct KeyChange<'a> {
    pub from: &'a Json,
    pub to: &'a Json,
}

/// The keys of a mapping; none for nothing.
fn keys(value: &Json) -> Option<serde_json::Map<String, Json>> {
    match value {
        Json::Object(map) => Some(map.clone()),
        Json::Null => Some(serde_json::Map::new()),
        _ => None,
    }
}

/// A mapping, or Salt's list of mappings as one.
fn one_map(value: &Value) -> Option<Map> {
    match value {
        Value::Map(map) => Some(map.clone()),
        Value::List(list) => {
            let mut all = Map::new();
            for part in list {
                all.extend(part.as_map()?.clone());
            }
            Some(all)
        }
        _ => None,
    }
}

/// Gives an argument the value that the current declaration of the thing has, or none. False if it has it already.
pub(super) fn give_back(low: &mut Low, declared: Option<&Low>, path: &str) -> bool {
    let name = low.full_function();
    let Some(argument) = of_function(&name).and_then(|(_, (function, _))| known(function, path)) else {
        return false;
    };
    let find = |low: &Low| {
        let found = low.arguments.iter().find(|(name, _)| is_called(argument, name));
        found.map(|(name, entry)| (name.clone(), entry.clone()))
    };
    let (now, declared) = (find(low), declared.and_then(find));
    let value = |given: &Option<(String, Entry)>| given.as_ref().map(|(_, entry)| entry.node.to_value());
    if value(&now) == value(&declared) {
        return false;
    }
    low.arguments.retain(|name, _| !is_called(argument, name));
    low.arguments.extend(declared);
    true
}

fn has(value: &Value, key: &str) -> bool {
    value.as_map().is_some_and(|map: &Map| map.get(key).is_some())
}

/// Removes an attribute from a declaration: undeclared attributes are not changed. False if it is not declared.
pub fn strip(low: &mut Low, path: &str) -> bool {
    let name = low.full_function();
    let argument = of_function(&name).and_then(|(_, (function, _))| known(function, path));
    let before = low.arguments.len();
    low.arguments
        .retain(|name, _| name != path && !argument.is_some_and(|argument| is_called(argument, name)));
    if low.arguments.len() < before {
        return true;
    }
    let place = low.place.clone();
    let within = low.arguments.iter().find(|(_, entry)| has(&entry.node.to_value(), path));
    let Some(name) = within.map(|(name, _)| name.clone()) else { return false };
    let there = low.arguments.get(&name).map(|entry| entry.node.to_value());
    let mut map = there.as_ref().and_then(Value::as_map).cloned().unwrap_or_default();
    map.shift_remove(path);
    insert(low, &name, Value::Map(map), &place);
    true
}
