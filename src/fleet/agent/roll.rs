//! Roll calls: "here", and nothing else.

use std::sync::Arc;

use super::serve::Serving;
use crate::fleet::protocol::{Receiver, RollCall, subjects};
use crate::fleet::transport::Message;

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
    pub(super) fn called(&self, message: &Message) {
        match RollCall::open(&message.payload, self.receiver()) {
            // An order follows for whoever does not answer: that one is refused aloud.
            Err(refusal) => tracing::warn!("a roll call is ignored: {refusal}"),
            Ok(call) => {
                if call.operators > self.agent.operators.version {
                    self.look_for_list();
                }
                self.here(&call);
            }
        }
    }

    /// Says that this instance is there. Whoever asked asks again where that is lost.
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
