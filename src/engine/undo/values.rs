//! Values of attributes in declarations: what a run found or set, by the names of plans.

use serde_json::Value as Json;

use super::low::{insert, known, of_function};
use crate::run_plan::Thing;
use model::secret::SHOWN;
use model::{Entry, Function, Key, Low, Map, Shape, Value};

/// Declares a value of an attribute, under its name in plans; false if no argument declares it.
///
/// No value is declared as empty: `[]` for a list, `{}` for a mapping, else null. A change without a path is of the thing
/// as a whole: its keys are arguments, or it only names the thing.
pub(super) fn put(low: &mut Low, function: &Function, path: &str, value: &Json) -> bool {
    let place = low.place.clone();
    if path.is_empty() {
        let Json::Object(whole) = value else { return true };
        let known = whole.iter().filter(|(name, _)| *name != "name" && known(function, name).is_some());
        return known.filter(|(name, value)| put(low, function, name, value)).count() > 0;
    }
    if let Some(argument) = known(function, path) {
        low.arguments.retain(|name, _| !argument.is_spelled(name));
        let value = if value.is_null() { nothing(argument.shape) } else { value.clone() };
        insert(low, argument.name, Value::from(value), &place);
        return true;
    }
    let named = low.arguments.iter().find(|(_, entry)| has(&entry.node.to_value(), path));
    let within = named.map(|(name, _)| name.clone());
    let attributes = || known(function, "attributes").map(|argument| argument.name.to_owned());
    let Some(name) = within.or_else(attributes) else { return false };
    let there = low.arguments.get(&name).map(|entry| entry.node.to_value());
    let mut map = there.as_ref().and_then(Value::as_map).cloned().unwrap_or_default();
    map.insert(Key::from(path), Value::from(value.clone()));
    insert(low, &name, Value::Map(map), &place);
    true
}

