//! Automatic acceptance: by one-time tokens, and by AWS's identity documents.
//!
//! Several ops nodes may look at the same time. A use of a token is written only in the place of what was read, so that two
//! never spend the same one.

use futures::future::BoxFuture;

use super::find::find_at;
use super::{ATTEMPTS, Console, Knowledge, OperatorError, busy};
use crate::identity::document::{DocumentPolicy, DocumentRefusal, Seen};
use crate::identity::{Attributes, Card, Decision, Invite, InviteRefusal, JoinToken, Presenter};
use crate::protocol::subjects::{INVITES, in_bucket, stream_of};
use crate::protocol::{Domain, Signed};

/// What became of an instance that asks with a proof.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Admission {
    /// It was accepted, by this.
    Accepted(String),
    /// It still waits, for this reason.
    Refused(String),
}

/// Why an instance is accepted, and what the register then says about it.
struct Ground {
    by: String,
    attributes: Attributes,
}

/// Gives what AWS knows of an instance.
pub trait InstanceLookup: Send + Sync {
    /// A running instance; none if AWS has no such instance.
    fn see<'a>(&'a self, region: &'a str, instance: &'a str) -> BoxFuture<'a, Result<Option<Seen>, String>>;
}

/// Which instances the configuration accepts by an identity document, and the source that confirms them.
pub struct Documents {
    /// The configuration.
    pub policy: DocumentPolicy,
    /// AWS.
    pub lookup: Box<dyn InstanceLookup>,
}

impl Console {
    /// Makes a token, and gives it with what the servers hold of it.
    ///
    /// # Errors
    ///
    /// The operator does not keep the register, or the servers do not take it.
    pub async fn create_invite(
        &self,
        ids: &str,
        uses: usize,
        ttl: i64,
        attributes: Attributes,
    ) -> Result<(JoinToken, Invite), OperatorError> {
        self.registrar()?;
        let token = JoinToken::generate();
        let times = (self.seconds(), ttl);
        let invite = Invite { attributes, ..Invite::new(&token, ids, uses, &self.kit.name, times) };
        self.put_invite(&invite, 0).await?;
        Ok((token, invite))
    }

    /// False where another wrote the token since it was read.
    async fn put_invite(&self, invite: &Invite, after: u64) -> Result<bool, OperatorError> {
        let bytes = Signed::new(Domain::Invite, invite, &self.identity)?.to_bytes()?;
        Ok(self.transport.store_after(in_bucket(INVITES, &invite.id), bytes, after).await?)
    }

    /// All tokens, the oldest first, and what was ignored.
    ///
    /// # Errors
    ///
    /// The servers do not answer.
    pub async fn invites(&self) -> Result<(Vec<Invite>, Vec<String>), OperatorError> {
        let (mut invites, mut ignored) = (vec![], vec![]);
        for (under, bytes) in self.transport.bucket(INVITES.to_owned()).await? {
            match Invite::open(&under, &bytes, &self.operators) {
                Ok(invite) => invites.push(invite),
                Err(refusal) => ignored.push(format!("the token {under} is ignored: {refusal}")),
            }
        }
        invites.sort_by(|a: &Invite, b| (a.made, &a.id).cmp(&(b.made, &b.id)));
        Ok((invites, ignored))
    }

    async fn invite(&self, id: &str) -> Result<Option<(Invite, u64)>, OperatorError> {
        let stored = find_at(&*self.transport, stream_of(INVITES), in_bucket(INVITES, id)).await?;
        let Some((bytes, at)) = stored else { return Ok(None) };
        Ok(Invite::open(id, &bytes, &self.operators).ok().map(|invite| (invite, at)))
    }

    /// Revokes a token; false if no token has this name.
    ///
    /// # Errors
    ///
    /// The operator does not keep the register, or the servers do not take it.
    pub async fn revoke_invite(&self, id: &str) -> Result<bool, OperatorError> {
        self.registrar()?;
        for _ in 0..ATTEMPTS {
            let Some((mut invite, at)) = self.invite(id).await? else { return Ok(false) };
            invite.revoked = true;
            if self.put_invite(&invite, at).await? {
                return Ok(true);
            }
        }
        Err(busy("changing a token").into())
    }

    /// Accepts those who ask with a valid proof. Gives what became of each that asks with one, by its ID.
    ///
    /// # Errors
    ///
    /// The operator does not keep the register, or the servers do not answer.
    pub async fn admit(
        &self,
        knowledge: &mut Knowledge,
        documents: Option<&Documents>,
    ) -> Result<Vec<(String, Admission)>, OperatorError> {
        self.registrar()?;
        let mut admitted = vec![];
        for (id, key) in knowledge.keys().unaccepted {
            let Some(card) = knowledge.card(&key).cloned() else { continue };
            // Of two that ask under one ID, the first is accepted; the second is denied from then on.
            if knowledge.register.of_id(&id).is_some() {
                continue;
            }
            match self.admit_one(knowledge, &card, documents).await? {
                None => {}
                Some(Err(why)) => admitted.push((id, Admission::Refused(why))),
                Some(Ok(Ground { by, attributes })) => {
                    let entry = self.accept(knowledge, &card, &attributes).await?;
                    knowledge.register.put(entry);
                    admitted.push((id, Admission::Accepted(by)));
                }
            }
        }
        Ok(admitted)
    }

