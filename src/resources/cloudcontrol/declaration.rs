//! What an author declares of a resource, what AWS says of it, and how names in a declaration become ids.

use std::fmt;
use std::time::Duration;

use serde_json::{Map, Value as Json, json};
use sha2::{Digest, Sha256};

use super::facts::Facts;
use super::resource_type::ResourceType;
use super::target::Target;
use crate::aws::tags::Tags;
use crate::model::{Argument, Aspects, Ident, Reference, Shape, Value, hex};
use crate::resources::local::Text;
use crate::resources::{Lookup, Source, Unresolved};

/// How long AWS may take for one request.
pub const PATIENCE: Duration = Duration::from_secs(3600);

/// The argument that says how long.
pub const DEADLINE: Argument = Argument::optional(
    "deadline",
    Shape::Number,
    "seconds until waiting for AWS is given up (default: 3600)",
);

/// How a text is sent that is not sent as text; the reason where it cannot be.
pub type Form = fn(&str) -> Result<Json, String>;

/// A declared resource.
#[derive(Clone, Debug, Default)]
pub struct Spec {
    /// What others name it by.
    pub name: String,
    /// What a person calls it.
    pub noun: &'static str,
    /// False for `absent`.
    pub present: bool,
    /// `AWS::Kinesis::Stream`.
    pub type_name: String,
    /// AWS's identifier, if it is given.
    pub identifier: Option<String>,
    /// The paths of the properties by which it is found.
    pub named_by: Vec<String>,
    /// What it is found by, where its properties need not say it: paths and texts.
    pub by: Vec<(String, String)>,
    /// What is declared of it. What is left out is not managed.
    pub properties: Map<String, Json>,
    /// What a new one has besides, where its kind has a default.
    pub initial: Map<String, Json>,
    /// Properties whose text may be in a file, by their names.
    pub texts: Vec<(&'static str, Text)>,
    /// How such a text is sent, where that is not text.
    pub text_form: Option<Form>,
    /// Properties that are the ids of other things.
    pub ids: Vec<(&'static str, Named)>,
    /// What its type's schema says, where the kind knows that.
    pub facts: Option<Facts>,
    /// When waiting is given up.
    pub deadline: Duration,
}

impl Spec {
    /// Known by its Name tag, which is its name: the tag is declared with all others, and found by.
    pub fn name_tag(&mut self) {
        let tags = self.facts.as_ref().map_or("Tags", |facts| &facts.tags).to_owned();
        let name = json!({"Key": "Name", "Value": self.name});
        let declared = self.properties.get_mut(&tags).and_then(Json::as_array_mut);
        match declared {
            Some(declared) => {
                declared.retain(|tag| tag.get("Key") != Some(&json!("Name")));
                declared.push(name);
            }
            // Tags that are not managed: a new one has its name.
            None => drop(self.initial.insert(tags.clone(), json!([name]))),
        }
        self.by = vec![(format!("{tags}/Name"), self.name.clone())];
    }
}

/// Another thing, or several.
#[derive(Clone, Debug, PartialEq)]
pub enum Named {
    /// One: its id is the property.
    One(Reference),
    /// Several: their ids are the list.
    All(Vec<Reference>),
}

impl Named {
    fn references(&self) -> &[Reference] {
        match self {
            Self::One(reference) => std::slice::from_ref(reference),
            Self::All(references) => references,
        }
    }
}

/// A resource as it shall be.
#[derive(Clone, Debug)]
pub struct Want {
    /// What the SLS says.
    pub spec: Spec,
    /// What its type's schema says.
    pub facts: Facts,
}

/// A resource as it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// AWS's identifier.
    pub identifier: String,
    /// Its properties.
    pub properties: Json,
    /// True while AWS makes this resource, or one that may be this resource.
    pub is_pending: bool,
}

impl Live {
    /// Its tags, where the properties have a list of them.
    pub fn tags(&self) -> Option<Tags> {
        let is_list = |property: &&str| self.properties.get(*property).is_some_and(Json::is_array);
        let property = ["Tags", "FileSystemTags"].into_iter().find(is_list)?;
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

/// JSON that is sent, and not shown: it may hold secrets.
#[derive(Clone, PartialEq)]
pub struct Document(String);

impl Document {
    /// The text, to be sent.
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

/// Which resource a declaration is about.
pub fn locate(kind: &'static str, spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
    if !spec.by.is_empty() {
        let target = Target::By(spec.by.iter().cloned().collect());
        return Ok(target.reference(kind, &spec.name, &spec.type_name));
    }
    let facts = facts(spec, lookup)?;
    let mut properties = spec.properties.clone();
    for (name, named) in spec.ids.iter().filter(|(name, _)| spec.named_by.iter().any(|path| path == name)) {
        let found = match ids(named, lookup) {
            // Nothing is in what does not exist.
            Err(Unresolved::Missing(_)) if !spec.present => ("".into(), None),
            found => found?,
        };
        match found {
            // What is in something that does not exist yet does not exist either.
            (_, Some(unmade)) => return Err(Unresolved::AfterApply(unmade)),
            (id, None) => drop(properties.insert((*name).to_owned(), id)),
        }
    }
    let target =
        Target::of((&spec.type_name, spec.identifier.as_deref()), &spec.named_by, &properties, &facts);
    Ok(target.map_err(Unresolved::Refused)?.reference(kind, &spec.name, &spec.type_name))
}

/// The declaration with what its type and its files say.
pub fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let facts = facts(spec, lookup);
    let mut spec = spec.clone();
    let texts = if spec.present { std::mem::take(&mut spec.texts) } else { vec![] };
    let texts: Vec<_> = texts.into_iter().map(|(name, text)| (name, text.resolve(lookup))).collect();
    let named = if spec.present { std::mem::take(&mut spec.ids) } else { vec![] };
    let named: Vec<_> = named.iter().map(|(name, named)| (*name, ids(named, lookup))).collect();
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
    for (name, id) in named {
        spec.properties.insert(name.to_owned(), id?.0);
    }
    Ok(Want { spec, facts: facts? })
}

/// What must be there before.
pub fn uses(spec: &Spec) -> Vec<Reference> {
    spec.ids.iter().flat_map(|(_, named)| named.references()).cloned().collect()
}

/// The ids, and the first thing that has none yet. An id is itself.
fn ids(named: &Named, lookup: &mut Lookup<'_>) -> Result<(Json, Option<Reference>), Unresolved> {
    let idents = lookup.idents(named.references(), "id")?;
    let unmade = idents.iter().find_map(|ident| match ident {
        Ident::AfterApply(reference) => Some(reference.clone()),
        Ident::Known(_) => None,
    });
    let mut ids = idents.iter().map(|ident| Json::from(ident.as_str()));
    let value = match named {
        Named::One(_) => ids.next().unwrap_or_default(),
        Named::All(_) => ids.collect(),
    };
    Ok((value, unmade))
}

fn facts(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Facts, Unresolved> {
    if let Some(facts) = &spec.facts {
        return Ok(facts.clone());
    }
    let reference = Reference::new(ResourceType::KIND, &spec.type_name);
    let told = lookup.value(&reference, "facts", Aspects::NONE)?.to_json();
    serde_json::from_value(told)
        .map_err(|error| Unresolved::Refused(format!("{reference} has no schema: {error}")))
}

/// What a kind reads of these arguments, for tests.
#[cfg(test)]
pub fn of_arguments<R: crate::resources::Resource<Spec = Spec>>(arguments: Json) -> Spec {
    use crate::model::{Entry, Fields, Minion, Node, Place, Problems};

    let place = Place::new("a.sls", 1, 1);
    let node = Node::from_value(arguments.into(), &place);
    let entries = node.as_map().into_iter().flatten().map(|(key, entry)| (key.to_string(), entry.clone()));
    let entries: Vec<(String, Entry)> = entries.collect();
    let function = &R::FUNCTIONS[0];
    let mut problems = Problems::default();
    let fields = Fields::check(function.arguments, entries, &place, function.name(), &mut problems);
    let spec = R::read(function, &fields, &Minion::default(), &mut problems);
    assert!(problems.is_empty(), "{problems}");
    spec
}
