//! User data of instances: plain text, or `cloud_init` composed into one MIME message.
//!
//! Everything that launches instances, and their bootstrap, use it. Laws: the same declaration gives the same bytes on
//! every machine and in every run; two messages are the same if they differ only in boundary, folding or transfer
//! encoding.
//!
//! See <https://docs.cloud-init.io/en/latest/explanation/format/mime.html>.

mod cloud_config;
mod mime;

use super::{Argument, Fields, Node, Place, Problem, Problems, Shape, Value};

/// What `cloud_init` may hold.
pub const CLOUD_INIT: &[Argument] = &[
    Argument::optional("boothooks", Shape::Table(&Shape::Text), "label to text, run early at every boot"),
    Argument::optional("scripts", Shape::Table(&Shape::Text), "label to script, run at the first boot"),
    Argument::optional("cloud-config", Shape::Any, "cloud-init's own configuration").alias(&["cloud_config"]),
];

/// AWS's limit in bytes, before encoding.
///
/// See <https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/user-data.html>.
pub const LIMIT: usize = 16 * 1024;

/// The user data that `user_data` or `cloud_init` declare.
pub fn read(fields: &Fields, problems: &mut Problems) -> Option<String> {
    if fields.has("user_data") && fields.has("cloud_init") {
        let message = "both 'user_data' and 'cloud_init' are given".to_owned();
        problems.push(Problem::at(fields.place_of("cloud_init"), message).hint("keep one of the two"));
    }
    let (raw, place) = match fields.node("cloud_init") {
        Some(node) => (compose(node, problems), fields.place_of("cloud_init")),
        None => (fields.text("user_data")?, fields.place_of("user_data")),
    };
    if raw.len() > LIMIT {
        let message = format!("the user data has {} bytes, but AWS takes at most {LIMIT}", raw.len());
        problems.push(Problem::at(place, message).hint("let a short script fetch the rest"));
    }
    Some(raw)
}

/// A configuration as YAML 1.1 that every reader takes alike.
pub fn yaml(config: &Value) -> String {
    cloud_config::write(config)
}

/// True when both configure an instance alike.
pub fn is_same(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    match (mime::parse(one), mime::parse(other)) {
        (Some(one), Some(other)) => {
            one.len() == other.len() && one.iter().zip(&other).all(|(one, other)| one.is_same(other))
        }
        _ => false,
    }
}

/// The message of `cloud_init`; mistakes in it are noted.
pub fn compose(node: &Node, problems: &mut Problems) -> String {
    let cloud_init = match node.as_str() {
        Some(json) => from_json(json, &node.place, problems),
        None => check(node, &mut Problems::default()),
    };
    let mut parts = vec![];
    for (argument, kind) in [("boothooks", mime::Kind::Boothook), ("scripts", mime::Kind::Script)] {
        let texts = cloud_init.text_table(argument).unwrap_or_default();
        parts.extend(texts.into_values().map(|body| mime::Part { kind, body }));
    }
    if let Some(config) = cloud_init.value("cloud-config") {
        let body = config.as_str().map_or_else(|| cloud_config::write(&config), str::to_owned);
        parts.push(mime::Part { kind: mime::Kind::CloudConfig, body });
    }
    mime::write(&parts)
}

/// Salt takes the mapping as JSON text, too.
fn from_json(json: &str, place: &Place, problems: &mut Problems) -> Fields {
    let value: Value = match serde_json::from_str::<serde_json::Value>(json) {
        Ok(json) => json.into(),
        Err(error) => {
            problems.push(Problem::at(place, format!("'cloud_init' is a text that is not JSON: {error}")));
            Value::Null
        }
    };
    check(&Node::from_value(value, place), problems)
}

fn check(node: &Node, problems: &mut Problems) -> Fields {
    let entries = node.as_map().cloned().unwrap_or_default();
    let entries = entries.into_iter().map(|(key, entry)| (key.to_string(), entry));
    Fields::check(CLOUD_INIT, entries, &node.place, "cloud_init", problems)
}

#[cfg(test)]
mod tests;
