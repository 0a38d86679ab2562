//! The token of a running agent: it fetches the one that a register keeper has issued, while its own still counts. So an accepted instance
//! needs its kit no more, also when the key in the kit has ended.

use std::path::Path;
use std::sync::Arc;

use super::serve::Serving;
use crate::identity::claims;
use crate::identity::setup::INSTANCE_TOKEN_LIFE;
use crate::protocol::subjects::{TOKENS, in_bucket, stream_of};
use machine::file::{self, Permissions};
use model::chain;

/// The token in the agent's directory.
pub const TOKEN: &str = "token";

impl Serving<'_> {
    /// Looks for a newer token, beside the loop, when half of the life of ours is over. It counts from the next connection on.
    pub(super) fn look_for_token(&self) {
        let path = self.agent.journal.directory().join(TOKEN);
        let Some(ends) = end_of(&path) else { return };
        if ends - (self.agent.clock)().as_second() > INSTANCE_TOKEN_LIFE / 2 {
            return;
        }
        let (transport, key) = (Arc::clone(&self.transport), self.agent.identity.public());
        tokio::spawn(async move {
            let found = transport.last(stream_of(TOKENS), in_bucket(TOKENS, key.as_str())).await;
            let Some(token) = found.ok().flatten().and_then(|token| String::from_utf8(token).ok()) else {
                return;
            };
            let is_ours = claims::read(&token).is_some_and(|claims| claims["sub"] == key.as_str());
            if !is_ours || claims::expiry(&token).is_none_or(|newer| newer <= ends) {
                return;
            }
            let private = Permissions { mode: Some(0o600), ..Permissions::default() };
            if let Err(error) = file::replace(&path, token.as_bytes(), private) {
                tracing::warn!("the new token of this instance is not kept: {}", chain(&error));
            }
        });
    }
}

fn end_of(path: &Path) -> Option<i64> {
    claims::expiry(&file::text_if_there(path).ok()??)
}