    /// The proof that accepts it, or the reason of a refusal; none if it shows no proof.
    async fn admit_one(
        &self,
        knowledge: &Knowledge,
        card: &Card,
        documents: Option<&Documents>,
    ) -> Result<Option<Result<Ground, String>>, OperatorError> {
        let proof = match card.proof(&self.identity) {
            Ok(None) => return Ok(None),
            Ok(Some(proof)) => proof,
            Err(refusal) => return Ok(Some(Err(format!("its proof is refused: {refusal}")))),
        };
        let mut refusals = vec![];
        if let Some(token) = proof.token {
            let spent = match JoinToken::read(&token) {
                Some(token) => self.spend(knowledge, card, &token).await?,
                None => Err(InviteRefusal::Unknown),
            };
            match spent {
                Ok(ground) => {
                    if let Some(documents) = documents {
                        self.spend_document(knowledge, card, &documents.policy).await?;
                    }
                    return Ok(Some(Ok(ground)));
                }
                Err(why) => refusals.push(why.to_string()),
            }
        }
        if let (Some(text), Some(documents)) = (proof.document, documents) {
            match self.believe(knowledge, card, (&text, documents)).await? {
                Ok(by) => return Ok(Some(Ok(Ground { by, attributes: Attributes::new() }))),
                Err(why) => refusals.push(why),
            }
        }
        Ok(Some(refusals).filter(|refusals| !refusals.is_empty()).map(|refusals| Err(refusals.join("; "))))
    }

    /// By which instance of AWS it may be accepted. The document of an instance is good for one key, as a token is.
    async fn believe(
        &self,
        knowledge: &Knowledge,
        card: &Card,
        (text, Documents { policy, lookup }): (&str, &Documents),
    ) -> Result<Result<String, String>, OperatorError> {
        let now = self.seconds();
        let document = match policy.check(text, now) {
            Ok(document) => document,
            Err(refusal) => return Ok(Err(refusal.to_string())),
        };
        let instance = &document.instance_id;
        if !may_be_in_a_subject(instance) {
            return Ok(Err(DocumentRefusal::Malformed.to_string()));
        }
        let seen = match lookup.see(&document.region, instance).await {
            Ok(seen) => seen,
            Err(why) => return Ok(Err(format!("AWS could not be asked about {instance}: {why}"))),
        };
        if let Err(refusal) = policy.allow(&card.body.id, &document, seen.as_ref()) {
            return Ok(Err(refusal.to_string()));
        }
        Ok(self
            .spend_instance(knowledge, card, instance, policy.within)
            .await?
            .map_err(|why| why.to_string())
            .map(|()| format!("its instance {instance} of account {}", document.account_id)))
    }

    /// Notes that the identity document of an instance is used, for ever. A document is good for one key.
    async fn spend_instance(
        &self,
        knowledge: &Knowledge,
        card: &Card,
        instance: &str,
        within: i64,
    ) -> Result<Result<(), InviteRefusal>, OperatorError> {
        let now = self.seconds();
        let note = Invite::of_instance(instance, &card.body.id, &self.kit.name, (now, within));
        self.put_invite(&note, 0).await?;
        let by = presenter(knowledge, card);
        for _ in 0..ATTEMPTS {
            let Some((mut note, at)) = self.invite(instance).await? else {
                return Ok(Err(InviteRefusal::Unknown));
            };
            if let Err(refusal) = note.judge_use(by) {
                return Ok(Err(refusal));
            }
            if !note.spend(by, now) || self.put_invite(&note, at).await? {
                return Ok(Ok(()));
            }
        }
        Err(busy("changing a token").into())
    }

    /// Spends the identity document that an instance shows which is accepted by a token or by hand. Otherwise a user who copied the document
    /// from the instance could still be accepted by it, under another ID.
    ///
    /// # Errors
    ///
    /// The operator does not keep the register, or the servers do not take it.
    pub async fn spend_document(
        &self,
        knowledge: &Knowledge,
        card: &Card,
        policy: &DocumentPolicy,
    ) -> Result<(), OperatorError> {
        let Ok(Some(proof)) = card.proof(&self.identity) else { return Ok(()) };
        // A document that nobody would be accepted by need not be spent.
        let checked = proof.document.and_then(|text| policy.check(&text, self.seconds()).ok());
        let Some(document) = checked.filter(|it| may_be_in_a_subject(&it.instance_id)) else {
            return Ok(());
        };
        // Another key may have used it before: this acceptance does not depend on it.
        self.spend_instance(knowledge, card, &document.instance_id, policy.within).await.map(drop)
    }

