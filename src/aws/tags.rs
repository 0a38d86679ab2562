//! Tags: the full set is managed, except AWS's own.

use indexmap::IndexMap;

use model::{Argument, Asked, Change, Fields, Plan, Shape, Value};

/// How an author may write tags: a mapping, or AWS's list of keys and values.
pub const SHAPE: Shape = Shape::Either(&[Shape::Table(&Shape::Text), Shape::Records(PAIR)]);

const PAIR: &[Argument] = &[
    Argument::required("Key", Shape::Text, "the tag's key").alias(&["key"]),
    Argument::required("Value", Shape::Text, "the tag's value").alias(&["value"]),
];

/// The tags of an argument of [`SHAPE`]; none if it was left out.
pub fn read(fields: &Fields, name: &str) -> Option<Tags> {
    if fields.node(name)?.as_map().is_some() {
        return fields.text_table(name);
    }
    let pairs = fields.records(name)?;
    Some(pairs.iter().map(|pair| (pair.required_text("Key"), pair.required_text("Value"))).collect())
}

/// The key of the tag that names the owner of a thing; see `ownership` of the configuration.
pub const OWNER: &str = "orchestrate:owner";

/// Tags in AWS's form: key to value.
pub type Tags = IndexMap<String, String>;

/// The difference between two sets of tags.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Difference {
    /// Tags to add or overwrite.
    pub set: Tags,
    /// The former values of tags that are overwritten.
    pub overwritten: Tags,
    /// Tags to remove, with their values.
    pub remove: Tags,
}

impl Difference {
    /// True when there is nothing to change.
    pub fn is_empty(&self) -> bool {
        self.set.is_empty() && self.remove.is_empty()
    }

    /// One change for all, one step for set tags and one for removed tags; nothing without a difference.
    pub fn plan<S>(self, set: impl FnOnce(Tags) -> S, remove: impl FnOnce(Tags) -> S) -> Plan<S> {
        let mut plan = Plan::nothing();
        if self.is_empty() {
            return plan;
        }
        plan.changes.push(self.change("tags"));
        plan.steps.extend((!self.set.is_empty()).then(|| set(self.set)));
        plan.steps.extend((!self.remove.is_empty()).then(|| remove(self.remove)));
        plan
    }

    /// As a change: only the tags that differ, before and after.
    pub fn change(&self, path: &str) -> Change {
        let old: Tags =
            self.overwritten.iter().chain(&self.remove).map(|(k, v)| (k.clone(), v.clone())).collect();
        Change::update(path, to_value(&old), to_value(&self.set))
    }
}

/// The difference. Keys that begin with `aws:` belong to AWS and are never changed. If only the owner's tag is wanted,
/// alone or beside the name, the author declared no tags: then no other tag is changed.
///
/// See <https://docs.aws.amazon.com/tag-editor/latest/userguide/tagging.html>.
pub fn difference(want: &Tags, live: &Tags) -> Difference {
    let mut difference = Difference::default();
    for (key, value) in want {
        match live.get(key) {
            Some(current) if current == value => {}
            current => {
                difference.set.insert(key.clone(), value.clone());
                if let Some(current) = current {
                    difference.overwritten.insert(key.clone(), current.clone());
                }
            }
        }
    }
    let is_declared = !want.contains_key(OWNER) || want.keys().any(|key| key != OWNER && key != "Name");
    for (key, value) in live.iter().filter(|_| is_declared) {
        if !want.contains_key(key) && !key.starts_with("aws:") {
            difference.remove.insert(key.clone(), value.clone());
        }
    }
    difference
}

/// The plan that makes tags as declared: a step for set tags and one for removed tags. If the tags were not read, they
/// are not changed, and the state fails.
pub fn compare<S>(
    want: &Tags,
    live: &Asked<Tags>,
    set: impl FnOnce(Tags) -> S,
    remove: impl FnOnce(Tags) -> S,
) -> Plan<S> {
    live.compared("tags", |live| difference(want, live).plan(set, remove))
}

/// The keys in one line, for sentences.
pub fn keys(tags: &Tags) -> String {
    tags.keys().map(String::as_str).collect::<Vec<_>>().join(", ")
}

/// Tags as a datum, sorted by key.
pub fn to_value(tags: &Tags) -> Value {
    let mut pairs: Vec<(&String, &String)> = tags.iter().collect();
    pairs.sort();
    pairs.into_iter().map(|(key, value)| (key.as_str(), value.as_str())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags(pairs: &[(&str, &str)]) -> Tags {
        pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn tags_are_added_overwritten_and_removed() {
        let want = tags(&[("Name", "a"), ("team", "x")]);
        let live = tags(&[("Name", "b"), ("old", "1"), ("aws:cloudformation:stack-id", "z")]);
        let difference = difference(&want, &live);
        assert_eq!(difference.set, want);
        assert_eq!(difference.overwritten, tags(&[("Name", "b")]));
        assert_eq!(difference.remove, tags(&[("old", "1")]));
    }

    #[test]
    fn the_owners_tag_alone_leaves_other_tags_as_they_are() {
        let live = tags(&[("Name", "a"), ("team", "x")]);
        for want in [tags(&[(OWNER, "app")]), tags(&[("Name", "a"), (OWNER, "app")])] {
            let difference = difference(&want, &live);
            assert_eq!((difference.set, difference.remove), (tags(&[(OWNER, "app")]), tags(&[])));
        }
        let declared = difference(&tags(&[("Name", "a"), ("role", "y"), (OWNER, "app")]), &live);
        assert_eq!(declared.remove, tags(&[("team", "x")]));
    }

    #[test]
    fn tags_that_were_not_read_are_neither_set_nor_deleted() {
        for want in [tags(&[]), tags(&[("a", "1")])] {
            let plan = compare(&want, &Asked::NotAsked, |_| "set", |_| "remove");
            assert!(plan.steps.is_empty() && !plan.refusals.is_empty());
        }
        let live = tags(&[("old", "1")]).into();
        assert_eq!(compare(&tags(&[]), &live, |_| "set", |_| "remove").steps, ["remove"]);
    }

    #[test]
    fn the_same_tags_in_another_order_do_not_differ() {
        assert!(difference(&tags(&[("a", "1"), ("b", "2")]), &tags(&[("b", "2"), ("a", "1")])).is_empty());
    }
}
