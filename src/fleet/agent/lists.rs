//! The list of operators, as the agent comes to know newer ones.

use std::sync::Arc;

use super::serve::{News, Serving, stored_list};
use crate::fleet::identity::{Operators, list_version};
use crate::fleet::protocol::Refusal;

/// A newer list of operators that the root signed, and that this agent cannot read.
pub(super) struct UnreadableList {
    version: u64,
    pub(super) why: Refusal,
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

    /// Takes a newer list of operators.
    pub(super) fn trust(&mut self, list: &[u8]) {
        let known = self.agent.operators.version;
        match Operators::open(list, &self.agent.root) {
            Ok(list) if list.version > known => {
                self.unreadable_list = self.unreadable_list.take().filter(|it| it.version > list.version);
                self.agent.operators = list;
            }
            Ok(_) => {}
            Err(refusal) => match list_version(list, &self.agent.root) {
                // An operator who was removed in it would command this instance otherwise.
                Some(version) if version > known => {
                    tracing::error!(
                        "the newest list of operators cannot be read, so no job is started: {refusal}"
                    );
                    self.unreadable_list = Some(UnreadableList { version, why: refusal });
                }
                _ => tracing::warn!("a list of operators is ignored: {refusal}"),
            },
        }
    }
}
