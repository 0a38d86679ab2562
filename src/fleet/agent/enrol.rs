//! How an instance comes to its token: it asks until an operator accepts it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rand::RngExt;

use crate::identity::setup::AgentKit;
use crate::identity::{CardBody, Identity, Operators, Proof, PublicKey, claims};
use crate::protocol::subjects::{LIST, OPERATORS, PENDING, TOKENS, in_bucket, stream_of};
use crate::protocol::{Domain, Refusal, Sealed, Signed};
use crate::transport::nats::{Access, Nats};
use crate::transport::{Subscription, Transport, TransportError};
use machine::file::{self, Permissions};

/// An instance that is to belong to a fleet.
#[derive(Clone, Debug)]
pub struct Enrolment {
    /// Its kit.
    pub kit: AgentKit,
    /// The certificates to trust.
    pub ca: Option<PathBuf>,
    /// Its keys.
    pub identity: Identity,
    /// Its ID.
    pub id: String,
    /// The file of its token.
    pub token: PathBuf,
    /// The text of a one-time token, with which it is accepted without a hand.
    pub join: Option<String>,
    /// AWS's signed identity document of this instance.
    pub document: Option<String>,
    /// Gives the time.
    pub clock: fn() -> jiff::Timestamp,
}

/// How often an instance that waits for its acceptance looks.
const LOOK: Duration = Duration::from_secs(2);
/// The exactness of the times of cards and deletions.
const SECOND: Duration = Duration::from_secs(1);
/// How often it repeats the request: after a deletion it asks again.
const ASK_EVERY: u32 = 15;

/// Connects with the token; without one asks for it, until there is one.
///
/// # Errors
///
/// A failure that waiting does not correct: the kit is broken, or the token cannot be written.
pub async fn enrol(enrolment: &Enrolment) -> Result<Nats, TransportError> {
    let seeds = enrolment.identity.seeds().map_err(|error| refused(error.to_string()))?;
    // The stream keeps a revoked token until the next acceptance: it is not tried twice.
    let mut revoked = None;
    loop {
        if let Some(token) = read(&enrolment.token, (enrolment.clock)().as_second()) {
            match Nats::connect(&enrolment.access(token.clone(), seeds.sign.clone())).await {
                Ok(nats) => return Ok(nats),
                Err(TransportError::Refused { reason }) => {
                    tracing::warn!("this instance's token is no longer valid ({reason}): it asks again");
                    let _ = file::remove(&enrolment.token);
                    revoked = Some(token);
                    // A card that was made in the second of the deletion counts as older than that.
                    tokio::time::sleep(SECOND).await;
                }
                Err(error) => {
                    tracing::warn!("{error}");
                    pause().await;
                    continue;
                }
            }
        }
        match ask(enrolment, revoked.as_ref()).await {
            Ok(token) => {
                let private = Permissions { mode: Some(0o600), ..Permissions::default() };
                file::replace(&enrolment.token, token.as_bytes(), private).map_err(|error| {
                    TransportError::Failed { attempt: "writing the token", reason: model::chain(&error) }
                })?;
            }
            Err(error) => {
                tracing::warn!("{error}");
                pause().await;
            }
        }
    }
}

async fn pause() {
    let spread = Duration::from_millis(rand::rng().random_range(500..2_000));
    tokio::time::sleep(spread).await;
}

fn refused(reason: String) -> TransportError {
    TransportError::Refused { reason }
}

fn read(path: &Path, now: i64) -> Option<String> {
    let token = file::text_if_there(path).ok()??;
    claims::expiry(&token).is_none_or(|expiry| expiry > now).then_some(token)
}

/// Asks for a token, for a minute at most.
async fn ask(enrolment: &Enrolment, revoked: Option<&String>) -> Result<String, TransportError> {
    let kit = &enrolment.kit;
    let nats = Nats::connect(&enrolment.access(kit.enrol_token.clone(), kit.enrol_seed.clone())).await?;
    let key = enrolment.identity.public();
    let mut news = nats.subscribe(in_bucket(TOKENS, key.as_str())).await?;
    let body = CardBody {
        id: enrolment.id.clone(),
        seal: enrolment.identity.box_key(),
        made: (enrolment.clock)().as_second(),
        grains: None,
        proof: enrolment.proof(&nats).await?,
    };
    let card = Signed::new(Domain::Card, &body, &enrolment.identity).and_then(|card| card.to_bytes());
    let card = card.map_err(|error| refused(error.to_string()))?;
    nats.store(in_bucket(PENDING, key.as_str()), card).await?;
    wait_for_token(&nats, &key, &mut news, revoked).await
}

