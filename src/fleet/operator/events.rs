//! Events of instances and operators, as they come.

use std::collections::{BTreeMap, HashSet, VecDeque};

use super::{Console, OperatorError};
use crate::identity::{BoxKey, PublicKey};
use crate::protocol::{Event, Signed, subjects};
use crate::transport::Subscription;

/// How much older than the listening an event may be, by the sender's clock, in seconds: a server may repeat old events.
const OLDEST: i64 = 10;

/// The events from now on.
pub struct Events<'a> {
    console: &'a Console,
    messages: Subscription,
    known: BTreeMap<PublicKey, (String, BoxKey)>,
    since: i64,
    handed_on: Known,
}

/// How many events are remembered: one that comes again after so many others is new.
const REMEMBERED: usize = 4096;

/// The events that came before, by their signatures. One event reaches an operator by more than one account, and a server may repeat it.
#[derive(Debug, Default)]
struct Known {
    signatures: HashSet<String>,
    order: VecDeque<String>,
}

impl Known {
    /// Notes an event; false if it came before.
    fn is_new(&mut self, signature: String) -> bool {
        if !self.signatures.insert(signature.clone()) {
            return false;
        }
        self.order.push_back(signature);
        if self.order.len() > REMEMBERED
            && let Some(oldest) = self.order.pop_front()
        {
            self.signatures.remove(&oldest);
        }
        true
    }
}

impl Console {
    /// Listens to the events of accepted instances and of operators.
    ///
    /// # Errors
    ///
    /// The servers do not answer.
    pub async fn events(&self) -> Result<Events<'_>, OperatorError> {
        let messages = self.transport.subscribe(subjects::event("*")).await?;
        self.transport.flush().await?;
        let (known, since) = (BTreeMap::new(), self.seconds());
        let mut events = Events { console: self, messages, known, since, handed_on: Known::default() };
        events.look().await?;
        Ok(events)
    }

    /// Sends an event.
    ///
    /// # Errors
    ///
    /// The servers cannot be reached.
    pub async fn send_event(&self, tag: &str, data: serde_json::Value) -> Result<(), OperatorError> {
        let event = Event { tag: tag.to_owned(), id: self.kit.name.clone(), at: self.seconds(), data };
        let bytes = event.to_bytes(&self.identity, &self.operators.readers())?;
        self.transport.publish(subjects::event(self.identity.public().as_str()), bytes).await?;
        Ok(self.transport.flush().await?)
    }
}

impl Events<'_> {
    /// Looks who may send events: accepted instances, and operators.
    async fn look(&mut self) -> Result<(), OperatorError> {
        let knowledge = self.console.knowledge(false).await?;
        let instances =
            knowledge.register.accepted().map(|it| (it.key.clone(), (it.id.clone(), it.seal.clone())));
        let operators = self.console.operators.operators.iter();
        let operators = operators.map(|it| (it.key.clone(), (it.name.clone(), it.seal.clone())));
        self.known = instances.chain(operators).collect();
        Ok(())
    }

    /// The next event that is believed; none where the connection is gone.
    pub async fn next(&mut self) -> Option<Event> {
        loop {
            let message = self.messages.recv().await?;
            let signed = Signed::read(&message.payload).ok();
            // Perhaps it was accepted a moment ago.
            if signed.as_ref().is_some_and(|signed| !self.known.contains_key(&signed.by)) {
                let _ = self.look().await;
            }
            let of = |key: &PublicKey| self.known.get(key).cloned();
            match Event::open(&message.payload, &self.console.identity, of) {
                Ok(event) if event.at >= self.since - OLDEST => {
                    if signed.is_none_or(|signed| self.handed_on.is_new(signed.signature)) {
                        return Some(event);
                    }
                }
                Ok(event) => tracing::debug!("an event of {} is older than the listening", event.id),
                Err(refusal) => tracing::warn!("an event is ignored: {refusal}"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_comes_once_until_many_others_came() {
        let mut known = Known::default();
        assert!(known.is_new("first".to_owned()) && !known.is_new("first".to_owned()));
        for number in 0..REMEMBERED {
            assert!(known.is_new(number.to_string()));
        }
        assert_eq!((known.signatures.len(), known.order.len()), (REMEMBERED, REMEMBERED));
        assert!(known.is_new("first".to_owned()), "it was forgotten");
    }
}
