//! Attributes of an instance: what operators say about it, in its entry of the register. An instance cannot change them.
//!
//! Ops nodes and readers of the mine see them as the grain `register`: `-G register:role:web`. Law: this grain comes from the
//! register alone, whatever the instance sent.

use std::collections::BTreeMap;

use model::{Map, Value};

/// The grain that has the attributes.
pub const REGISTER_GRAIN: &str = "register";

/// The attribute with an option of its own.
pub const ROLE: &str = "role";

/// The longest name, and the longest value.
const LONGEST: usize = 255;

/// Names and values.
pub type Attributes = BTreeMap<String, String>;

/// Why attributes cannot be read.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum AttributeError {
    /// There is no '='.
    #[error("'{0}' is not NAME=VALUE")]
    NoValue(String),
    /// A name that could not be part of a target.
    #[error("'{0}' cannot be the name of an attribute: letters, digits, '_', '-' and '.'")]
    Name(String),
    /// A value that could not be shown, or is too long.
    #[error("the value of '{0}' has control characters, or more than 255 bytes")]
    Text(String),
}

/// Reads `NAME=VALUE` words. An empty value is kept: it takes an attribute away.
///
/// # Errors
///
/// The first word that is malformed.
pub fn read_attributes(words: &[String]) -> Result<Attributes, AttributeError> {
    let mut read = Attributes::new();
    for word in words {
        let (name, value) = word.split_once('=').ok_or_else(|| AttributeError::NoValue(word.clone()))?;
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-.".contains(letter);
        if name.is_empty() || name.len() > LONGEST || !name.chars().all(is_plain) {
            return Err(AttributeError::Name(name.to_owned()));
        }
        if value.len() > LONGEST || value.chars().any(char::is_control) {
            return Err(AttributeError::Text(name.to_owned()));
        }
        read.insert(name.to_owned(), value.to_owned());
    }
    Ok(read)
}

/// The attributes after a change; those with an empty value are gone.
pub fn changed(before: &Attributes, change: &Attributes) -> Attributes {
    let mut after = before.clone();
    after.extend(change.clone());
    after.retain(|_, value| !value.is_empty());
    after
}

/// The attributes as a mapping.
pub fn attribute_map(attributes: &Attributes) -> Value {
    let of = |(name, value): (&String, &String)| (name.as_str().into(), Value::from(value.as_str()));
    Value::Map(attributes.iter().map(of).collect())
}

/// The grain that has the attributes, and no other grain.
pub fn grains_of_register(attributes: &Attributes) -> Map {
    [(REGISTER_GRAIN.into(), attribute_map(attributes))].into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    #[test]
    fn attributes_are_words_with_a_name_and_a_value() {
        let read = read_attributes(&words(&["role=web", "url=http://a/?b=c", "old="])).unwrap();
        let pairs: Vec<(&str, &str)> =
            read.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(pairs, [("old", ""), ("role", "web"), ("url", "http://a/?b=c")]);
        for (word, mistake) in [
            ("role", "'role' is not NAME=VALUE"),
            ("=web", "'' cannot be the name of an attribute"),
            ("a:b=web", "'a:b' cannot be the name of an attribute"),
            ("role=\u{1b}[2J", "the value of 'role' has control characters"),
        ] {
            let error = read_attributes(&words(&[word])).unwrap_err().to_string();
            assert!(error.starts_with(mistake), "{error}");
        }
    }

    #[test]
    fn an_empty_value_takes_an_attribute_away() {
        let before = read_attributes(&words(&["role=web", "zone=a"])).unwrap();
        let after = changed(&before, &read_attributes(&words(&["role=", "tier=1"])).unwrap());
        assert_eq!(after, read_attributes(&words(&["tier=1", "zone=a"])).unwrap());
    }

    #[test]
    fn what_an_instance_claims_under_this_name_does_not_count() {
        let mut grains: Map = [(REGISTER_GRAIN.into(), Value::from("role: db"))].into_iter().collect();
        grains.extend(grains_of_register(&Attributes::new()));
        assert_eq!(grains.get(REGISTER_GRAIN), Some(&Value::Map(Map::new())));
    }
}
