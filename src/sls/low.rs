//! From high data to the calls of a run, in Salt's order.
//!
//! Every state of every declaration is one call, or one for each of its `names`. Calls are sorted by `order`, then by
//! state, name and function; see [`number`] for the words and negative numbers. Called by the compiler.

use std::cmp::Ordering;

use indexmap::IndexMap;

use super::high::{Declaration, HighData, StateBody};
use model::{Entry, Key, Keyword, Low, Node, NodeKind, Requisite, RequisiteKind, Target, Value};

/// Makes the calls; the high data were checked when they were gathered.
pub fn compile(high: &HighData) -> Vec<Low> {
    let mut chunks = Vec::new();
    for (id, declaration) in &high.declarations {
        for (module, body) in &declaration.states {
            chunks.extend(state(id, declaration, module, body));
        }
    }
    let cap = cap(&chunks);
    let mut lows: Vec<Low> = chunks.into_iter().map(|chunk| number(chunk, cap)).collect();
    lows.sort_by(compare);
    lows
}

/// A call whose order is not a number yet.
struct Chunk {
    low: Low,
    order: Value,
    /// Its number among `names`, from 1.
    position: Option<u32>,
}

fn state(id: &str, declaration: &Declaration, module: &str, body: &StateBody) -> Vec<Chunk> {
    let mut low =
        Low::new(module, body.functions().last().copied().unwrap_or_default(), id, declaration.place.clone());
    low.sls.clone_from(&declaration.sls);
    low.env.clone_from(&declaration.env);
    low.included_from.clone_from(&declaration.included_from);
    low.function_place = body.place.clone();
    let mut chunk = Chunk { low, order: Value::Null, position: None };
    let mut names = Vec::new();
    for (key, entry) in body.items.iter().filter_map(Node::as_map).flatten() {
        match key.as_str() {
            Some("names") => names = entry.node.as_list().map(<[Node]>::to_vec).unwrap_or_default(),
            Some(word) => put(&mut chunk, word, entry),
            None => put(&mut chunk, &key.to_string(), entry),
        }
    }
    let mut chunks = if names.is_empty() { vec![chunk] } else { named(&chunk, &names) };
    for chunk in &mut chunks {
        chunk.low.explicit_order = body.numbered.map(Value::Int).as_ref() != Some(&chunk.order);
    }
    chunks
}

/// One call for each name; arguments under a name override those of the declaration.
fn named(all: &Chunk, names: &[Node]) -> Vec<Chunk> {
    let mut chunks: IndexMap<String, Chunk> = IndexMap::new();
    for node in names {
        let (name, arguments) = match node.as_map().and_then(|map| map.first()) {
            Some((key, entry)) => (key.to_string(), Some(&entry.node)),
            None => (Key::from(text(node)).to_string(), None),
        };
        if chunks.contains_key(&name) {
            continue;
        }
        let position = u32::try_from(chunks.len() + 1).ok();
        let mut chunk = Chunk { low: all.low.clone(), order: all.order.clone(), position };
        chunk.low.name.clone_from(&name);
        for (key, entry) in arguments.into_iter().flat_map(pairs) {
            put(&mut chunk, &key.to_string(), entry);
        }
        chunks.insert(name, chunk);
    }
    chunks.into_values().collect()
}

/// The arguments of one name: a list of mappings, or one mapping.
fn pairs(node: &Node) -> Vec<(&Key, &Entry)> {
    match &node.kind {
        NodeKind::List(list) => list.iter().filter_map(Node::as_map).flatten().collect(),
        NodeKind::Map(map) => map.iter().collect(),
        NodeKind::Scalar(_) => Vec::new(),
    }
}

fn text(node: &Node) -> String {
    match &node.kind {
        NodeKind::Scalar(Value::Str(text)) => text.clone(),
        NodeKind::Scalar(Value::Int(number)) => number.to_string(),
        NodeKind::Scalar(other) => format!("{other:?}"),
        _ => String::new(),
    }
}

/// Stores one item of a declaration in its field; a later one replaces an earlier one.
fn put(chunk: &mut Chunk, word: &str, entry: &Entry) {
    let low = &mut chunk.low;
    match word {
        // Salt ignores a name that is not text.
        "name" => {
            if let Some(name) = entry.node.as_str() {
                name.clone_into(&mut low.name);
            }
        }
        "order" => chunk.order = entry.node.to_value(),
        "state" | "fun" | "__id__" | "__sls__" | "__env__" => {}
        _ => {
            if let Some(kind) = RequisiteKind::parse(word) {
                let requisite =
                    Requisite { kind, targets: targets(&entry.node), place: entry.key_place.clone() };
                match low.requisites.iter_mut().find(|old| old.kind == kind) {
                    Some(old) => *old = requisite,
                    None => low.requisites.push(requisite),
                }
            } else if let Some(keyword) = Keyword::parse(word) {
                low.keywords.insert(keyword, entry.clone());
            } else {
                low.arguments.insert(word.to_owned(), entry.clone());
            }
        }
    }
}

fn targets(node: &Node) -> Vec<Target> {
    let target = |item: &Node| match item.as_map().and_then(|map| map.first()) {
        Some((key, entry)) => Target::new(key.to_string(), text(&entry.node), entry.node.place.clone()),
        None => Target { module: None, pattern: text(item), place: item.place.clone() },
    };
    node.as_list().unwrap_or_default().iter().map(target).collect()
}

/// A hundred above the highest number given, as in Salt; words count from there.
fn cap(chunks: &[Chunk]) -> f64 {
    let mut cap = 1.0;
    for order in chunks.iter().filter_map(|chunk| whole(&chunk.order)) {
        if order > cap - 1.0 && order > 0.0 {
            cap = order + 100.0;
        }
    }
    cap
}

/// Python takes booleans for integers.
fn whole(order: &Value) -> Option<f64> {
    match order {
        #[expect(clippy::cast_precision_loss, reason = "orders are small")]
        Value::Int(number) => Some(*number as f64),
        Value::Bool(truth) => Some(f64::from(u8::from(*truth))),
        _ => None,
    }
}

/// `first` is 0, `last` is a million above all, negative numbers count back from there, and anything else comes after
/// all numbers.
fn number(mut chunk: Chunk, cap: f64) -> Low {
    let last = cap + 1_000_000.0;
    let order = match &chunk.order {
        Value::Float(number) => *number,
        Value::Str(word) if word == "last" => last,
        Value::Str(word) if word == "first" => 0.0,
        other => whole(other).unwrap_or(cap),
    };
    let order = if order < 0.0 { last + order } else { order };
    chunk.low.order = order + chunk.position.map_or(0.0, |position| f64::from(position) / 10_000.0);
    chunk.low
}

fn compare(a: &Low, b: &Low) -> Ordering {
    let tie = |low: &Low| format!("{}{}{}", low.state, low.name, low.function);
    a.order.total_cmp(&b.order).then_with(|| tie(a).cmp(&tie(b)))
}
