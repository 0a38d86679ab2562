//! The common parts of this service's things: attributes under AWS's names, and tags. Both are read on demand.

use aws::tags::{self, Tags};
use model::{Argument, Asked, Aspects, Change, Fields, Plan};

/// The attributes.
pub const ATTRIBUTES: Aspects = Aspects::nth(0);
/// The tags.
pub const TAGS: Aspects = Aspects::nth(1);

/// All tags.
pub const TAGS_ARGUMENT: Argument = Argument::optional("tags", tags::SHAPE, "all tags").alias(&["Tags"]);

/// The argument for attributes, with an example.
pub const fn attributes(meaning: &'static str) -> Argument {
    Argument::optional("attributes", tags::SHAPE, meaning).alias(&["Attributes"])
}

/// The parts as AWS has them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extras {
    /// Its attributes, if they were read.
    pub attributes: Asked<Tags>,
    /// Its tags, if they were read.
    pub tags: Asked<Tags>,
}

/// The declared parts. What is `None` is not managed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Declared {
    /// Attributes in AWS's form: text.
    pub attributes: Option<Tags>,
    /// All tags.
    pub tags: Option<Tags>,
}

impl Declared {
    /// The declared parts; a function need not have both arguments.
    pub fn read(fields: &Fields) -> Self {
        let read = |name| fields.takes(name).then(|| tags::read(fields, name)).flatten();
        Self { attributes: read("attributes"), tags: read("tags") }
    }

    /// The aspects that must be read.
    pub fn aspects(&self) -> Aspects {
        ATTRIBUTES.when(self.attributes.is_some()) | TAGS.when(self.tags.is_some())
    }

    /// The changes of a thing that is made with them.
    pub fn created(&self) -> impl Iterator<Item = Change> {
        let both = [("attributes", &self.attributes), ("tags", &self.tags)];
        both.into_iter().filter_map(|(path, map)| {
            let map = map.as_ref().filter(|map| !map.is_empty())?;
            Some(Change::create(path, tags::to_value(map)))
        })
    }

    /// What differs from AWS: a step for attributes, one for tags to set, one for tags to remove.
    pub fn diff<S>(
        &self,
        live: &Extras,
        set: impl FnOnce(Tags) -> S,
        tag: impl FnOnce(Tags) -> S,
        untag: impl FnOnce(Vec<String>) -> S,
    ) -> Plan<S> {
        let mut plan = Plan::nothing();
        if let Some(wanted) = &self.attributes {
            plan.extend(live.attributes.compared("attributes", |is| differing(wanted, is, set)));
        }
        if let Some(wanted) = &self.tags {
            plan.extend(tags::compare(wanted, &live.tags, tag, |gone| untag(gone.into_keys().collect())));
        }
        plan
    }
}

/// Only declared attributes that differ. AWS writes `true` where an author may write `True`.
fn differing<S>(wanted: &Tags, is: &Tags, set: impl FnOnce(Tags) -> S) -> Plan<S> {
    let mut plan = Plan::nothing();
    let is_as_wanted = |key: &String, value: &String| {
        is.get(key).map(String::as_str).unwrap_or_default().eq_ignore_ascii_case(value)
    };
    let mut differing = wanted.clone();
    differing.retain(|key, value| !is_as_wanted(key, value));
    if !differing.is_empty() {
        let mut old = is.clone();
        old.retain(|key, _| differing.contains_key(key));
        let change = Change::update("attributes", tags::to_value(&old), tags::to_value(&differing));
        plan.then(change, set(differing));
    }
    plan
}
