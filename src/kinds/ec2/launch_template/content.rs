//! The content of a version of a launch template, in canonical form.

use serde_json::{Map, Value as Json};
use sha2::{Digest as _, Sha256};

use kind::document::sorted;
use model::{Value, hex, user_data};

/// The content of a version.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Content {
    /// Everything except user data, as AWS accepts it, with sorted lists.
    pub data: Json,
    /// User data, not encoded.
    pub user_data: Option<String>,
}

impl Content {
    pub(super) fn new(data: Json, user_data: Option<String>) -> Self {
        Self { data: sorted(data, &[]), user_data: user_data.filter(|text| !text.is_empty()) }
    }

    /// What differs, by AWS's name: present and wanted values. A version is compared as a whole, so a key that is left out
    /// must be absent.
    pub(super) fn differences(&self, there: &Self) -> Vec<(String, Value, Value)> {
        let (mine, theirs) = (map(&self.data), map(&there.data));
        let mut keys: Vec<&String> = mine.keys().chain(theirs.keys()).collect();
        keys.sort();
        keys.dedup();
        let differs = |key: &&String| mine.get(*key) != theirs.get(*key);
        let value = |map: &Map<String, Json>, key: &str| map.get(key).cloned().unwrap_or_default().into();
        let mut found: Vec<(String, Value, Value)> = keys
            .into_iter()
            .filter(differs)
            .map(|key| (key.clone(), value(&theirs, key), value(&mine, key)))
            .collect();
        let text = |data: &Option<String>| data.clone().unwrap_or_default();
        if !user_data::is_same(&text(&self.user_data), &text(&there.user_data)) {
            found.push(("UserData".to_owned(), digest_of(&there.user_data), digest_of(&self.user_data)));
        }
        found
    }

    /// A token that is the same for this content in every run, so that AWS makes only one version of it.
    pub(super) fn token(&self, template: &str, latest: i64) -> String {
        let text = format!("{template} {latest} {} {:?}", self.data, self.user_data);
        hex(&Sha256::digest(text.as_bytes()))[..32].to_owned()
    }
}

fn map(data: &Json) -> Map<String, Json> {
    data.as_object().cloned().unwrap_or_default()
}

/// User data is long and may contain secrets, so changes show a digest.
pub(super) fn digest_of(user_data: &Option<String>) -> Value {
    let Some(data) = user_data else { return Value::Null };
    format!("sha256:{}", &hex(&Sha256::digest(data.as_bytes()))[..16]).into()
}
