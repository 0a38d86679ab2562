//! The subjects of NATS. The server lets each key use its own alone; see [`identity`](crate::identity).

use super::jid::Jid;
use crate::identity::PublicKey;

/// The stream of answers.
pub const ANSWERS: &str = "FLEET_ANSWERS";
/// The bucket of instances that ask to be accepted, by their keys.
pub const PENDING: &str = "fleet_pending";
/// The bucket of decisions, by keys.
pub const REGISTER: &str = "fleet_register";
/// The bucket of cards of accepted instances, by keys.
pub const CARDS: &str = "fleet_cards";
/// The bucket of tokens for accepted instances, by keys.
pub const TOKENS: &str = "fleet_tokens";
/// The bucket of the list of operators.
pub const OPERATORS: &str = "fleet_operators";
/// The bucket of jobs, by their numbers.
pub const JOBS: &str = "fleet_jobs";
/// The stream of published trees.
pub const TREES: &str = "FLEET_TREES";
/// The bucket of published revisions, by their names.
pub const REVISIONS: &str = "fleet_revisions";
/// The bucket of results that instances publish, by their keys and functions.
pub const MINE: &str = "fleet_mine";
/// The bucket of one-time tokens, by their names.
pub const INVITES: &str = "fleet_invites";
/// The key of the list in the bucket of operators.
pub const LIST: &str = "list";
/// The key of what servers must know, in the same bucket.
pub const AUTHORITY: &str = "authority";

/// Where jobs for an instance go.
pub fn order(to: &PublicKey) -> String {
    format!("fleet.job.{to}")
}

/// Where all instances are asked who is there.
pub const ROLL_CALL: &str = "fleet.roll";

/// Where an instance answers that.
pub fn here(jid: &Jid, from: &PublicKey) -> String {
    format!("fleet.here.{jid}.{from}")
}

/// Where an instance says that it has a job.
pub fn ack(jid: &Jid, from: &PublicKey) -> String {
    format!("fleet.ack.{jid}.{from}")
}

/// Where a part of an answer goes.
pub fn answer(jid: &Jid, from: &PublicKey, part: usize) -> String {
    format!("fleet.answer.{jid}.{from}.{part}")
}

/// Where a part of an answer goes that is not stored.
pub fn reply(jid: &Jid, from: &PublicKey, part: usize) -> String {
    format!("fleet.reply.{jid}.{from}.{part}")
}

/// Where events of a key go; `*` is every key.
pub fn event(from: &str) -> String {
    format!("fleet.event.{from}")
}

/// Where a part of a published tree goes, by the digest of the whole.
pub fn tree(sha256: &str, part: u64) -> String {
    format!("fleet.tree.{sha256}.{part}")
}

/// Where the result of a function of an instance is; `*` is every one.
pub fn mine(of: &str, token: &str) -> String {
    in_bucket(MINE, &format!("{of}.{token}"))
}

/// Where an account that has no streams asks about a stream of the account that has them. It may not use JetStream's own subject: servers
/// answer there for the asking account too, that it has no JetStream.
pub const ABOUT: &str = "fleet.info";

/// The stream that keeps a bucket.
pub fn stream_of(bucket: &str) -> String {
    format!("KV_{bucket}")
}

/// The subject of a key in a bucket.
pub fn in_bucket(bucket: &str, key: &str) -> String {
    format!("$KV.{bucket}.{key}")
}