    async fn spend(
        &self,
        knowledge: &Knowledge,
        card: &Card,
        token: &JoinToken,
    ) -> Result<Result<Ground, InviteRefusal>, OperatorError> {
        let by = presenter(knowledge, card);
        let now = self.seconds();
        for _ in 0..ATTEMPTS {
            let Some((mut invite, at)) = self.invite(&token.id).await? else {
                return Ok(Err(InviteRefusal::Unknown));
            };
            if let Err(refusal) = invite.judge(token, by, now) {
                return Ok(Err(refusal));
            }
            if !invite.spend(by, now) || self.put_invite(&invite, at).await? {
                let by = format!("its token {}", token.id);
                return Ok(Ok(Ground { by, attributes: invite.attributes }));
            }
        }
        Err(busy("changing a token").into())
    }
}

/// The number of an instance becomes a part of a subject.
fn may_be_in_a_subject(instance: &str) -> bool {
    instance.strip_prefix("i-").is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

fn presenter<'a>(knowledge: &Knowledge, card: &'a Card) -> Presenter<'a> {
    let entry = knowledge.register.find(&card.key);
    let deleted = entry.filter(|entry| entry.decision == Decision::Deleted).map(|entry| entry.at);
    Presenter { id: &card.body.id, key: &card.key, deleted }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use futures::FutureExt;

    use super::super::tests::kits;
    use super::*;
    use crate::identity::document::Certificate;
    use crate::identity::{CardBody, Identity, Operators, Proof, Register};
    use crate::transport::local::Local;

    /// AWS's document of an instance, ten minutes after its launch.
    const DOCUMENT: &str = include_str!("../identity/document/fixtures/der.txt");

    fn after_the_launch() -> jiff::Timestamp {
        "2026-01-01T12:10:00Z".parse().unwrap()
    }

    fn asks_with(id: &str, instance: &Identity, token: Option<String>, operators: &Operators) -> Card {
        let proof = Proof { key: instance.public(), token, document: Some(DOCUMENT.to_owned()) };
        let proof = Some(proof.seal(instance, operators).unwrap());
        let body = CardBody { id: id.to_owned(), seal: instance.box_key(), made: 1, grains: None, proof };
        let signed = Signed::new(Domain::Card, &body, instance).unwrap().to_bytes().unwrap();
        Card::open(instance.public().as_str(), &signed).unwrap()
    }

    /// What AWS says of the instance; each ID that begins with `web-` is allowed.
    struct Group;

    impl InstanceLookup for Group {
        fn see<'a>(&'a self, _: &'a str, _: &'a str) -> BoxFuture<'a, Result<Option<Seen>, String>> {
            let tags = [("aws:autoscaling:groupName".to_owned(), "web".to_owned())].into();
            async { Ok(Some(Seen { tags, private_dns: String::new() })) }.boxed()
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_document_accepts_nobody_after_its_instance_was_accepted_by_token_or_by_hand() {
        let pem = include_str!("../identity/document/fixtures/aws.pem");
        let policy = DocumentPolicy {
            accounts: vec!["123456789012".to_owned()],
            regions: [("us-east-1".to_owned(), Certificate::read_all(pem))].into(),
            ids: vec!["{group}-*".to_owned()],
            within: 3600,
        };
        let documents = Documents { policy, lookup: Box::new(Group) };
        for is_by_hand in [true, false] {
            let (server, (first, _)) = (Local::default(), kits());
            let ops = Console::open(Arc::new(server.clone()), first, after_the_launch).await.unwrap();
            let (instance, thief) = (Identity::generate(), Identity::generate());
            let (token, _) = ops.create_invite("web-1", 1, 3600, Attributes::new()).await.unwrap();
            let token = Some(token.text()).filter(|_| !is_by_hand);
            let card = asks_with("web-1", &instance, token, &ops.operators);
            let mut knowledge = Knowledge {
                register: Register::default(),
                asking: vec![card.clone()],
                ignored: vec![],
                is_alarmed: false,
            };
            if is_by_hand {
                ops.spend_document(&knowledge, &card, &documents.policy).await.unwrap();
                let entry = ops.accept(&knowledge, &card, &Attributes::new()).await.unwrap();
                knowledge.register.put(entry);
            } else {
                let admitted = ops.admit(&mut knowledge, Some(&documents)).await.unwrap();
                assert!(
                    matches!(&admitted[..], [(_, Admission::Accepted(by))] if by.contains("token")),
                    "{admitted:?}"
                );
            }
            // A user of the instance copied the document, and asks under another ID that the policy allows.
            knowledge.asking.push(asks_with("web-2", &thief, None, &ops.operators));
            let admitted = ops.admit(&mut knowledge, Some(&documents)).await.unwrap();
            let [(id, Admission::Refused(why))] = &admitted[..] else { panic!("{admitted:?}") };
            assert_eq!(id, "web-2");
            assert!(why.contains("was used already, by web-1"), "{why}");
        }
    }
}
