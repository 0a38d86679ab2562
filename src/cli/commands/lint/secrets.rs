//! Finds secrets in files of the tree.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;

use crate::model::{Low, Node, NodeKind, Problem, Value};

/// Arguments whose value is a secret.
const NAMES: &[&str] =
    &["password", "passwd", "secret", "secret_key", "auth_token", "master_user_password", "token"];

/// The secret of an access key, beside its ID. Alone the word has many meanings: the key of a tag, of a setting, of a host.
const KEY: &str = "key";
const KEY_ID: &str = "keyid";
/// The name of such a key in a message.
const SECRET_KEY: &str = "secret_key";

/// An access key ID of AWS.
///
/// See <https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html#identifiers-unique-ids>.
static ACCESS_KEY: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^(AKIA|ASIA)[A-Z2-7]{16}$").ok());

/// Finds lines in the linted files.
#[derive(Default)]
pub struct Sources(HashMap<String, Vec<String>>);

impl Sources {
    /// The secrets in a call that are written where all can read them.
    pub fn secrets(&mut self, low: &Low) -> Vec<Problem> {
        let mut found = vec![];
        let has_id = low.arguments.contains_key(KEY_ID);
        for (name, entry) in &low.arguments {
            let name = if name == KEY && has_id { SECRET_KEY } else { name };
            self.look(name, &entry.node, &mut found);
        }
        found
    }

    fn look(&mut self, name: &str, node: &Node, found: &mut Vec<Problem>) {
        match &node.kind {
            NodeKind::Map(map) => {
                let has_id = map.keys().any(|key| key.as_str() == Some(KEY_ID));
                for (key, entry) in map {
                    let key = key.to_string();
                    let name = if key == KEY && has_id { SECRET_KEY } else { &key };
                    self.look(name, &entry.node, found);
                }
            }
            NodeKind::List(list) => list.iter().for_each(|item| self.look(name, item, found)),
            NodeKind::Scalar(Value::Str(text)) => {
                let is_access_key = ACCESS_KEY.as_ref().is_some_and(|pattern| pattern.is_match(text));
                let is_secret = is_access_key || (NAMES.contains(&name) && !text.is_empty());
                if is_secret && self.is_literal(node, text) {
                    let problem =
                        Problem::at(&node.place.unseen(), format!("'{name}' holds a secret in plain text"));
                    found.push(
                        problem.hint("keep it in the pillar, encrypted or by reference, or name a profile"),
                    );
                }
            }
            NodeKind::Scalar(_) => {}
        }
    }

    /// True when the line holds the value itself, and the value does not come from elsewhere through Jinja.
    fn is_literal(&mut self, node: &Node, text: &str) -> bool {
        let file = node.place.file.to_string();
        let lines = self.0.entry(file).or_insert_with_key(|file| {
            let text = std::fs::read_to_string(file).unwrap_or_default();
            text.lines().map(str::to_owned).collect()
        });
        let index = usize::try_from(node.place.line).unwrap_or(0).saturating_sub(1);
        lines.get(index).is_some_and(|line| line.contains(text))
    }
}
