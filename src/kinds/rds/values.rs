//! Values of databases, each with AWS's equality.

use aws::arn::is_arn;
use kind::settings::Setting;
use model::{Fields, Value};

/// A version of an engine: `16.3` satisfies `16`, and `8.0.36` satisfies `8.0`.
#[derive(Clone, Debug)]
pub struct Version(pub String);

impl Version {
    /// True if it is older than the present version: AWS never goes back.
    pub fn is_before(&self, there: &Self) -> bool {
        let numbers =
            |text: &str| -> Vec<u32> { text.split('.').map_while(|part| part.parse().ok()).collect() };
        self != there && numbers(&self.0) < numbers(&there.0)
    }
}

impl PartialEq for Version {
    fn eq(&self, other: &Self) -> bool {
        let begins =
            |long: &str, short: &str| long.strip_prefix(short).is_some_and(|rest| rest.starts_with('.'));
        self.0 == other.0 || begins(&self.0, &other.0) || begins(&other.0, &self.0)
    }
}

impl Setting for Version {
    fn read(fields: &Fields, name: &str) -> Option<Self> {
        fields.text(name).map(Self)
    }

    fn shown(&self) -> Value {
        self.0.as_str().into()
    }
}

/// A text whose case AWS may change: names of groups, engines, days of the week.
#[derive(Clone, Debug)]
pub struct Caseless(pub String);

impl PartialEq for Caseless {
    fn eq(&self, other: &Self) -> bool {
        self.0.eq_ignore_ascii_case(&other.0)
    }
}

impl Setting for Caseless {
    fn read(fields: &Fields, name: &str) -> Option<Self> {
        fields.text(name).map(Self)
    }

    fn shown(&self) -> Value {
        self.0.as_str().into()
    }
}

/// A KMS key, by id, ARN or alias. AWS returns the ARN of the key, so an alias cannot be compared.
#[derive(Clone, Debug)]
pub struct Key(pub String);

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        let id = |key: &str| key.rsplit('/').next().unwrap_or_default().to_owned();
        let is_alias = |key: &str| key.starts_with("alias/") || (is_arn(key) && key.contains(":alias/"));
        is_alias(&self.0) || is_alias(&other.0) || id(&self.0) == id(&other.0)
    }
}

impl Setting for Key {
    fn read(fields: &Fields, name: &str) -> Option<Self> {
        fields.text(name).map(Self)
    }

    fn shown(&self) -> Value {
        self.0.as_str().into()
    }
}

/// Capacity units of Aurora Serverless.
#[derive(Clone, Debug, PartialEq)]
pub struct Capacity(pub f64);

impl Setting for Capacity {
    fn read(fields: &Fields, name: &str) -> Option<Self> {
        fields.number(name).map(Self)
    }

    fn shown(&self) -> Value {
        self.0.into()
    }
}

/// A set of words, sorted.
#[derive(Clone, Debug, PartialEq)]
pub struct Words(Vec<String>);

impl Words {
    /// As AWS shows them.
    pub fn of(words: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let mut words: Vec<String> = words.into_iter().map(Into::into).collect();
        words.sort();
        words.dedup();
        Self(words)
    }

    /// The words.
    pub fn list(&self) -> &[String] {
        &self.0
    }
}

impl Setting for Words {
    fn read(fields: &Fields, name: &str) -> Option<Self> {
        fields.texts(name).map(Self::of)
    }

    fn shown(&self) -> Value {
        self.0.clone().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_includes_its_patches_and_never_goes_back() {
        let version = |text: &str| Version(text.to_owned());
        for (want, live, is_met, is_before) in [
            ("16", "16.3", true, false),
            ("8.0", "8.0.36", true, false),
            ("16.3", "16.4", false, true),
            ("16.10", "16.9", false, false),
            ("1", "16.3", false, true),
        ] {
            assert_eq!(version(want) == version(live), is_met, "{want} {live}");
            assert_eq!(version(want).is_before(&version(live)), is_before, "{want} {live}");
        }
    }

    #[test]
    fn a_key_is_known_by_its_id_and_an_alias_is_not_compared() {
        let key = |text: &str| Key(text.to_owned());
        let arn = key("arn:aws:kms:us-east-1:1:key/abc");
        assert!(key("abc") == arn && key("alias/x") == arn && key("abd") != arn);
    }
}
