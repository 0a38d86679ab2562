//! Which values of a declaration are secrets.
//!
//! The shape of an argument decides: [`Shape::Secret`]. Where keys are free (variables of an environment, settings of a program) there
//! is no declaration, and the name decides. In every text, a private key is a secret, and so is the password of a URL.

use std::sync::LazyLock;

use regex::Regex;

use super::{MIN_LENGTH, hide};
use crate::fields::text;
use crate::{Argument, Node, NodeKind, Shape, Value};

/// A shorter text of a declaration is hidden only by its kind: it may be an ordinary word of the output, such as `test` or `admin`.
pub(super) const MIN_DECLARED: usize = 8;

/// Names, and ends of names, of secrets where keys are free.
const NAMES: &[&str] = &[
    "api_key",
    "apikey",
    "auth_token",
    "passphrase",
    "passwd",
    "password",
    "private_key",
    "secret",
    "secret_access_key",
    "secret_key",
    "secret_string",
    "token",
];

/// The secret of an access key, beside its ID. Alone the word has many meanings: the key of a tag, of a setting, of a host.
const KEY: &str = "key";
const KEY_ID: &str = "keyid";
/// The name of such a key in a message.
const SECRET_KEY: &str = "secret_key";

/// What refers to a secret and is none: ARNs, dynamic references of CloudFormation, files, variables.
const REFERENCES: &[&str] = &["arn:", "{{", "${", "$(", "salt://", "sdb://", "file://", "/"];

/// `scheme://user:password@` or `scheme://user@`. A password may contain `@`.
static CREDENTIALS: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"[A-Za-z][A-Za-z0-9+.-]*://(([^\s/:@?]*)(?::([^\s/?]*))?@)").ok());

/// What a forge calls the password beside a token.
const NO_PASSWORD: &[&str] = &["", "x-oauth-basic"];

/// A user without a password is a token if it has so many characters, and a digit.
const MIN_TOKEN: usize = 16;

/// `DB_PASSWORD=hunter22` in a list of variables, a line of a file, a command, the query of a URL.
static ASSIGNED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"(?m)(?:^|[\s?&;"'])([A-Za-z_-][A-Za-z0-9_.-]*)=("[^"\n]+"|'[^'\n]+'|[^\s&;"'\#]+)"#).ok()
});

/// A reference of a shell to a variable.
static VARIABLE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^\$[A-Za-z_][A-Za-z0-9_]*$").ok());

/// A secret that was found in a declaration.
#[derive(Clone, Copy, Debug)]
pub struct Found<'a> {
    /// The name of its argument, or its key.
    pub name: &'a str,
    /// The scalar that has it.
    pub node: &'a Node,
    /// The secret itself: the whole scalar or a part of it.
    pub secret: &'a str,
}

