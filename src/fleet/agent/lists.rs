//! The list of operators that an agent obeys: the newest that it has ever seen.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::timeout;

use super::serve::{News, Serving};
use crate::identity::{Operators, list_version};
use crate::protocol::Refusal;
use crate::protocol::subjects::{LIST, OPERATORS, in_bucket, stream_of};
use crate::transport::Transport;
use model::chain;

/// A newer list of operators that the root signed, and that this agent cannot read.
pub(super) struct UnreadableList {
    version: u64,
    pub(super) why: Refusal,
}

/// How long orders wait for the newest list of operators at the start, if this instance has kept one before.
const KNOWN: Duration = Duration::from_millis(500);
/// The same at the very first start: the kit's list may be old.
const UNKNOWN: Duration = Duration::from_secs(2);

/// The stored list of operators, if the servers give it.
async fn stored_list(transport: &dyn Transport) -> Option<Vec<u8>> {
    transport.last(stream_of(OPERATORS), in_bucket(OPERATORS, LIST)).await.ok().flatten()
}

impl Serving<'_> {
    /// At the start: the list that this instance has kept, and the newest. An order waits for the newest list, but not for a stream without a
    /// leader, and not for an answer that was lost.
    pub(super) async fn begin_with_list(&mut self) {
        let kept = self.agent.journal.operators();
        if let Some(list) = &kept {
            self.trust(list);
        }
        let transport = Arc::clone(&self.transport);
        match timeout(if kept.is_some() { KNOWN } else { UNKNOWN }, stored_list(&*transport)).await {
            Ok(Some(list)) => self.trust(&list),
            Ok(None) => {}
            Err(_) => self.look_for_list(),
        }
    }

    /// Looks for a newer list of operators, beside the loop: a stream without a leader keeps no order waiting.
    pub(super) fn look_for_list(&self) {
        let (transport, news) = (Arc::clone(&self.transport), self.news.clone());
        tokio::spawn(async move {
            if let Some(list) = stored_list(&*transport).await {
                let _ = news.send(News::List(list));
            }
        });
    }

    /// Takes a newer list of operators, and keeps it: an older one does not count any more, also after a restart.
    pub(super) fn trust(&mut self, signed: &[u8]) {
        let known = self.agent.operators.version;
        match Operators::open(signed, &self.agent.root) {
            Ok(list) if list.version > known => {
                self.unreadable_list = self.unreadable_list.take().filter(|it| it.version > list.version);
                self.agent.operators = list;
                self.keep(signed);
            }
            Ok(list) if list.version < known => {
                tracing::warn!("an older list of operators is ignored: version {}", list.version);
            }
            Ok(_) => {}
            Err(refusal) => match list_version(signed, &self.agent.root) {
                // An operator who was removed in it would command this instance otherwise.
                Some(version) if version > known => {
                    tracing::error!(
                        "the newest list of operators cannot be read, so no job is started: {refusal}"
                    );
                    if self.unreadable_list.as_ref().is_none_or(|it| it.version < version) {
                        self.unreadable_list = Some(UnreadableList { version, why: refusal });
                        self.keep(signed);
                    }
                }
                _ => tracing::warn!("a list of operators is ignored: {refusal}"),
            },
        }
    }

    fn keep(&self, signed: &[u8]) {
        if let Err(error) = self.agent.journal.keep_operators(signed) {
            tracing::warn!("the list of operators is not kept: {}", chain(&error));
        }
    }
}
