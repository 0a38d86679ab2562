//! Adds the tag to declarations.

use super::table::KINDS;
use aws::tags::OWNER;
use model::{Entry, Key, Low, Node, NodeKind};

/// The spellings of the argument.
const SPELLINGS: &[&str] = &["tags", "Tags"];

/// Adds the tag to every declaration of something that can be owned. In a declaration without tags only this tag is
/// managed. An author who declares empty tags wants none, so such a declaration stays as it is.
pub fn mark(lows: &mut [Low], owner: &str) {
    for low in lows.iter_mut().filter(|low| is_ownable(low)) {
        let spelled = SPELLINGS.iter().find(|name| low.arguments.contains_key(**name)).copied();
        match spelled.and_then(|name| low.arguments.get_mut(name)) {
            Some(entry) => add(entry, owner),
            None => {
                let place = low.place.clone();
                let node = Node {
                    place: place.clone(),
                    kind: NodeKind::Map([pair(owner, &place)].into_iter().collect()),
                };
                low.arguments.insert("tags".to_owned(), Entry { key_place: place, node });
            }
        }
    }
}

/// True for a state function that declares something that can be owned, under either of its names.
fn is_ownable(low: &Low) -> bool {
    let name = low.full_function();
    let usual = name.replacen("boto3_", "boto_", 1);
    KINDS.iter().any(|kind| kind.present.iter().any(|present| *present == name || *present == usual))
}

fn pair(owner: &str, place: &model::Place) -> (Key, Entry) {
    let node = Node::scalar(place.clone(), owner);
    (Key::from(OWNER), Entry { key_place: place.clone(), node })
}

fn add(entry: &mut Entry, owner: &str) {
    let place = entry.node.place.clone();
    match &mut entry.node.kind {
        NodeKind::Map(map) if !map.is_empty() => {
            let (key, value) = pair(owner, &place);
            map.insert(key, value);
        }
        NodeKind::List(list) if !list.is_empty() => {
            let scalar =
                |text: &str| Entry { key_place: place.clone(), node: Node::scalar(place.clone(), text) };
            let fields = [(Key::from("Key"), scalar(OWNER)), (Key::from("Value"), scalar(owner))];
            list.push(Node { place: place.clone(), kind: NodeKind::Map(fields.into_iter().collect()) });
        }
        NodeKind::Map(_) | NodeKind::List(_) | NodeKind::Scalar(_) => {}
    }
}
