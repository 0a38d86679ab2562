//! Keeps values that look like secrets out of an SLS.

use std::sync::LazyLock;

use regex::Regex;

use crate::model::Value;
use crate::resources::export::Declaration;

/// Keys whose values are secrets.
const NAMES: &[&str] = &[
    "auth_token",
    "key_material",
    "master_user_password",
    "password",
    "passwd",
    "private_key",
    "secret",
    "secret_key",
    "secretstring",
    "token",
];

/// Access keys, private keys, and assignments to names that mean a secret.
static LOOKS_SECRET: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let access_key = r"\b(AKIA|ASIA)[A-Z2-7]{16}\b";
    let private_key = r"-----BEGIN [A-Z ]*PRIVATE KEY-----";
    let assigned = r#"(?i)(password|passwd|secret|token|api_?key)\w*["']?\s*[=:]\s*["']?[^\s"'$<{]{4,}"#;
    Regex::new(&format!("{access_key}|{private_key}|{assigned}")).ok()
});

/// The declaration without arguments that hold a secret, with a note for each.
pub(super) fn left_out(mut declaration: Declaration) -> Declaration {
    let arguments = std::mem::take(&mut declaration.arguments);
    for (name, value) in arguments {
        // Policies name tokens and secrets, but hold none.
        let is_policy = name.to_lowercase().contains("polic");
        if !is_policy && is_secret(&name, &value) {
            let remark =
                format!("'{name}' is left out: it may hold a secret. Keep that in the pillar, encrypted.");
            declaration.remarks.push(remark);
        } else {
            declaration.arguments.push((name, value));
        }
    }
    declaration
}

fn is_secret(name: &str, value: &Value) -> bool {
    match value {
        Value::Map(map) => map.iter().any(|(key, value)| is_secret(&key.to_string(), value)),
        Value::List(list) => list.iter().any(|item| is_secret(name, item)),
        Value::Str(text) => {
            let looks_so = LOOKS_SECRET.as_ref().is_some_and(|pattern| pattern.is_match(text));
            !text.is_empty() && (looks_so || is_name_of_secret(name))
        }
        _ => false,
    }
}

/// `DB_PASSWORD`, `password`.
fn is_name_of_secret(name: &str) -> bool {
    let name = name.to_lowercase();
    NAMES.iter().any(|secret| name == *secret || name.ends_with(&format!("_{secret}")))
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
