//! The list of operators that an agent obeys: the newest that it has ever seen.

use std::sync::Arc;

use super::serve::{News, Serving};
use crate::fleet::identity::Operators;
use crate::fleet::protocol::subjects::{LIST, OPERATORS, in_bucket, stream_of};
use crate::fleet::transport::Transport;
use crate::model::chain;

/// The stored list of operators, if the servers give it.
pub(super) async fn stored_list(transport: &dyn Transport) -> Option<Vec<u8>> {
    transport.last(stream_of(OPERATORS), in_bucket(OPERATORS, LIST)).await.ok().flatten()
}

impl Serving<'_> {
    /// Looks for a newer list of operators, beside the loop: a stream without a leader keeps no order waiting.
    pub(super) fn look_for_list(&self) {
        let (transport, news) = (Arc::clone(&self.transport), self.news.clone());
        tokio::spawn(async move {
            if let Some(list) = stored_list(&*transport).await {
                let _ = news.send(News::List(list));
            }
        });
    }

    /// Takes a newer list of operators, and keeps it.
    pub(super) fn trust(&mut self, signed: &[u8]) {
        match Operators::open(signed, &self.agent.root) {
            Ok(list) if list.version > self.agent.operators.version => {
                self.agent.operators = list;
                if let Err(error) = self.agent.journal.keep_operators(signed) {
                    tracing::warn!("the list of operators is not kept: {}", chain(&error));
                }
            }
            Ok(list) if list.version < self.agent.operators.version => {
                tracing::warn!("an older list of operators is ignored: version {}", list.version);
            }
            Ok(_) => {}
            Err(refusal) => tracing::warn!("a list of operators is ignored: {refusal}"),
        }
    }
}
