//! An ordered mapping of data that also knows its origin.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use indexmap::IndexMap;

use super::{Key, Value};

/// A mapping that keeps the order of its keys. Look up text keys with `map.get("key")`.
///
/// Salt has two types of mapping: its YAML renderer makes an `OrderedDict` (pillar, SLS); everything else is a `dict`
/// (grains, options, JSON, mappings that a template builds). They are equal and behave the same, but the filter `yaml`
/// sorts the keys of a `dict` only. So a mapping remembers its type, and a mapping made from it has the same type.
///
/// A clone shares the entries until one of the two changes: the pillar of a run may be megabytes, and every template
/// and many functions hold it. A change copies one level; without other clones it copies nothing.
#[derive(Clone, Default)]
pub struct Map {
    entries: Arc<IndexMap<Key, Value>>,
    is_ordered: bool,
}

impl Map {
    /// An empty mapping.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty mapping with room for so many entries.
    pub fn with_capacity(count: usize) -> Self {
        Self { entries: Arc::new(IndexMap::with_capacity(count)), is_ordered: false }
    }

    /// The same mapping, as if Salt's YAML renderer had made it.
    #[must_use]
    pub fn ordered(mut self) -> Self {
        self.is_ordered = true;
        self
    }

    /// The same mapping, as if anything but Salt's YAML renderer had made it.
    #[must_use]
    pub fn plain(mut self) -> Self {
        self.is_ordered = false;
        self
    }

    /// True if Salt's YAML renderer would have made it: an `OrderedDict`.
    pub fn is_ordered(&self) -> bool {
        self.is_ordered
    }

    /// The values, in the order of their keys.
    pub fn into_values(self) -> indexmap::map::IntoValues<Key, Value> {
        self.into_entries().into_values()
    }

    /// The keys, in their order.
    pub fn into_keys(self) -> indexmap::map::IntoKeys<Key, Value> {
        self.into_entries().into_keys()
    }

    /// True if the two are clones and neither was changed.
    pub fn is_shared_with(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.entries, &other.entries)
    }

    fn into_entries(self) -> IndexMap<Key, Value> {
        Arc::unwrap_or_clone(self.entries)
    }
}

impl PartialEq for Map {
    /// As in Python, neither order nor type counts.
    fn eq(&self, other: &Self) -> bool {
        self.entries == other.entries
    }
}

impl fmt::Debug for Map {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.entries.fmt(out)
    }
}

impl Deref for Map {
    type Target = IndexMap<Key, Value>;

    fn deref(&self) -> &Self::Target {
        &self.entries
    }
}

impl DerefMut for Map {
    fn deref_mut(&mut self) -> &mut Self::Target {
        Arc::make_mut(&mut self.entries)
    }
}

impl FromIterator<(Key, Value)> for Map {
    fn from_iter<I: IntoIterator<Item = (Key, Value)>>(pairs: I) -> Self {
        Self { entries: Arc::new(pairs.into_iter().collect()), is_ordered: false }
    }
}

impl<const N: usize> From<[(Key, Value); N]> for Map {
    fn from(pairs: [(Key, Value); N]) -> Self {
        pairs.into_iter().collect()
    }
}

impl Extend<(Key, Value)> for Map {
    fn extend<I: IntoIterator<Item = (Key, Value)>>(&mut self, pairs: I) {
        Arc::make_mut(&mut self.entries).extend(pairs);
    }
}

impl IntoIterator for Map {
    type Item = (Key, Value);
    type IntoIter = indexmap::map::IntoIter<Key, Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.into_entries().into_iter()
    }
}

impl<'a> IntoIterator for &'a Map {
    type Item = (&'a Key, &'a Value);
    type IntoIter = indexmap::map::Iter<'a, Key, Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.iter()
    }
}

impl<'a> IntoIterator for &'a mut Map {
    type Item = (&'a Key, &'a mut Value);
    type IntoIter = indexmap::map::IterMut<'a, Key, Value>;

    fn into_iter(self) -> Self::IntoIter {
        Arc::make_mut(&mut self.entries).iter_mut()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Map {
        let inner = Value::Map(Map::from([(Key::from("port"), Value::Int(80))]));
        Map::from([(Key::from("web"), inner.clone()), (Key::from("mail"), inner)]).ordered()
    }

    #[test]
    fn a_clone_shares_until_one_of_the_two_changes() {
        let pillar = sample();
        let mut seen = pillar.clone();
        assert!(seen.is_shared_with(&pillar) && seen.is_ordered());
        let Some(Value::Map(web)) = seen.get_mut("web") else { panic!("it is there") };
        web.insert(Key::from("port"), Value::Int(81));
        assert!(!seen.is_shared_with(&pillar));
        assert_eq!(pillar, sample());
        assert_ne!(seen, sample());
    }

    #[test]
    fn what_a_change_does_not_touch_stays_shared() {
        let pillar = sample();
        let mut changed = pillar.clone();
        changed.insert(Key::from("dns"), Value::Null);
        for (key, value) in &pillar {
            let (Value::Map(before), Some(Value::Map(after))) = (value, changed.get(key)) else {
                panic!("both have {key}")
            };
            assert!(after.is_shared_with(before), "{key}");
        }
    }
}
