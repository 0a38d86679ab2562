//! The declared policies of an entity, merged with those of the pillar.

use indexmap::IndexMap;

use aws::policy;
use model::{Argument, Fields, Map, Minion, Node, Place, Problem, Problems, Shape, Value};

/// Inline policies: name to JSON as it is sent.
pub type Documents = IndexMap<String, String>;

/// The arguments that declare policies.
pub(crate) const POLICIES: &[Argument] = &[
    Argument::optional("policies", Shape::Table(&policy::SHAPE), "inline policies: name to document"),
    Argument::optional(
        "policies_from_pillars",
        Shape::Texts,
        "pillar keys of inline policies, merged in order; 'policies' comes last",
    ),
    Argument::optional("managed_policies", Shape::Texts, "names or ARNs of all attached managed policies"),
];

/// The declared policies of an entity.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Policies {
    /// None if they are not managed.
    pub inline: Option<Documents>,
    /// True if inline policies that are not declared stay.
    pub keeps_inline: bool,
    /// Names or ARNs of all attached managed policies. None if they are not managed.
    pub managed: Option<Vec<String>>,
    /// True if managed policies that are not declared stay attached.
    pub keeps_managed: bool,
}

impl Policies {
    /// The policies of a declaration.
    pub(crate) fn read(fields: &Fields, minion: &Minion, problems: &mut Problems) -> Self {
        let managed = fields.texts("managed_policies");
        Self { inline: inline(fields, minion, problems), managed, ..Self::default() }
    }
}

/// The inline policies: those of the pillar keys in order, with the declaration's own merged over them.
///
/// None if nothing was declared. This is also the case when none of the pillar keys exists, because a mistyped key must
/// not delete existing policies.
fn inline(fields: &Fields, minion: &Minion, problems: &mut Problems) -> Option<Documents> {
    let mut found = None;
    let place = fields.place_of("policies_from_pillars");
    for key in fields.texts("policies_from_pillars").unwrap_or_default() {
        let Some(policies) = from_pillar(minion, &key, place, problems) else { continue };
        let merged: &mut IndexMap<_, _> = found.get_or_insert_default();
        for (name, document) in policies {
            let node = Node::from_value(document, place);
            put(merged, name.to_string(), &node, problems);
        }
    }
    if let Some(own) = fields.table("policies") {
        let merged = found.get_or_insert_default();
        for (name, node) in own {
            put(merged, name, node, problems);
        }
    }
    found
}

fn put(into: &mut Documents, name: String, node: &Node, problems: &mut Problems) {
    if node.is_null() {
        problems.push(Problem::at(&node.place, format!("the policy '{name}' has no document")));
    } else if let Some(document) = note(policy::from_node(node), problems) {
        into.insert(name, document);
    }
}

/// A mapping of the pillar; none if there is no such key.
pub(crate) fn from_pillar(minion: &Minion, key: &str, place: &Place, problems: &mut Problems) -> Option<Map> {
    match minion.pillar(key)? {
        Value::Null => None,
        Value::Map(map) => Some(map.clone()),
        other => {
            let found = other.type_name();
            problems
                .push(Problem::at(place, format!("'{key}' of the pillar must be a mapping, not {found}")));
            None
        }
    }
}

/// The result; a problem is noted.
pub(crate) fn note<T>(result: Result<T, Problem>, problems: &mut Problems) -> Option<T> {
    result.map_err(|problem| problems.push(problem)).ok()
}

/// The declared path; a path that IAM does not accept is a problem.
pub(crate) fn path(fields: &Fields, problems: &mut Problems) -> Option<String> {
    let path = fields.text("path")?;
    if !path.starts_with('/') || !path.ends_with('/') {
        let bare = path.trim_matches('/');
        let problem = Problem::at(fields.place_of("path"), format!("'{path}' is not a path of IAM"));
        problems.push(problem.hint(format!("it begins and ends with a slash: '/{bare}/'")));
    }
    Some(path)
}
