//! What a version of a launch template says, in canonical form.

use serde_json::{Map, Value as Json};
use sha2::{Digest as _, Sha256};

use crate::model::{Value, hex, user_data};
use crate::resources::document::sorted;

/// What a version says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Content {
    /// Everything but user data, as AWS takes it, lists sorted.
    pub data: Json,
    /// User data, not encoded.
    pub user_data: Option<String>,
}

impl Content {
    pub(super) fn new(data: Json, user_data: Option<String>) -> Self {
        Self { data: sorted(data, &[]), user_data: user_data.filter(|text| !text.is_empty()) }
    }

    /// What differs, by AWS's name: there, and wanted. A version is a whole, so what is left out is wanted to be left out.
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

    /// A token that a call with this content has in whatever run it is made, so that AWS makes one version of it.
    pub(super) fn token(&self, template: &str, latest: i64) -> String {
        let text = format!("{template} {latest} {} {:?}", self.data, self.user_data);
        hex(&Sha256::digest(text.as_bytes()))[..32].to_owned()
    }
}

fn map(data: &Json) -> Map<String, Json> {
    data.as_object().cloned().unwrap_or_default()
}

/// User data may hold secrets and is long: it is shown as a digest.
pub(super) fn digest_of(user_data: &Option<String>) -> Value {
    let Some(data) = user_data else { return Value::Null };
    format!("sha256:{}", &hex(&Sha256::digest(data.as_bytes()))[..16]).into()
}