/// Calls `each` for every secret in the value of an argument.
pub fn in_argument(argument: &Argument, node: &Node, each: &mut dyn FnMut(Found<'_>)) {
    in_shape(&argument.shape, argument.name, node, each);
}

/// Calls `each` for every secret in the argument `name` of a call; `tables` are the arguments of its function. One that is in
/// none of them has no declaration.
pub fn in_call(tables: &[&[Argument]], name: &str, node: &Node, each: &mut dyn FnMut(Found<'_>)) {
    match tables.iter().copied().flatten().find(|argument| argument.is_spelled(name)) {
        Some(argument) => in_argument(argument, node, each),
        None => in_free(name, node, each),
    }
}

/// Calls `each` for every secret in a value without a declaration.
pub fn in_free(name: &str, node: &Node, each: &mut dyn FnMut(Found<'_>)) {
    match &node.kind {
        NodeKind::Map(map) => {
            let has_id = map.keys().any(|key| key.as_str() == Some(KEY_ID));
            for (key, entry) in map {
                let key = key.to_string();
                in_free(if key == KEY && has_id { SECRET_KEY } else { &key }, &entry.node, each);
            }
        }
        NodeKind::List(list) => list.iter().for_each(|item| in_free(name, item, each)),
        NodeKind::Scalar(_) if is_name(name) => whole(name, node, &mut |found| {
            if !is_reference(found.secret) {
                each(found);
            }
        }),
        NodeKind::Scalar(_) => in_text(name, node, each),
    }
}

/// Hides the secrets of an argument from now on.
pub fn note(argument: &Argument, node: &Node) {
    in_argument(argument, node, &mut |found| {
        note_text(found.secret);
        if let Some(all) = found.node.as_str().filter(|all| *all != found.secret) {
            note_url(all);
        }
    });
}

/// Hides a text that a declaration calls a secret. A word that names secrets is in every message, so it is none.
pub fn note_text(secret: &str) {
    if secret.trim().chars().count() >= MIN_DECLARED && !NAMES.contains(&secret.trim()) {
        hide(secret);
    }
}

/// Hides the passwords of all URLs in a text. A short one is hidden together with what is beside it.
pub fn note_url(text: &str) {
    for Login { whole, secret } in logins(text) {
        if secret.chars().count() < MIN_DECLARED {
            hide(whole);
            continue;
        }
        hide(secret);
        let plain = percent_encoding::percent_decode_str(secret).decode_utf8_lossy();
        if plain.chars().count() >= MIN_LENGTH {
            hide(&plain);
        }
    }
}

/// The login of a URL.
struct Login<'a> {
    /// `user:password@`.
    whole: &'a str,
    /// The password, or the user that is a token.
    secret: &'a str,
}

/// The logins of the URLs in a text. What a template or a shell replaces is none.
fn logins(text: &str) -> Vec<Login<'_>> {
    let Some(pattern) = CREDENTIALS.as_ref().filter(|_| text.contains("://")) else { return vec![] };
    let mut found = vec![];
    for captures in pattern.captures_iter(text) {
        let part = |number: usize| captures.get(number).map_or("", |part| part.as_str());
        let (user, password) = (part(2), captures.get(3).map(|part| part.as_str()));
        let is_token = user.len() >= MIN_TOKEN && user.contains(|letter: char| letter.is_ascii_digit());
        let secret = match password {
            Some(password) if !NO_PASSWORD.contains(&password) => password,
            Some(_) if !user.is_empty() => user,
            None if is_token => user,
            _ => continue,
        };
        if !secret.contains(['<', '>', '{', '}']) && !is_reference(secret) {
            found.push(Login { whole: part(1), secret });
        }
    }
    found
}

fn in_shape(shape: &Shape, name: &str, node: &Node, each: &mut dyn FnMut(Found<'_>)) {
    match (shape, &node.kind) {
        (Shape::Secret, NodeKind::Scalar(_)) => whole(name, node, each),
        (Shape::Any, _) => in_free(name, node, each),
        (Shape::Either(shapes), _) => shapes.iter().for_each(|shape| in_shape(shape, name, node, each)),
        (Shape::Record(table) | Shape::Records(table) | Shape::Merged(table), NodeKind::Map(map)) => {
            for (key, entry) in map {
                let key = key.to_string();
                match table.iter().find(|argument| argument.is_spelled(&key)) {
                    Some(argument) => in_argument(argument, &entry.node, each),
                    None => in_free(&key, &entry.node, each),
                }
            }
        }
        (Shape::Table(Shape::Text | Shape::Any), NodeKind::Map(_)) => in_free(name, node, each),
        (Shape::Table(value), NodeKind::Map(map)) => {
            for (key, entry) in map {
                in_shape(value, &key.to_string(), &entry.node, each);
            }
        }
        (Shape::List(element), NodeKind::List(list)) => {
            list.iter().for_each(|item| in_shape(element, name, item, each));
        }
        (_, NodeKind::List(list)) => list.iter().for_each(|item| in_shape(shape, name, item, each)),
        (_, NodeKind::Scalar(_)) => in_text(name, node, each),
        (_, NodeKind::Map(_)) => {}
    }
}

fn whole(name: &str, node: &Node, each: &mut dyn FnMut(Found<'_>)) {
    // "True" beside a name such as `secret` switches something on.
    let is_flag = matches!(node.kind, NodeKind::Scalar(Value::Bool(_)));
    if let Some(secret) = text(node).filter(|secret| !secret.is_empty() && !is_flag) {
        each(Found { name, node, secret: &secret });
    }
}

/// Private keys, passwords of URLs, and variables with a name that means a secret.
fn in_text(name: &str, node: &Node, each: &mut dyn FnMut(Found<'_>)) {
    let Some(all) = node.as_str() else { return };
    if all.contains("PRIVATE KEY-----") && all.contains("-----BEGIN ") {
        each(Found { name, node, secret: all });
        return;
    }
    for Login { secret, .. } in logins(all) {
        each(Found { name, node, secret });
    }
    assignments(all, &mut |variable, secret| each(Found { name: variable, node, secret }));
}

/// Calls `each` for every assignment to a name that means a secret. A value in quotes may be one: `Environment="DB_PASSWORD=…"`.
fn assignments<'a>(text: &'a str, each: &mut dyn FnMut(&'a str, &'a str)) {
    let Some(pattern) = ASSIGNED.as_ref().filter(|_| text.contains('=')) else { return };
    for captures in pattern.captures_iter(text) {
        let part = |number: usize| captures.get(number).map_or("", |part| part.as_str());
        let (variable, written) = (part(1), part(2));
        let value = written.trim_matches(['"', '\'']);
        if is_name(variable.trim_start_matches('-')) {
            if !is_reference(value) {
                each(variable, value);
            }
        } else if value.len() < written.len() {
            assignments(value, each);
        }
    }
}

fn is_reference(text: &str) -> bool {
    REFERENCES.iter().any(|beginning| text.starts_with(beginning))
        || VARIABLE.as_ref().is_some_and(|pattern| pattern.is_match(text))
}

/// `password`, `DB_PASSWORD`, `MasterUserPassword`, `github-token`.
pub fn is_name(name: &str) -> bool {
    let mut plain = String::new();
    let mut was_small = false;
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && was_small {
            plain.push('_');
        }
        was_small = letter.is_ascii_lowercase() || letter.is_ascii_digit();
        plain.push(if letter == '-' { '_' } else { letter.to_ascii_lowercase() });
    }
    NAMES.iter().any(|secret| {
        plain.strip_suffix(secret).is_some_and(|before| before.is_empty() || before.ends_with('_'))
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::*;
    use crate::Place;
    use crate::secret::masked;

    const NESTED: &[Argument] = &[
        Argument::optional("key", Shape::Text, ""),
        Argument::optional("client_secret", Shape::Secret, "").alias(&["ClientSecret"]),
    ];

    fn found(shape: Shape, value: Json) -> Vec<(String, String)> {
        let argument = Argument::optional("argument", shape, "");
        let node = Node::from_value(value.into(), &Place::file("a.sls"));
        let mut all = vec![];
        in_argument(&argument, &node, &mut |it| all.push((it.name.to_owned(), it.secret.to_owned())));
        // Several of the shapes of `Either` may find it.
        all.dedup();
        all
    }

    #[test]
    fn the_declaration_of_an_argument_says_what_is_a_secret() {
        let of = |name: &str, secret: &str| vec![(name.to_owned(), secret.to_owned())];
        for (shape, value, expected) in [
            (Shape::Secret, json!("hunter22"), of("argument", "hunter22")),
            (Shape::Secret, json!(12_345_678), of("argument", "12345678")),
            (Shape::Secret, json!(""), vec![]),
            (Shape::Text, json!("hunter22"), vec![]),
            (
                Shape::Records(NESTED),
                json!([{"key": "Name", "ClientSecret": "hunter22"}]),
                of("client_secret", "hunter22"),
            ),
            (Shape::Either(&[Shape::Text, Shape::Secret]), json!("hunter22"), of("argument", "hunter22")),
            (Shape::Table(&Shape::Secret), json!({"a": "hunter22"}), of("a", "hunter22")),
        ] {
            assert_eq!(found(shape, value.clone()), expected, "{value}");
        }
    }

    #[test]
    fn where_keys_are_free_the_name_says_it() {
        let of = |name: &str, secret: &str| vec![(name.to_owned(), secret.to_owned())];
        for (value, expected) in [
            (json!({"DB_PASSWORD": "hunter22", "USER": "me"}), of("DB_PASSWORD", "hunter22")),
            (json!({"MasterUserPassword": "hunter22"}), of("MasterUserPassword", "hunter22")),
            (json!([{"github-token": "hunter22"}]), of("github-token", "hunter22")),
            (json!({"keyid": "abc", "key": "hunter22"}), of("secret_key", "hunter22")),
            (json!([{"key": "Name", "value": "web"}]), vec![]),
            (json!({"tokens": "3", "HttpTokens": "required", "next": "x"}), vec![]),
            (
                json!({"password": "{{resolve:ssm:a}}", "secret": "arn:aws:x", "private_key": "/etc/key"}),
                vec![],
            ),
            (json!(["DB_PASSWORD=hunter22", "USER=me"]), of("DB_PASSWORD", "hunter22")),
            (json!({"flag_password": true}), vec![]),
        ] {
            assert_eq!(found(Shape::Any, value.clone()), expected, "{value}");
            let table = Shape::Either(&[Shape::Table(&Shape::Any), Shape::List(&Shape::Any)]);
            assert_eq!(found(table, value.clone()), expected, "{value}");
        }
    }

    #[test]
    fn private_keys_and_passwords_of_urls_are_secrets_in_every_text() {
        let pem = "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\n";
        assert_eq!(found(Shape::Text, json!(pem)).len(), 1);
        for (url, secret) in [
            ("postgres://app:hunter22@db.example.com/app", Some("hunter22")),
            ("git+https://me:p%40ss@example.com/a.git#egg=a", Some("p%40ss")),
            ("redis://:hunter22@cache:6379/0", Some("hunter22")),
            ("https://example.com/a:b@c", None),
            ("https://example.com:8080/", None),
            ("https://me@example.com/", None),
            ("postgres://u:{{ pillar.p }}@h", None),
            ("postgres://u:${PASSWORD}@h", None),
            ("postgres://u:$PASSWORD@h", None),
            ("https://u:<password>@h", None),
            // A password with a dollar sign, and one with an at sign.
            ("postgres://u:hunter$22@h/", Some("hunter$22")),
            ("postgres://u:hunter@22@h/", Some("hunter@22")),
            // A token in the place of the user.
            ("https://ghp_0123456789abcdef:x-oauth-basic@github.com/a.git", Some("ghp_0123456789abcdef")),
            ("https://ghp_0123456789abcdef:@github.com/a.git", Some("ghp_0123456789abcdef")),
            ("https://ghp_0123456789abcdef@github.com/a.git", Some("ghp_0123456789abcdef")),
            ("https://deployment-of-jenkins@github.com/a.git", None),
            ("https://h:8080/?mail=a@b", None),
            ("https://h:8080?mail=a@b", None),
            ("jdbc:postgresql://h/db?user=me&password=hunter22&ssl=true", Some("hunter22")),
            ("Server=h;Uid=me;Password=hunter22;", Some("hunter22")),
            ("mysql -u me --password=hunter22 app", Some("hunter22")),
            ("Environment=\"DB_PASSWORD=hunter22\"", Some("hunter22")),
            ("A=1\nexport DB_PASSWORD='hunter 22'\nB=2\n", Some("hunter 22")),
            ("https://h/?next_page=2&secretary=hunter22", None),
            ("mysql --password=\"$PASSWORD\" --token=$(cat /etc/token)", None),
        ] {
            let all: Vec<String> =
                found(Shape::Texts, json!([url])).into_iter().map(|(_, secret)| secret).collect();
            assert_eq!(all, secret.into_iter().collect::<Vec<_>>(), "{url}");
        }
    }

    #[test]
    fn what_is_declared_as_a_secret_is_hidden_and_an_ordinary_word_is_not() {
        let hidden = |shape: Shape, value: &str| {
            let argument = Argument::optional("argument", shape, "");
            note(&argument, &Node::from_value(value.into(), &Place::file("a.sls")));
            masked(value).into_owned()
        };
        assert_eq!(hidden(Shape::Secret, "declared-horse"), "(hidden)");
        assert_eq!(hidden(Shape::Secret, "admin"), "admin", "its kind alone hides it");
        assert_eq!(hidden(Shape::Text, "amqp://u:declared%2Frabbit@h/"), "amqp://u:(hidden)@h/");
        assert_eq!(masked("declared/rabbit"), "(hidden)");
        assert_eq!(hidden(Shape::Text, "amqp://guest:rabby@h/"), "amqp://(hidden)h/");
        let two = "a://u:declared-one@h b://u:declared-two@h";
        assert_eq!(hidden(Shape::Text, two), "a://u:(hidden)@h b://u:(hidden)@h");
        assert_eq!(masked("rabby"), "rabby");
    }
}