/// How an argument of this shape says that there is nothing.
fn nothing(shape: Shape) -> Json {
    match shape {
        Shape::Texts | Shape::List(_) | Shape::Records(_) => Json::Array(vec![]),
        Shape::Record(_) | Shape::Merged(_) | Shape::Table(_) => Json::Object(serde_json::Map::new()),
        Shape::Either(shapes) => shapes.first().map_or(Json::Null, |first| nothing(*first)),
        _ => Json::Null,
    }
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
/// A digest stands for a value that the journal does not hold: such a key stays as the SLS declares it. False if the
/// declaration has no such mapping.
pub(super) fn put_part(low: &mut Low, function: &Function, path: &str, change: KeyChange<'_>) -> bool {
    let (Some(to), Some(from), Some(argument)) = (keys(change.to), keys(change.from), known(function, path))
    else {
        return false;
    };
    let Some((name, entry)) = low.arguments.iter().find(|(name, _)| argument.is_spelled(name)) else {
        return false;
    };
    let (name, place) = (name.clone(), low.place.clone());
    let Some(mut map) = one_map(&entry.node.to_value()) else { return false };
    let is_held = |key: &&String| ![&from, &to].iter().any(|it| it.get(*key).is_some_and(is_digest));
    for key in from.keys().filter(is_held) {
        map.shift_remove(key.as_str());
    }
    for (key, value) in to.iter().filter(|(key, value)| !value.is_null() && is_held(key)) {
        map.insert(Key::from(key.as_str()), Value::from(value.clone()));
    }
    insert(low, &name, Value::Map(map), &place);
    true
}

/// True for the digest that a kind shows in place of a long text, such as user data.
pub(super) fn is_digest(value: &Json) -> bool {
    let digits = value.as_str().and_then(|text| text.strip_prefix("sha256:"));
    digits.is_some_and(|digits| digits.len() >= 16 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
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

/// A mapping, or Salt's list of mappings as one: of mappings with one key, or of `Key` and `Value` as AWS lists tags.
fn one_map(value: &Value) -> Option<Map> {
    let list = match value {
        Value::Map(map) => return Some(map.clone()),
        Value::List(list) => list,
        _ => return None,
    };
    let mut all = Map::new();
    for part in list {
        let part = part.as_map()?;
        let named = |names: [&str; 2]| names.iter().find_map(|name| part.get(*name));
        match (part.len(), named(["Key", "key"]), named(["Value", "value"])) {
            (2, Some(key), Some(value)) => {
                all.insert(Key::from(key.as_str()?), value.clone());
            }
            (1, _, _) => all.extend(part.clone()),
            _ => return None,
        }
    }
    Some(all)
}

/// Gives an argument the value that the current declaration of the thing has, or none. False if it has it already.
pub(super) fn give_back(low: &mut Low, declared: Option<&Low>, path: &str) -> bool {
    let name = low.full_function();
    let Some(argument) = of_function(&name).and_then(|(_, (function, _))| known(function, path)) else {
        return false;
    };
    let find = |low: &Low| {
        let found = low.arguments.iter().find(|(name, _)| argument.is_spelled(name));
        found.map(|(name, entry)| (name.clone(), entry.clone()))
    };
    let (now, declared) = (find(low), declared.and_then(find));
    let value = |given: &Option<(String, Entry)>| given.as_ref().map(|(_, entry)| entry.node.to_value());
    if value(&now) == value(&declared) {
        return false;
    }
    low.arguments.retain(|name, _| !argument.is_spelled(name));
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
        .retain(|name, _| name != path && !argument.is_some_and(|argument| argument.is_spelled(name)));
    if low.arguments.len() < before {
        return true;
    }
    // `Environment.STAGE` is a part of `Environment`, which is compared as a whole.
    if let Some((whole, _)) = path.split_once('.')
        && low.arguments.contains_key(whole)
    {
        return strip(low, whole);
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

/// Copies of a declaration, each without an argument that the run did not change, or without a key of one that it changed.
pub(super) fn without_one(low: &Low, thing: &Thing) -> Vec<Low> {
    let (recorded, named_by) = (&thing.attributes, &thing.named_by);
    let name = low.full_function();
    let Some((_, (function, _))) = of_function(&name) else { return vec![] };
    let of_argument = |name: &str| {
        recorded.iter().find(|it| known(function, &it.path).is_some_and(|argument| argument.is_spelled(name)))
    };
    let mut all = vec![];
    for (name, entry) in low.arguments.iter().filter(|(name, _)| !named_by.contains_key(*name)) {
        let Some(attribute) = of_argument(name) else {
            let mut without = low.clone();
            without.arguments.shift_remove(name);
            all.push(without);
            continue;
        };
        let is_recorded = |key: &str| [&attribute.old, &attribute.new].iter().any(|it| it.get(key).is_some());
        let Some(map) = one_map(&entry.node.to_value()) else { continue };
        for key in map.keys().filter_map(Key::as_str).filter(|key| !is_recorded(key)) {
            let (mut without, mut rest) = (low.clone(), map.clone());
            rest.shift_remove(key);
            insert(&mut without, name, Value::Map(rest), &low.place);
            all.push(without);
        }
    }
    all
}

/// True if the journal holds only a part of a text: its beginning, or all but a secret.
pub(super) fn is_partial(value: &Json) -> bool {
    match value {
        Json::String(text) => {
            text.contains(SHOWN) || (text.ends_with(" more bytes)") && text.contains("… ("))
        }
        Json::Array(list) => list.iter().any(is_partial),
        Json::Object(map) => map.values().any(is_partial),
        _ => false,
    }
}

/// True if the journal holds only a part of what was before: of keys of a mapping, those that the run changed count.
pub(super) fn is_partly_known(old: &Json, new: &Json) -> bool {
    match (old, new) {
        (Json::Object(old), Json::Object(new)) => {
            old.iter().any(|(key, value)| new.get(key) != Some(value) && is_partial(value))
        }
        _ => is_partial(old),
    }
}
