//! Accepting, rejecting and deleting keys.

use super::find::find_at;
use super::{ATTEMPTS, Console, Knowledge, OperatorError, busy};
use crate::fleet::identity::{
    BoxKey, Card, Decision, Entry, IdentityError, PublicKey, Register, claims, of_agent,
};
use crate::fleet::protocol::subjects::{REGISTER, TOKENS, in_bucket, stream_of};
use crate::fleet::protocol::{Domain, Signed};

/// How long an instance's token is valid, in seconds: 90 days.
const TOKEN_LIFE: i64 = 90 * 24 * 3600;

impl Console {
    /// Accepts a key that asks, or one that was rejected: signs its entry and its token.
    ///
    /// # Errors
    ///
    /// The operator does not keep the register, another key has the ID, or the servers do not take it.
    pub async fn accept(&self, knowledge: &Knowledge, card: &Card) -> Result<Entry, OperatorError> {
        let taken = knowledge.register.of_id(&card.body.id);
        if taken.is_some_and(|entry| entry.key != card.key) {
            return Err(OperatorError::OtherKey { id: card.body.id.clone() });
        }
        self.issue(&card.body.id, &card.key, &card.body.seal).await
    }

    /// Issues a new token if the entry's ends within half a token's life.
    ///
    /// # Errors
    ///
    /// The operator does not keep the register, or the servers do not take it.
    pub async fn renew(&self, entry: &Entry) -> Result<Option<Entry>, OperatorError> {
        if entry.expires - self.seconds() > TOKEN_LIFE / 2 {
            return Ok(None);
        }
        self.issue(&entry.id, &entry.key, &entry.seal).await.map(Some)
    }

    async fn issue(&self, id: &str, key: &PublicKey, seal: &BoxKey) -> Result<Entry, OperatorError> {
        let now = self.seconds();
        let seed = &self.registrar()?.account_seed;
        let signer = nkeys::KeyPair::from_seed(seed).map_err(|_| IdentityError::Sign)?;
        let permissions = of_agent(key);
        let user = claims::User { key, name: id, account: &self.kit.account, permissions: &permissions };
        let token = user.claims(now, Some(now + TOKEN_LIFE)).sign(&signer)?;
        let entry = Entry {
            id: id.to_owned(),
            key: key.clone(),
            seal: seal.clone(),
            decision: Decision::Accepted,
            at: now,
            expires: now + TOKEN_LIFE,
        };
        let signed = Signed::new(Domain::Entry, &entry, &self.identity)?.to_bytes()?;
        self.transport.store(in_bucket(REGISTER, key.as_str()), signed).await?;
        self.transport.store(in_bucket(TOKENS, key.as_str()), token.into_bytes()).await?;
        Ok(entry)
    }

    /// Rejects or deletes a key. The caller revokes its tokens afterwards with [`publish_account`](super::publish_account).
    ///
    /// Another operator may have accepted the key after this one read the register. Then it has a token, which must be revoked
    /// until it expires. So the decision is written only in the place of the newest one.
    ///
    /// # Errors
    ///
    /// The operator does not keep the register, or the servers do not take it.
    pub async fn refuse(&self, entry: Entry, decision: Decision) -> Result<Entry, OperatorError> {
        self.registrar()?;
        let subject = in_bucket(REGISTER, entry.key.as_str());
        for _ in 0..ATTEMPTS {
            let stored = find_at(&*self.transport, stream_of(REGISTER), subject.clone()).await?;
            let (newest, place) = stored.unwrap_or_default();
            let known = Register::read(&[(entry.key.to_string(), newest)], &self.operators).0;
            let expires = known.find(&entry.key).map_or(0, |known| known.expires).max(entry.expires);
            let refused = Entry { decision, at: self.seconds(), expires, ..entry.clone() };
            let signed = Signed::new(Domain::Entry, &refused, &self.identity)?.to_bytes()?;
            if self.transport.store_after(subject.clone(), signed, place).await? {
                return Ok(refused);
            }
        }
        Err(busy("deciding about a key").into())
    }

    pub(super) fn registrar(&self) -> Result<&crate::fleet::identity::setup::Registrar, OperatorError> {
        let missing = || OperatorError::NoRegistrar { name: self.kit.name.clone() };
        self.kit.registrar.as_ref().ok_or_else(missing)
    }
}

impl Knowledge {
    /// The entry of a key, or one to be for a key that asks.
    pub fn entry(&self, key: &PublicKey) -> Option<Entry> {
        let of_card = |card: &Card| Entry {
            id: card.body.id.clone(),
            key: card.key.clone(),
            seal: card.body.seal.clone(),
            decision: Decision::Deleted,
            at: 0,
            expires: 0,
        };
        let card = || self.asking.iter().find(|card| card.key == *key).map(of_card);
        self.register.find(key).cloned().or_else(card)
    }

    /// The card of a key that asks, or was rejected.
    pub fn card(&self, key: &PublicKey) -> Option<&Card> {
        self.asking.iter().find(|card| card.key == *key)
    }
}
