//! The accepted instances, and what their cards say of them.

use futures::stream::iter;
use futures::{FutureExt, StreamExt};

use super::{Console, Knowledge, OperatorError, card_ignored};
use crate::identity::{Card, Identity};
use crate::protocol::subjects::{CARDS, in_bucket, stream_of};
use crate::targets::Instance;

/// How many cards are asked for at once.
const AT_ONCE: usize = 64;

impl Console {
    /// The accepted instances, without their grains.
    pub fn instances(&self, knowledge: &Knowledge) -> Vec<Instance> {
        let instance = |entry: &crate::identity::Entry| Instance {
            id: entry.id.clone(),
            key: entry.key.clone(),
            seal: entry.seal.clone(),
            attributes: entry.attributes.clone(),
            grains: None,
        };
        knowledge.register.accepted().map(instance).collect()
    }

    /// Reads the grains of instances that have none yet, and gives what was ignored. A card is some ten KB and takes two
    /// operations with keys, so cards are read of those instances alone whose grains are asked for.
    ///
    /// # Errors
    ///
    /// The servers do not answer.
    pub async fn read_grains(&self, instances: &mut [Instance]) -> Result<Vec<String>, OperatorError> {
        let mut ignored = vec![];
        // A card that was made before this operator was added is not sealed for it, but for the mine's readers, as all operators are.
        let mine = self.kit.mine.as_ref().and_then(|seeds| Identity::from_seeds(seeds, "the mine").ok());
        let ask = |(place, instance): (usize, &Instance)| {
            let subject = in_bucket(CARDS, instance.key.as_str());
            let asked = self.transport.last(stream_of(CARDS), subject);
            async move { (place, asked.await) }.boxed()
        };
        let without = instances.iter().enumerate().filter(|(_, instance)| instance.grains.is_none());
        let asked: Vec<_> = without.map(ask).collect();
        let mut answers = iter(asked).buffer_unordered(AT_ONCE);
        while let Some((place, answer)) = answers.next().await {
            let (Some(bytes), instance) = (answer?, &mut instances[place]) else { continue };
            match Card::open(instance.key.as_str(), &bytes) {
                Ok(card) if card.body.id == instance.id => {
                    let grains = |reader| card.grains(reader, &instance.attributes).ok();
                    instance.grains = grains(&self.identity).or_else(|| grains(mine.as_ref()?));
                }
                Ok(_) => {}
                Err(refusal) => ignored.push(card_ignored(instance.key.as_str(), &refusal)),
            }
        }
        Ok(ignored)
    }
}
