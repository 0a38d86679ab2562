//! Which subjects a key may use. The server enforces it, whatever the program at the other end does.

use serde::{Deserialize, Serialize};

use super::keys::PublicKey;
use crate::protocol::subjects::{
    ABOUT, ANSWERS, AUTHORITY, CARDS, INVITES, JOBS, LIST, MINE, OPERATORS, PENDING, REGISTER, REVISIONS,
    ROLL_CALL, TOKENS, TREES, event, in_bucket, mine, stream_of,
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

/// What instances use of the account that owns the streams: each its own jobs, answers, card, token and part of the mine. It reads the trees, the
/// mine and the cards of others, which are sealed, and the register. `key` is the instance's, or `*`.
fn agent(key: &str) -> Permissions {
    Permissions {
        publish: vec![
            mine(key, "*"),
            format!("$JS.API.DIRECT.GET.{}.{}", stream_of(MINE), mine("*", "*")),
            read(REGISTER, "*"),
            read(CARDS, "*"),
            list(MINE),
            list(REGISTER),
            format!("fleet.ack.*.{key}"),
            format!("fleet.answer.*.{key}.*"),
            format!("fleet.reply.*.{key}.*"),
            format!("fleet.here.*.{key}"),
            event(key),
            in_bucket(CARDS, key),
            read(TOKENS, key),
            read(OPERATORS, LIST),
            format!("$JS.API.DIRECT.GET.{TREES}.fleet.tree.*.*"),
        ],
        subscribe: vec![format!("fleet.job.{key}"), ROLL_CALL.to_owned(), in_bucket(OPERATORS, LIST)],
    }
}

/// What a new instance uses: it requests acceptance, and fetches a token. All new instances share one key, so it may do nothing else.
fn enrolment() -> Permissions {
    Permissions {
        publish: vec![in_bucket(PENDING, "*"), read(TOKENS, "*"), read(OPERATORS, LIST)],
        subscribe: vec![in_bucket(TOKENS, "*")],
    }
}

/// What an operator uses: jobs out, answers in. `key` is the operator's, or `*`.
fn operator(key: &str) -> Permissions {
    let mut permissions = between_agents_and_operators();
    permissions.publish.extend(of_owner(key));
    permissions
}

/// What an operator uses of the account that owns the streams, beside what he and instances send each other.
fn of_owner(key: &str) -> Vec<String> {
    let mut publish = vec![
        in_bucket(JOBS, "*"),
        in_bucket(REVISIONS, "*"),
        "fleet.tree.*.*".to_owned(),
        event(key),
        "$JS.API.INFO".to_owned(),
        "$JS.API.DIRECT.GET.>".to_owned(),
    ];
    publish.extend(of_streams());
    publish
}

/// Every stream that operators ask about.
fn of_streams() -> Vec<String> {
    let buckets = [CARDS, INVITES, JOBS, MINE, OPERATORS, PENDING, REGISTER, REVISIONS, TOKENS];
    let mut all: Vec<String> = buckets.into_iter().map(list).collect();
    all.extend([ANSWERS, TREES].map(|stream| format!("$JS.API.STREAM.INFO.{stream}")));
    all
}

/// The same with a place for replies, which only this key hears, and with the subject of questions about streams in an account without some.
fn with_inbox(mut permissions: Permissions, key: &PublicKey) -> Permissions {
    let about = |subject: &String| Some(format!("{ABOUT}.{}", subject.strip_prefix("$JS.API.STREAM.INFO.")?));
    let about: Vec<String> = permissions.publish.iter().filter_map(about).collect();
    permissions.publish.extend(about);
    permissions.subscribe.push(format!("{}.>", inbox(key)));
    permissions
}

/// What an accepted instance may do.
pub fn of_agent(key: &PublicKey) -> Permissions {
    with_inbox(agent(key.as_str()), key)
}

/// What a new instance may do.
pub fn of_enrolment(key: &PublicKey) -> Permissions {
    with_inbox(enrolment(), key)
}

/// What an operator may do who does not keep the register.
pub fn of_operator(key: &PublicKey) -> Permissions {
    with_inbox(operator(key.as_str()), key)
}

/// An operator who keeps the register: decisions, tokens and the list of operators too, and the streams themselves. A consumer delivers to any
/// subject, so nobody else may make one.
pub fn of_registrar(key: &PublicKey) -> Permissions {
    let mut permissions = of_operator(key);
    permissions.publish.extend([
        in_bucket(OPERATORS, LIST),
        in_bucket(OPERATORS, AUTHORITY),
        in_bucket(REGISTER, "*"),
        in_bucket(TOKENS, "*"),
        in_bucket(PENDING, "*"),
        in_bucket(CARDS, "*"),
        in_bucket(INVITES, "*"),
        CONSUME.to_owned(),
        "$JS.API.CONSUMER.DELETE.>".to_owned(),
        "$JS.FC.>".to_owned(),
        "$JS.API.STREAM.INFO.*".to_owned(),
        "$JS.API.STREAM.CREATE.*".to_owned(),
        "$JS.API.STREAM.UPDATE.*".to_owned(),
        purge(&stream_of(MINE)),
        purge(&stream_of(REVISIONS)),
    ]);
    permissions.subscribe.push(in_bucket(PENDING, "*"));
    permissions
}

/// Removes what a stream holds.
pub fn purge(stream: &str) -> String {
    format!("$JS.API.STREAM.PURGE.{stream}")
}

/// Makes consumers.
pub const CONSUME: &str = "$JS.API.CONSUMER.CREATE.>";

/// What crosses between the account of instances and that of the streams.
pub(super) fn across_for_agents() -> Permissions {
    agent("*")
}

/// What crosses for those that ask.
pub(super) fn across_for_enrolment() -> Permissions {
    enrolment()
}

/// What crosses between the accounts of instances and of operators who do not keep the register: jobs, answers, events. A server does not
/// let a message cross from one account to a second and on to a third, if both ends are its own clients (seen with 2.9.10).
pub(super) fn between_agents_and_operators() -> Permissions {
    Permissions {
        publish: vec!["fleet.job.*".to_owned(), ROLL_CALL.to_owned()],
        subscribe: vec![
            "fleet.ack.>".to_owned(),
            "fleet.answer.>".to_owned(),
            "fleet.reply.>".to_owned(),
            "fleet.here.>".to_owned(),
            event("*"),
        ],
    }
}

/// What crosses between the account of the streams and that of operators who do not keep the register. Events of those who do come from there.
pub(super) fn across_for_operators() -> Permissions {
    Permissions { publish: of_owner("*"), subscribe: vec![event("*")] }
}
