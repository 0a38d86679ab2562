//! Accepting, rejecting and deleting keys.

use super::find::find_at;
use super::{ATTEMPTS, Console, Knowledge, OperatorError, busy};
use crate::fleet::identity::setup::{INSTANCE_TOKEN_LIFE, OPERATOR_TOKEN_LIFE};
use crate::fleet::identity::{
    BoxKey, Card, Decision, Entry, IdentityError, PublicKey, Register, claims, of_agent, of_operator,
};
use crate::fleet::protocol::subjects::{REGISTER, TOKENS, in_bucket, stream_of};
use crate::fleet::protocol::{Domain, Signed};

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
        let before = knowledge.register.find(&card.key).map_or(0, |entry| entry.at);
        self.issue(&card.body.id, &card.key, &card.body.seal, before).await
    }

    /// Issues a new token if the entry's ends within half a token's life, or if servers do not take the one that is `stored`: it is from before
    /// a change of accounts, or a register keeper signed it who was removed.
    ///
    /// # Errors
    ///
    /// The operator does not keep the register, or the servers do not take it.
    pub async fn renew(&self, entry: &Entry, stored: Option<&[u8]>) -> Result<Option<Entry>, OperatorError> {
        let is_old = entry.expires - self.seconds() <= INSTANCE_TOKEN_LIFE / 2;
        if !is_old && stored.is_some_and(|token| self.is_of_instance(token)) {
            return Ok(None);
        }
        self.issue(&entry.id, &entry.key, &entry.seal, entry.at).await.map(Some)
    }

    /// Issues new tokens for the operators who do not keep the register: their commands fetch them. Gives their names.
    ///
    /// # Errors
    ///
    /// The operator does not keep the register, or the servers do not take it.
    pub async fn renew_operators(&self) -> Result<Vec<String>, OperatorError> {
        let signer = self.signer()?;
        let now = self.seconds();
        let account =
            self.authority.accounts.as_ref().map_or(&self.kit.account, |accounts| &accounts.operators);
        let mut renewed = vec![];
        for operator in self.operators.operators.iter().filter(|operator| !operator.keeps_register) {
            let permissions = of_operator(&operator.key);
            let user =
                claims::User { key: &operator.key, name: &operator.name, account, permissions: &permissions };
            let token = user.claims(now, Some(now + OPERATOR_TOKEN_LIFE)).sign(&signer)?;
            self.transport.store(in_bucket(TOKENS, operator.key.as_str()), token.into_bytes()).await?;
            renewed.push(operator.name.clone());
        }
        Ok(renewed)
    }

    /// The newest token that a register keeper issued to this operator, if there is one.
    ///
    /// # Errors
    ///
    /// The servers do not answer.
    pub async fn renewed_token(&self) -> Result<Option<String>, OperatorError> {
        let own = in_bucket(TOKENS, self.identity.public().as_str());
        let stored = self.transport.last(stream_of(TOKENS), own).await?;
        Ok(stored.and_then(|token| String::from_utf8(token).ok()))
    }

    fn signer(&self) -> Result<nkeys::KeyPair, OperatorError> {
        let signer = nkeys::KeyPair::from_seed(&self.registrar()?.account_seed);
        Ok(signer.map_err(|_| IdentityError::Sign)?)
    }

    /// Whether a token is of the account of instances, and signed by a key that counts.
    fn is_of_instance(&self, token: &[u8]) -> bool {
        let Some(says) = std::str::from_utf8(token).ok().and_then(claims::read) else { return false };
        let is_signer = |signer: &String| says["iss"] == signer.as_str();
        says["nats"]["issuer_account"] == self.account_of_instances().as_str()
            && self.authority.signers.iter().any(is_signer)
    }

    fn account_of_instances(&self) -> &PublicKey {
        self.authority.accounts.as_ref().map_or(&self.kit.account, |accounts| &accounts.instances)
    }

    /// `before` is when the decision was made whose place this one takes: the newer time counts.
    pub(super) async fn issue(
        &self,
        id: &str,
        key: &PublicKey,
        seal: &BoxKey,
        before: i64,
    ) -> Result<Entry, OperatorError> {
        let now = self.seconds();
        let signer = self.signer()?;
        let permissions = of_agent(key);
        let account = self.account_of_instances();
        let user = claims::User { key, name: id, account, permissions: &permissions };
        let token = user.claims(now, Some(now + INSTANCE_TOKEN_LIFE)).sign(&signer)?;
        let entry = Entry {
            id: id.to_owned(),
            key: key.clone(),
            seal: seal.clone(),
            decision: Decision::Accepted,
            at: now.max(before + 1),
            expires: now + INSTANCE_TOKEN_LIFE,
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
            let known = known.find(&entry.key);
            let expires = known.map_or(0, |known| known.expires).max(entry.expires);
            // A decision of another operator whose clock is ahead is not to count after this one.
            let at = self.seconds().max(known.map_or(0, |known| known.at)).max(entry.at);
            let refused = Entry { decision, at, expires, ..entry.clone() };
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
