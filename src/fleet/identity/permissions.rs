//! Which subjects a key may use. The server enforces it, whatever the program at the other end does.

use serde::{Deserialize, Serialize};

use super::keys::PublicKey;
use crate::fleet::protocol::subjects::{
    CARDS, INVITES, JOBS, LIST, MINE, OPERATORS, PENDING, REGISTER, REVISIONS, ROLL_CALL, TOKENS, TREES,
    event, in_bucket, mine, stream_of,
};

/// What a user may publish and subscribe.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Permissions {
    /// Subjects to publish.
    pub publish: Vec<String>,
    /// Subjects to subscribe.
    pub subscribe: Vec<String>,
}

/// Where replies to a key go: its own, so that no other can listen.
pub fn inbox(key: &PublicKey) -> String {
    format!("_INBOX.{key}")
}

fn read(bucket: &str, key: &str) -> String {
    format!("$JS.API.DIRECT.GET.{}.{}", stream_of(bucket), in_bucket(bucket, key))
}

/// Which keys a bucket has, and not what they hold.
fn list(bucket: &str) -> String {
    format!("$JS.API.STREAM.INFO.{}", stream_of(bucket))
}

/// An accepted instance: its own jobs, answers, card and part of the mine. It reads the trees, the mine and the cards of others,
/// which are sealed, and the register.
pub fn of_agent(key: &PublicKey) -> Permissions {
    Permissions {
        publish: vec![
            mine(key.as_str(), "*"),
            format!("$JS.API.DIRECT.GET.{}.{}", stream_of(MINE), mine("*", "*")),
            read(REGISTER, "*"),
            read(CARDS, "*"),
            list(MINE),
            list(REGISTER),
            format!("fleet.ack.*.{key}"),
            format!("fleet.answer.*.{key}.*"),
            format!("fleet.reply.*.{key}.*"),
            format!("fleet.here.*.{key}"),
            event(key.as_str()),
            in_bucket(CARDS, key.as_str()),
            read(OPERATORS, LIST),
            format!("$JS.API.DIRECT.GET.{TREES}.fleet.tree.*.*"),
        ],
        subscribe: vec![
            format!("fleet.job.{key}"),
            ROLL_CALL.to_owned(),
            in_bucket(OPERATORS, LIST),
            format!("{}.>", inbox(key)),
        ],
    }
}

/// What a new instance may do: request acceptance, and fetch a token. All new instances share this key, so it may do nothing else.
pub fn of_enrolment(key: &PublicKey) -> Permissions {
    Permissions {
        publish: vec![in_bucket(PENDING, "*"), read(TOKENS, "*"), read(OPERATORS, LIST)],
        subscribe: vec![in_bucket(TOKENS, "*"), format!("{}.>", inbox(key))],
    }
}

/// An operator: jobs out, answers in.
pub fn of_operator(key: &PublicKey) -> Permissions {
    Permissions {
        publish: vec![
            "fleet.job.*".to_owned(),
            ROLL_CALL.to_owned(),
            in_bucket(JOBS, "*"),
            in_bucket(OPERATORS, LIST),
            in_bucket(REVISIONS, "*"),
            "fleet.tree.*.*".to_owned(),
            event(key.as_str()),
            "$JS.API.INFO".to_owned(),
            "$JS.API.STREAM.INFO.*".to_owned(),
            "$JS.API.DIRECT.GET.>".to_owned(),
            "$JS.API.CONSUMER.CREATE.>".to_owned(),
            "$JS.API.CONSUMER.DELETE.>".to_owned(),
            "$JS.FC.>".to_owned(),
        ],
        subscribe: vec![
            "fleet.ack.>".to_owned(),
            "fleet.answer.>".to_owned(),
            "fleet.reply.>".to_owned(),
            "fleet.here.>".to_owned(),
            event("*"),
            format!("{}.>", inbox(key)),
        ],
    }
}

/// An operator who keeps the register: decisions and tokens too, and the streams themselves.
pub fn of_registrar(key: &PublicKey) -> Permissions {
    let mut permissions = of_operator(key);
    permissions.publish.extend([
        in_bucket(REGISTER, "*"),
        in_bucket(TOKENS, "*"),
        in_bucket(PENDING, "*"),
        in_bucket(CARDS, "*"),
        in_bucket(INVITES, "*"),
        "$JS.API.STREAM.CREATE.*".to_owned(),
        "$JS.API.STREAM.UPDATE.*".to_owned(),
    ]);
    permissions.subscribe.push(in_bucket(PENDING, "*"));
    permissions
}