/// Waits until there is a token for this key.
async fn wait_for_token(
    transport: &dyn Transport,
    key: &PublicKey,
    news: &mut Subscription,
    revoked: Option<&String>,
) -> Result<String, TransportError> {
    let valid = |token: Vec<u8>| {
        String::from_utf8(token).ok().filter(|token| !token.is_empty() && Some(token) != revoked)
    };
    for _ in 0..ASK_EVERY {
        let stored = transport.last(stream_of(TOKENS), in_bucket(TOKENS, key.as_str())).await?;
        if let Some(token) = stored.and_then(valid) {
            return Ok(token);
        }
        tokio::select! {
            // The server that is asked may not have stored this token yet.
            Some(message) = news.recv() => if let Some(token) = valid(message.payload) { return Ok(token) },
            () = tokio::time::sleep(LOOK) => {}
        }
    }
    Err(TransportError::Refused {
        reason: "this instance's key is not accepted yet (orchestrate key accept)".to_owned(),
    })
}

impl Enrolment {
    /// What it shows, for the register keepers of the newest list.
    async fn proof(&self, nats: &Nats) -> Result<Option<Sealed>, TransportError> {
        if self.join.is_none() && self.document.is_none() {
            return Ok(None);
        }
        let failed = |refusal: Refusal| refused(refusal.to_string());
        let of_kit = self.kit.operators.to_bytes().map_err(failed)?;
        let newest = nats.last(stream_of(OPERATORS), in_bucket(OPERATORS, LIST)).await.ok().flatten();
        let lists = [Some(of_kit), newest];
        let lists = lists.iter().flatten().filter_map(|list| Operators::open(list, &self.kit.root).ok());
        let operators = lists.max_by_key(|list| list.version).unwrap_or_default();
        let proof =
            Proof { key: self.identity.public(), token: self.join.clone(), document: self.document.clone() };
        proof.seal(&self.identity, &operators).map(Some).map_err(failed)
    }

    fn access(&self, token: String, seed: String) -> Access {
        Access { servers: self.kit.servers.clone(), ca: self.ca.clone(), token, seed }
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::Instant;

    use super::*;
    use crate::transport::local::Local;

    #[tokio::test(start_paused = true)]
    async fn a_token_that_arrives_before_the_server_shows_it_is_taken_at_once() {
        let (server, key) = (Local::default(), Identity::generate().public());
        let subject = in_bucket(TOKENS, key.as_str());
        let mut news = server.subscribe(subject.clone()).await.unwrap();
        server.set_behind(true);
        let began = Instant::now();
        let revoked = "revoked".to_owned();
        let accept = async {
            tokio::time::sleep(SECOND).await;
            for token in ["", "revoked", "new"] {
                server.store(subject.clone(), token.into()).await.unwrap();
            }
        };
        let (token, ()) = tokio::join!(wait_for_token(&server, &key, &mut news, Some(&revoked)), accept);
        assert_eq!((token.unwrap().as_str(), began.elapsed()), ("new", SECOND));
    }

    #[tokio::test(start_paused = true)]
    async fn without_a_message_it_looks_for_the_token_itself() {
        let (server, key) = (Local::default(), Identity::generate().public());
        let mut nothing = server.subscribe("nothing".to_owned()).await.unwrap();
        let subject = in_bucket(TOKENS, key.as_str());
        let accept = async {
            tokio::time::sleep(SECOND).await;
            server.store(subject.clone(), b"new".to_vec()).await.unwrap();
        };
        let (token, ()) = tokio::join!(wait_for_token(&server, &key, &mut nothing, None), accept);
        assert_eq!(token.unwrap(), "new");
        let revoked = "new".to_owned();
        let refused = wait_for_token(&server, &key, &mut nothing, Some(&revoked)).await.unwrap_err();
        assert!(refused.to_string().contains("not accepted yet"), "{refused}");
    }
}
