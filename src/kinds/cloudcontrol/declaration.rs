//! The declaration of a resource, the resource itself, and the ids of names in a declaration.

use std::{fmt, time::Duration};

use serde_json::{Map, Value as Json, json};
use sha2::{Digest, Sha256};

use super::facts::Facts;
use super::hidden::{self, SecretPaths};
use super::named::Named;
use super::resource_type::ResourceType;
use super::table::put;
use super::target::{Target, text_at};
use aws::tags::Tags;
use kind::local::Text;
use kind::{ImpliedState, Lookup, Source, Unresolved};
use model::{Argument, Aspects, Ident, Reference, Shape, Value, hex};

/// The default deadline of one request of AWS.
pub const PATIENCE: Duration = Duration::from_secs(3600);

/// The argument of the deadline.
pub const DEADLINE: Argument = Argument::optional(
    "deadline",
    Shape::Number,
    "the longest time to wait for AWS, in seconds (default: 3600)",
);

/// Converts a text that is not sent as text; an error is the reason why it cannot be sent.
pub type Form = fn(&str) -> Result<Json, String>;

/// The successive properties of an existing resource, from the declaration and its present state; an error is the reason why
/// there are none.
pub type OfLive = fn(&Want, &Live) -> Result<Vec<Map<String, Json>>, String>;

/// A declared resource.
#[derive(Clone, Debug, Default)]
pub struct Spec {
    /// Its reference.
    pub name: String,
    /// Its name for people.
    pub noun: &'static str,
    /// False for `absent`.
    pub present: bool,
    /// `AWS::Kinesis::Stream`.
    pub type_name: String,
    /// AWS's identifier, if it is given.
    pub identifier: Option<String>,
    /// The paths of the properties that identify it.
    pub named_by: Vec<String>,
    /// The values that identify it, if its properties need not have them: paths and texts.
    pub by: Vec<(String, String)>,
    /// True if all resources with these values are meant.
    pub means_all: bool,
    /// True for a function that changes the resource of another state, and creates nothing itself.
    pub of_live: Option<OfLive>,
    /// The word of the function: `present`, `tagged`.
    pub verb: &'static str,
    /// The declared properties. Properties that are left out are not managed.
    pub properties: Map<String, Json>,
    /// Further properties of a new resource: the defaults of its kind.
    pub initial: Map<String, Json>,
    /// Properties whose text may be in a file, by their names.
    pub texts: Vec<(&'static str, Text)>,
    /// The conversion of such a text, if it is not sent as text.
    pub text_form: Option<Form>,
    /// The paths of properties that this declaration makes secret: AWS does not show them.
    pub secrets: Option<SecretPaths>,
    /// Properties that are ids or attributes of other things.
    pub ids: Vec<(&'static str, Named)>,
    /// Things that must exist before, though nothing is looked up in them.
    pub after: Vec<Reference>,
    /// The property that must have this value before AWS deletes the resource.
    pub retired: Option<(&'static str, Json)>,
    /// States that it implies.
    pub implied_states: Vec<ImpliedState>,
    /// The schema of its type, if the kind has it.
    pub facts: Option<Facts>,
    /// The deadline.
    pub deadline: Duration,
}

impl Spec {
    /// Identified by its Name tag, which is its name: the tag is declared with all others, and identifies it.
    pub fn name_tag(&mut self) {
        let tags = self.facts.as_ref().map_or("Tags", |facts| &facts.tags).to_owned();
        let name = json!({"Key": "Name", "Value": self.name});
        let declared = self.properties.get_mut(&tags).and_then(Json::as_array_mut);
        match declared {
            Some(declared) => {
                declared.retain(|tag| tag.get("Key") != Some(&json!("Name")));
                declared.push(name);
            }
            // Tags that are not managed: a new resource gets its Name tag.
            None => drop(self.initial.insert(tags.clone(), json!([name]))),
        }
        self.by = vec![(format!("{tags}/Name"), self.name.clone())];
    }

    /// A property that is the ARN of a role; the author writes its name or its ARN.
    pub fn role(&mut self, path: &'static str, role: &str) {
        if role.starts_with("arn:") {
            put(&mut self.properties, path, role.into());
        } else {
            self.ids.push((path, Named::Of(Reference::new("iam.role", role), "arn")));
        }
    }
}

/// A wanted resource.
#[derive(Clone, Debug)]
pub struct Want {
    /// The declaration.
    pub spec: Spec,
    /// The schema of its type.
    pub facts: Facts,
    /// True while this run has yet to create the resource that a function changes.
    pub is_promised: bool,
}

/// A present resource.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// AWS's identifier.
    pub identifier: String,
    /// Its properties.
    pub properties: Json,
    /// True while AWS creates this resource, or one that may be this resource.
    pub is_pending: bool,
    /// The identifiers of the others, if all of that name are meant.
    pub others: Vec<String>,
}

impl Live {
    /// Its tags, if the properties have a list of them.
    pub fn tags(&self) -> Option<Tags> {
        let is_list = |property: &&str| self.properties.get(*property).is_some_and(Json::is_array);
        let property = ["Tags", "FileSystemTags", "IdentityPoolTags"].into_iter().find(is_list)?;
        Some(super::export::tags(self, property))
    }

    /// `id`, or a property by its name.
    pub fn attribute(&self, attribute: &str) -> Option<Value> {
        match attribute {
            "id" => Some(self.identifier.as_str().into()),
            "arn" => self.properties.get("Arn").cloned().map(Value::from),
            name => self.properties.get(name).cloned().map(Value::from),
        }
    }
}

/// JSON that is sent and never shown: it may hold secrets.
#[derive(Clone, PartialEq)]
pub struct Document(String);

impl Document {
    /// The text to send.
    pub fn text(&self) -> &str {
        &self.0
    }
}

impl From<Json> for Document {
    fn from(json: Json) -> Self {
        Self(json.to_string())
    }
}

/// Two that differ are distinguished.
impl fmt::Debug for Document {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "(hidden {})", hex(&Sha256::digest(self.0.as_bytes())))
    }
}

