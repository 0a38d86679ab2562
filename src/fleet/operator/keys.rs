//! Accepting, rejecting and deleting keys.

use super::find::find_at;
use super::{ATTEMPTS, Console, Knowledge, OperatorError, busy};
use crate::identity::setup::{INSTANCE_TOKEN_LIFE, OPERATOR_TOKEN_LIFE};
use crate::identity::{
    Attributes, Card, CardBody, Decision, Entry, IdentityError, PublicKey, Register, changed, claims,
    of_agent, of_operator,
};
use crate::protocol::subjects::{REGISTER, TOKENS, in_bucket, stream_of};
use crate::protocol::{Domain, Signed};

impl Console {
    /// Accepts a key that asks, or one that was rejected: signs its entry and its token.
    ///
    /// # Errors
    ///
    /// The operator does not keep the register, another key has the ID, or the servers do not take it.
    pub async fn accept(
        &self,
        knowledge: &Knowledge,
        card: &Card,
        attributes: &Attributes,
    ) -> Result<Entry, OperatorError> {
        let taken = knowledge.register.of_id(&card.body.id);
        if taken.is_some_and(|entry| entry.key != card.key) {
            return Err(OperatorError::OtherKey { id: card.body.id.clone() });
        }
        let before = knowledge.register.find(&card.key).map_or(0, |entry| entry.at);
        let CardBody { id, seal, .. } = card.body.clone();
        let (key, attributes) = (card.key.clone(), attributes.clone());
        let decision = Decision::Accepted;
        self.issue(&Entry { id, key, seal, decision, at: before, expires: 0, attributes }).await
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
        self.issue(entry).await.map(Some)
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

    /// Accepts a key in the place of an earlier entry of it: the newer time counts.
    pub(super) async fn issue(&self, before: &Entry) -> Result<Entry, OperatorError> {
        let (id, key) = (&before.id, &before.key);
        let now = self.seconds();
        let signer = self.signer()?;
        let permissions = of_agent(key);
        let account = self.account_of_instances();
        let user = claims::User { key, name: id, account, permissions: &permissions };
        let token = user.claims(now, Some(now + INSTANCE_TOKEN_LIFE)).sign(&signer)?;
        let entry = Entry {
            decision: Decision::Accepted,
            at: now.max(before.at + 1),
            expires: now + INSTANCE_TOKEN_LIFE,
            ..before.clone()
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
        for _ in 0..ATTEMPTS {
            let (known, place) = self.newest(&entry.key).await?;
            let expires = known.as_ref().map_or(0, |known| known.expires).max(entry.expires);
            // A decision of another operator whose clock is ahead is not to count after this one.
            let at = self.seconds().max(known.map_or(0, |known| known.at)).max(entry.at);
            let refused = Entry { decision, at, expires, ..entry.clone() };
            if self.write_after(place, &refused).await? {
                return Ok(refused);
            }
        }
        Err(busy("deciding about a key").into())
    }

    /// Changes what the register says about an accepted instance; an empty value takes an attribute away. Its key and its token
    /// stay as they are.
    ///
    /// # Errors
    ///
    /// The operator does not keep the register, another operator has refused the key meanwhile, or the servers do not take it.
    pub async fn describe(&self, entry: &Entry, change: &Attributes) -> Result<Entry, OperatorError> {
        self.registrar()?;
        for _ in 0..ATTEMPTS {
            let (known, place) = self.newest(&entry.key).await?;
            let known = known.unwrap_or_else(|| entry.clone());
            if known.decision != Decision::Accepted {
                return Err(OperatorError::NotAccepted { id: entry.id.clone() });
            }
            let at = self.seconds().max(known.at + 1).max(entry.at + 1);
            let described = Entry { at, attributes: changed(&known.attributes, change), ..known };
            if self.write_after(place, &described).await? {
                return Ok(described);
            }
        }
        Err(busy("describing an instance").into())
    }

    /// The newest entry of a key that the servers hold, if it is believed, and its place in the stream.
    async fn newest(&self, key: &PublicKey) -> Result<(Option<Entry>, u64), OperatorError> {
        let subject = in_bucket(REGISTER, key.as_str());
        let stored = find_at(&*self.transport, stream_of(REGISTER), subject).await?;
        let (newest, place) = stored.unwrap_or_default();
        let register = Register::read(&[(key.to_string(), newest)], &self.operators).0;
        Ok((register.find(key).cloned(), place))
    }

    /// Writes an entry, if the newest one of its key is still at this place. False if another one came between.
    async fn write_after(&self, place: u64, entry: &Entry) -> Result<bool, OperatorError> {
        let signed = Signed::new(Domain::Entry, entry, &self.identity)?.to_bytes()?;
        Ok(self.transport.store_after(in_bucket(REGISTER, entry.key.as_str()), signed, place).await?)
    }

    pub(super) fn registrar(&self) -> Result<&crate::identity::setup::Registrar, OperatorError> {
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
            attributes: Attributes::new(),
        };
        let card = || self.asking.iter().find(|card| card.key == *key).map(of_card);
        self.register.find(key).cloned().or_else(card)
    }

    /// The card of a key that asks, or was rejected.
    pub fn card(&self, key: &PublicKey) -> Option<&Card> {
        self.asking.iter().find(|card| card.key == *key)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::tests::kits;
    use super::*;
    use crate::identity::setup::Root;
    use crate::identity::{CardBody, Identity};
    use crate::protocol::subjects::{LIST, OPERATORS};
    use crate::transport::Transport;
    use crate::transport::local::Local;

    fn role(role: &str) -> Attributes {
        [("role".to_owned(), role.to_owned())].into()
    }

    #[tokio::test(start_paused = true)]
    async fn attributes_stay_with_a_new_token_and_none_come_to_a_key_that_was_refused() {
        let (server, (first, second)) = (Local::default(), kits());
        let open = |kit| Console::open(Arc::new(server.clone()), kit, jiff::Timestamp::now);
        // The second one's kit alone lists both, so the first learns of it from the servers.
        let (ops2, ops1) = (open(second).await.unwrap(), open(first).await.unwrap());
        let instance = Identity::generate();
        let seal = instance.box_key();
        let body = CardBody { id: "web-1".to_owned(), seal, made: 1, grains: None, proof: None };
        let signed = Signed::new(Domain::Card, &body, &instance).unwrap().to_bytes().unwrap();
        let card = Card::open(instance.public().as_str(), &signed).unwrap();
        let accepted = ops1.accept(&Knowledge::default(), &card, &role("web")).await.unwrap();
        let renewed = ops2.renew(&accepted, None).await.unwrap().unwrap();
        assert_eq!(renewed.attributes, role("web"));
        let described = ops2.describe(&accepted, &role("db")).await.unwrap();
        assert_eq!((&described.attributes, described.expires), (&role("db"), renewed.expires));
        let register = ops1.knowledge(false).await.unwrap().register;
        assert_eq!(register.of_id("web-1").unwrap().attributes, role("db"));
        ops1.refuse(described.clone(), Decision::Deleted).await.unwrap();
        let refused = ops2.describe(&described, &role("web")).await;
        assert!(matches!(refused, Err(OperatorError::NotAccepted { .. })), "{refused:?}");
        let again = ops1.accept(&Knowledge::default(), &card, &Attributes::new()).await.unwrap();
        assert_eq!(again.attributes, Attributes::new(), "an acceptance has what its command line says");
    }

    #[tokio::test(start_paused = true)]
    async fn a_list_of_operators_of_a_newer_program_is_no_alarm_and_is_not_replaced() {
        let mut root = Root::generate(vec![], 0).unwrap();
        let kit = root.add_operator("ops1", vec![], true, 0).unwrap();
        let seed = serde_json::to_value(&root).unwrap()["seed"].as_str().unwrap().to_owned();
        let signer = nkeys::KeyPair::from_seed(&seed).unwrap();
        let newer = serde_json::json!({"format": 9, "version": 9, "operators": "another form"});
        let newer = Signed::by_root(Domain::Operators, &newer, &signer).unwrap().to_bytes().unwrap();
        let server = Local::default();
        for (stored, alarms) in [(newer.clone(), 0), (b"bytes".to_vec(), 1), (vec![], 1)] {
            server.store(in_bucket(OPERATORS, LIST), stored.clone()).await.unwrap();
            let console = Console::open(Arc::new(server.clone()), kit.clone(), jiff::Timestamp::now);
            let console = console.await.unwrap();
            assert_eq!(console.tampered.len(), alarms, "{:?}", console.tampered);
            let knowledge = console.knowledge(false).await.unwrap();
            assert_eq!((knowledge.is_alarmed, knowledge.ignored.len()), (alarms > 0, alarms));
            let now = server.last(String::new(), in_bucket(OPERATORS, LIST)).await.unwrap().unwrap();
            assert_eq!(now == newer, alarms == 0, "what the root has not signed is replaced");
        }
    }
}
