//! `extend`: arguments that one SLS adds to declarations of another, or replaces there.

use indexmap::IndexMap;

use super::{HighData, StateBody, declare};
use model::problem::did_you_mean;
use model::{Entry, Key, Map, Node, NodeKind, Place, Problem, Problems, RequisiteKind, Value};

/// The additions to one ID.
#[derive(Clone, Debug, PartialEq)]
pub struct Extension {
    target: String,
    states: IndexMap<String, StateBody>,
    sls: String,
    env: String,
    place: Place,
}

impl Extension {
    /// Its form under Salt's `__extend__`.
    pub fn to_value(&self) -> Value {
        let mut map = Map::new();
        for (module, body) in &self.states {
            map.insert(module.as_str().into(), Value::List(body.items.iter().map(Node::to_value).collect()));
        }
        map.insert("__sls__".into(), self.sls.as_str().into());
        map.insert("__env__".into(), self.env.as_str().into());
        Value::Map(Map::from_iter([(Key::from(self.target.as_str()), Value::Map(map))]))
    }
}

/// Reads the mapping under `extend`.
pub fn read(entry: &Entry, sls: &str, env: &str, problems: &mut Problems) -> Vec<Extension> {
    let Some(map) = entry.node.as_map() else {
        let message = format!("'extend' must hold a mapping of IDs, not {}", entry.node.type_name());
        problems.push(Problem::at(&entry.node.place, message));
        return Vec::new();
    };
    let mut extensions = Vec::new();
    for (key, body) in map {
        let Key::Str(target) = key else {
            problems
                .push(Problem::at(&body.key_place, format!("the ID '{key}' under 'extend' must be text")));
            continue;
        };
        if body.node.as_map().is_none() {
            let message =
                format!("the extension of '{target}' must be a mapping, not {}", body.node.type_name());
            problems.push(Problem::at(&body.node.place, message));
            continue;
        }
        let states = declare::states(target, &body.node, problems);
        let (sls, env) = (sls.to_owned(), env.to_owned());
        extensions.push(Extension {
            target: target.clone(),
            states,
            sls,
            env,
            place: body.key_place.clone(),
        });
    }
    extensions
}

/// Applies all extensions in the order read.
pub fn apply(high: &mut HighData, problems: &mut Problems) {
    for extension in std::mem::take(&mut high.extensions) {
        let found = find(high, &extension).and_then(|id| high.declarations.get_mut(&id));
        match found {
            Some(declaration) => merge(&mut declaration.states, extension.states),
            None => problems.push(unknown(high, &extension)),
        }
    }
}

/// The ID of a target: the target is an ID, or the `name` of exactly one state of the extended module.
fn find(high: &HighData, extension: &Extension) -> Option<String> {
    if high.declarations.contains_key(&extension.target) {
        return Some(extension.target.clone());
    }
    let (module, _) = extension.states.first()?;
    let mut named = high.declarations.iter().filter(|(_, declaration)| {
        declaration.states.get(module).is_some_and(|body| has_name(body, &extension.target))
    });
    let (id, _) = named.next()?;
    named.next().is_none().then(|| id.clone())
}

fn has_name(body: &StateBody, name: &str) -> bool {
    let names = body.items.iter().filter_map(Node::as_map).filter_map(|map| map.get("name"));
    names.into_iter().any(|entry| entry.node.as_str() == Some(name))
}

fn unknown(high: &HighData, extension: &Extension) -> Problem {
    let target = &extension.target;
    let problem = Problem::at(
        &extension.place,
        format!("'extend' names the ID '{target}', which no SLS of this run declares"),
    );
    match did_you_mean(target, high.declarations.keys().map(String::as_str)) {
        Some(word) => problem.hint(format!("did you mean '{word}'?")),
        None => problem.hint("include the SLS that declares it"),
    }
}

fn merge(below: &mut IndexMap<String, StateBody>, above: IndexMap<String, StateBody>) {
    for (module, body) in above {
        match below.get_mut(&module) {
            None => {
                below.insert(module, body);
            }
            Some(old) => body.items.into_iter().for_each(|item| merge_item(&mut old.items, item)),
        }
    }
}

/// A function replaces the function, an argument replaces the argument of the same name; requisites are joined.
fn merge_item(items: &mut Vec<Node>, item: Node) {
    let old = items.iter_mut().find(|old| is_same(old, &item));
    let Some(old) = old else { return items.push(item) };
    if let (Some(word), NodeKind::Map(above), NodeKind::Map(below)) =
        (first_key(&item), &item.kind, &mut old.kind)
        && RequisiteKind::parse(&word).is_some()
        && let (Some(added), Some(entry)) = (above.get(word.as_str()), below.get_mut(word.as_str()))
        && let (NodeKind::List(list), Some(more)) = (&mut entry.node.kind, added.node.as_list())
    {
        list.extend(more.iter().cloned());
        return;
    }
    *old = item;
}

fn is_same(old: &Node, new: &Node) -> bool {
    match (old.as_str(), new.as_str()) {
        (Some(_), Some(_)) => true,
        (None, None) => match (first_key(old), first_key(new)) {
            (Some(old), Some(new)) => old == new || (old == "name" && new == "names"),
            _ => false,
        },
        _ => false,
    }
}

fn first_key(node: &Node) -> Option<String> {
    node.as_map()?.first().and_then(|(key, _)| key.as_str()).map(str::to_owned)
}