/// The resource that a declaration means.
pub fn locate(kind: &'static str, spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
    if !spec.by.is_empty() {
        let by = spec.by.iter().cloned().collect();
        let target = if spec.means_all { Target::All(by) } else { Target::By(by) };
        return Ok(target.reference(kind, &spec.name, &spec.type_name));
    }
    let facts = facts(spec, lookup)?;
    let mut properties = spec.properties.clone();
    for (name, named) in spec.ids.iter().filter(|(name, _)| spec.named_by.iter().any(|path| path == name)) {
        let found = match named.resolve(lookup) {
            // A resource that does not exist has no parts.
            Err(Unresolved::Missing(_)) if !spec.present => ("".into(), None),
            found => found?,
        };
        match found {
            // If the container does not exist yet, its parts do not exist either.
            (_, Some(unmade)) => return Err(Unresolved::AfterApply(unmade)),
            (id, None) => drop(properties.insert((*name).to_owned(), id)),
        }
    }
    let target =
        Target::of((&spec.type_name, spec.identifier.as_deref()), &spec.named_by, &properties, &facts);
    Ok(target.map_err(Unresolved::Refused)?.reference(kind, &spec.name, &spec.type_name))
}

/// The declaration, completed with the schema of its type, its files and the attributes of other things.
pub fn resolve(kind: &'static str, spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let facts = facts(spec, lookup);
    let is_there = spec.of_live.map(|_| existing(kind, spec, lookup));
    let mut spec = spec.clone();
    let texts = if spec.present { std::mem::take(&mut spec.texts) } else { vec![] };
    let texts: Vec<_> = texts.into_iter().map(|(name, text)| (name, text.resolve(lookup))).collect();
    let named = if spec.present { std::mem::take(&mut spec.ids) } else { vec![] };
    let named: Vec<_> = named.iter().map(|(name, named)| (*name, named.resolve(lookup))).collect();
    for (name, text) in texts {
        let text = text?;
        let value = match spec.text_form {
            Some(form) => {
                form(&text).map_err(|why| Unresolved::Refused(format!("{name} cannot be read: {why}")))?
            }
            None => text.into(),
        };
        spec.properties.insert(name.to_owned(), value);
    }
    for (path, value) in named {
        put(&mut spec.properties, path, value?.0);
    }
    let facts = hidden::hide(&spec, facts?);
    let is_promised = is_there.transpose()?.is_some_and(|ident| ident.known().is_none());
    Ok(Want { spec, facts, is_promised })
}

