//! Keeps values that look like secrets out of an SLS.

use std::sync::LazyLock;

use regex::Regex;

use crate::declare::arguments;
use kind::export::Declaration;
use model::secret::declared;
use model::{Argument, Node, Place, Value};

/// Access keys, private keys, and assignments to names that mean a secret.
static LOOKS_SECRET: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let access_key = r"\b(AKIA|ASIA)[A-Z2-7]{16}\b";
    let private_key = r"-----BEGIN [A-Z ]*PRIVATE KEY-----";
    let assigned = r#"(?i)(password|passwd|secret|token|api_?key)\w*["']?\s*[=:]\s*["']?[^\s"'$<{]{4,}"#;
    Regex::new(&format!("{access_key}|{private_key}|{assigned}")).ok()
});

/// The declaration without arguments that hold a secret, with a note for each.
pub(super) fn left_out(mut declaration: Declaration) -> Declaration {
    let tables = arguments(declaration.function);
    for (name, value) in std::mem::take(&mut declaration.arguments) {
        // Policies name tokens and secrets, but hold none.
        let is_policy = name.to_lowercase().contains("polic");
        if !is_policy && (looks_secret(&value) || is_secret(&tables, &name, &value)) {
            let remark =
                format!("'{name}' is left out: it may hold a secret. Keep that in the pillar, encrypted.");
            declaration.remarks.push(remark);
        } else {
            declaration.arguments.push((name, value));
        }
    }
    declaration
}

/// By the declaration of its argument.
fn is_secret(tables: &[&[Argument]], name: &str, value: &Value) -> bool {
    let node = Node::from_value(value.clone(), &Place::file(""));
    let mut is_found = false;
    declared::in_call(tables, name, &node, &mut |_| is_found = true);
    is_found
}

fn looks_secret(value: &Value) -> bool {
    match value {
        Value::Map(map) => map.values().any(looks_secret),
        Value::List(list) => list.iter().any(looks_secret),
        Value::Str(text) => LOOKS_SECRET.as_ref().is_some_and(|pattern| pattern.is_match(text)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(name: &str, value: impl Into<Value>) -> bool {
        let declaration = left_out(Declaration::new("boto_lc.present", "a").with(name, value));
        assert_eq!(declaration.arguments.is_empty(), declaration.remarks.len() == 1);
        !declaration.arguments.is_empty()
    }

    #[test]
    fn secrets_are_left_out_with_a_remark_and_nothing_else_is() {
        assert!(!kept("user_data", "#!/bin/sh\nexport DB_PASSWORD=hunter22\n"));
        assert!(!kept("user_data", "AKIAIOSFODNN7EXAMPLE"));
        assert!(!kept("user_data", "-----BEGIN RSA PRIVATE KEY-----\nx"));
        assert!(!kept("environment", Value::from_iter([("API_TOKEN", "abcd")])));
        assert!(kept("user_data", "#!/bin/sh\norchestrate deploy myapp testing\n"));
        assert!(kept("user_data", "password=$(aws ssm get-parameter)"));
        assert!(kept("policy_document", Value::from_iter([("Action", "secretsmanager:GetSecretValue")])));
    }
}
