//! The forms that query services take: `Filter.1.Value.2=…`.

use std::collections::BTreeMap;

use percent_encoding::percent_decode_str;

/// Fields by name.
#[derive(Clone, Debug, Default)]
pub struct Form(BTreeMap<String, String>);

impl Form {
    /// Reads a body.
    pub fn parse(body: &[u8]) -> Self {
        let text = String::from_utf8_lossy(body);
        let decoded =
            |word: &str| percent_decode_str(&word.replace('+', " ")).decode_utf8_lossy().into_owned();
        let pairs = text.split('&').filter_map(|pair| pair.split_once('='));
        Self(pairs.map(|(name, value)| (decoded(name), decoded(value))).collect())
    }

    /// A field; empty when it is missing.
    pub fn get(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    /// A field that was sent.
    pub fn find(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// The values of `name.1`, `name.2` and so on.
    pub fn list(&self, name: &str) -> Vec<String> {
        (1..).map_while(|index| self.0.get(&format!("{name}.{index}")).cloned()).collect()
    }

    /// The fields below `name.1`, `name.2` and so on, each without that prefix.
    pub fn groups(&self, name: &str) -> Vec<Self> {
        (1..)
            .map(|index| self.below(&format!("{name}.{index}.")))
            .take_while(|group| !group.0.is_empty())
            .collect()
    }

    /// The fields below a prefix, without it.
    pub fn below(&self, prefix: &str) -> Self {
        let range = self.0.range(prefix.to_owned()..);
        let inside = range.take_while(|(name, _)| name.starts_with(prefix));
        Self(inside.map(|(name, value)| (name[prefix.len()..].to_owned(), value.clone())).collect())
    }

    /// Where a page begins, from the token of the one before.
    pub fn start(&self, token: &str) -> usize {
        self.get(token).parse().unwrap_or(0)
    }
}