/// The identifier of the resource that a function changes, or will change once this run has created it.
fn existing(kind: &'static str, spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Ident, Unresolved> {
    let reference = locate(kind, spec, lookup)?;
    match lookup.ident(&reference, "id") {
        // Nothing can be removed from a resource that does not exist.
        Err(Unresolved::Missing(_)) if spec.verb.ends_with("_absent") => Ok("".into()),
        found => found,
    }
}

/// The resource that other states may refer to; nothing for a function that only changes one.
pub fn provides(kind: &'static str, spec: &Spec) -> Vec<Reference> {
    if spec.of_live.is_some() { vec![] } else { vec![Reference::new(kind, &spec.name)] }
}

/// What AWS calls the resource. A resource of any type is declared under a name of the author's choice, so its
/// identifier or a property that names it comes first.
pub fn subject(kind: &'static str, spec: &Spec) -> String {
    if kind != super::resource::Resource::KIND {
        return spec.name.clone();
    }
    if let Some(identifier) = &spec.identifier {
        return identifier.clone();
    }
    let last = spec.type_name.rsplit("::").next().unwrap_or_default();
    let mut paths = spec.named_by.clone();
    if paths.is_empty() {
        paths.extend([format!("{last}Name"), format!("{last}Id"), "Name".to_owned(), "Tags/Name".to_owned()]);
    }
    let properties = Json::Object(spec.properties.clone());
    paths.iter().find_map(|path| text_at(&properties, path)).unwrap_or_else(|| spec.name.clone())
}

/// The things that must exist before.
pub fn uses(kind: &'static str, spec: &Spec) -> Vec<Reference> {
    let changed = spec.of_live.map(|_| Reference::new(kind, &spec.name));
    let named = spec.ids.iter().flat_map(|(_, named)| named.references());
    changed.into_iter().chain(named.chain(&spec.after).cloned()).collect()
}

fn facts(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Facts, Unresolved> {
    if let Some(facts) = &spec.facts {
        return Ok(facts.clone());
    }
    let reference = Reference::new(ResourceType::KIND, &spec.type_name);
    let schema = lookup.value(&reference, "facts", Aspects::NONE)?.to_json();
    serde_json::from_value(schema)
        .map_err(|error| Unresolved::Refused(format!("{reference} has no schema: {error}")))
}

/// Reads these arguments of a kind, for tests.
#[cfg(test)]
pub fn of_arguments<R: kind::Resource<Spec = Spec>>(arguments: Json) -> Spec {
    of_function::<R>(0, arguments)
}

/// Reads the arguments of another function of a kind, for tests.
#[cfg(test)]
pub fn of_function<R: kind::Resource<Spec = Spec>>(function: usize, arguments: Json) -> Spec {
    use model::{Entry, Fields, Minion, Node, Place, Problems};

    let place = Place::new("a.sls", 1, 1);
    let node = Node::from_value(arguments.into(), &place);
    let entries = node.as_map().into_iter().flatten().map(|(key, entry)| (key.to_string(), entry.clone()));
    let entries: Vec<(String, Entry)> = entries.collect();
    let function = &R::FUNCTIONS[function];
    let mut problems = Problems::default();
    let fields = Fields::check(function.arguments, entries, &place, function.name(), &mut problems);
    let spec = R::read(function, &fields, &Minion::default(), &mut problems);
    assert!(problems.is_empty(), "{problems}");
    spec
}
