//! Roll calls: "here", and nothing else.

use std::sync::Arc;

use super::serve::Serving;
use crate::protocol::{Receiver, RollCall, subjects};
use crate::transport::Message;

impl Serving<'_> {
    /// How this instance checks what operators send.
    pub(super) fn receiver(&self) -> Receiver<'_> {
        Receiver {
            identity: &self.agent.identity,
            id: &self.agent.id,
            grains: &self.agent.grains,
            operators: &self.agent.operators,
            now: (self.agent.clock)().as_second(),
        }
    }

    /// All instances are asked who is there.
    pub(super) fn called(&mut self, message: &Message) {
        if self.unreadable_list.is_some() {
            // The order that follows is answered with the reason.
            return;
        }
        let receiver = self.receiver();
        let now = receiver.now;
        let opened = RollCall::open(&message.payload, &self.agent.root, receiver);
        match opened.and_then(|call| self.answered_calls.note(&call, now).map(|()| call)) {
            // The operator sends an order to an instance that does not answer. The instance refuses that order with the reason.
            Err(refusal) => tracing::warn!("a roll call is ignored: {refusal}"),
            Ok(call) => {
                if call.operators > self.agent.operators.version {
                    self.look_for_list();
                }
                self.here(&call);
            }
        }
    }

    /// Says that this instance is there. If the answer is lost, the operator sends an order.
    fn here(&self, call: &RollCall) {
        let agent = &*self.agent;
        match call.here(&agent.id, &agent.identity) {
            Ok(bytes) => {
                let subject = subjects::here(&call.jid, &agent.identity.public());
                let transport = Arc::clone(&self.transport);
                tokio::spawn(async move { transport.publish(subject, bytes).await });
            }
            Err(refusal) => tracing::error!("roll call {} cannot be answered: {refusal}", call.jid),
        }
    }
}
