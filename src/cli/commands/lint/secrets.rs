//! Finds secrets in files of the tree.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;

use model::secret::declared;
use model::{Low, Node, NodeKind, Problem, Value};

/// An access key ID of AWS.
///
/// See <https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html#identifiers-unique-ids>.
static ACCESS_KEY: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^(AKIA|ASIA)[A-Z2-7]{16}$").ok());

/// Finds lines in the linted files.
#[derive(Default)]
pub struct Sources(HashMap<String, Vec<String>>);

impl Sources {
    /// The secrets in a call that are written where all can read them. The declarations of its arguments say what is a secret.
    pub fn secrets(&mut self, low: &Low) -> Vec<Problem> {
        let tables = engine::arguments(&low.full_function());
        let mut found = vec![];
        for (name, entry) in &low.arguments {
            declared::in_call(&tables, name, &entry.node, &mut |it| {
                if self.is_literal(it.node, it.secret) {
                    found.push(problem(it.name, it.node));
                }
            });
            self.access_keys(name, &entry.node, &mut found);
        }
        self.in_name(low, &mut found);
        found
    }

    /// The name of a call may be a URL with a password. It has no place of its own.
    fn in_name(&mut self, low: &Low, found: &mut Vec<Problem>) {
        let node = Node::scalar(low.function_place.clone(), low.name.as_str());
        declared::in_free("name", &node, &mut |it| {
            if self.lines(&node).iter().any(|line| line.contains(it.secret)) {
                found.push(problem("name", &node));
            }
        });
    }

    /// An access key ID is a sign of a secret, whatever its argument is.
    fn access_keys(&mut self, name: &str, node: &Node, found: &mut Vec<Problem>) {
        match &node.kind {
            NodeKind::Map(map) => {
                for (key, entry) in map {
                    self.access_keys(&key.to_string(), &entry.node, found);
                }
            }
            NodeKind::List(list) => list.iter().for_each(|item| self.access_keys(name, item, found)),
            NodeKind::Scalar(Value::Str(text)) => {
                let is_access_key = ACCESS_KEY.as_ref().is_some_and(|pattern| pattern.is_match(text));
                if is_access_key && self.is_literal(node, text) {
                    found.push(problem(name, node));
                }
            }
            NodeKind::Scalar(_) => {}
        }
    }

    /// True when the line holds the value itself, and the value does not come from elsewhere through Jinja.
    fn is_literal(&mut self, node: &Node, text: &str) -> bool {
        let index = usize::try_from(node.place.line).unwrap_or(0).saturating_sub(1);
        // A private key begins below the name of its argument.
        let part = text.lines().find(|line| !line.starts_with("-----")).unwrap_or(text);
        let near = if text.contains('\n') { 3 } else { 1 };
        self.lines(node).iter().skip(index).take(near).any(|line| line.contains(part))
    }

    /// The lines of the file of a node.
    fn lines(&mut self, node: &Node) -> &[String] {
        let file = node.place.file.to_string();
        self.0.entry(file).or_insert_with_key(|file| {
            let text = std::fs::read_to_string(file).unwrap_or_default();
            text.lines().map(str::to_owned).collect()
        })
    }
}

fn problem(name: &str, node: &Node) -> Problem {
    let problem = Problem::at(&node.place.unseen(), format!("'{name}' holds a secret in plain text"));
    problem.hint("keep it in the pillar, encrypted or by reference, or name a profile")
}
