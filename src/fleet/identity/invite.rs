//! One-time tokens: an operator makes one beforehand, an instance presents it when it asks, and any register keeper accepts it.
//!
//! The servers hold the digest of the secret, signed by the register keeper who wrote it last. The secret itself is random and
//! long, so the digest gives nothing away.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::attributes::Attributes;
use super::keys::PublicKey;
use super::operators::Operators;
use crate::protocol::{Domain, Refusal, Signed};
use model::{glob, hex};

/// How a token begins: people and scanners of secrets recognise it.
const PREFIX: &str = "orchestrate-join-";

/// A token as its holder has it.
#[derive(Clone)]
pub struct JoinToken {
    /// Under which name the servers know it.
    pub id: String,
    secret: String,
}

impl std::fmt::Debug for JoinToken {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "JoinToken({})", self.id)
    }
}

impl JoinToken {
    /// A new one.
    pub fn generate() -> Self {
        let (id, secret): ([u8; 6], [u8; 32]) = (rand::rng().random(), rand::rng().random());
        Self { id: hex(&id), secret: BASE64.encode(secret) }
    }

    /// Reads what `text` gave.
    pub fn read(text: &str) -> Option<Self> {
        let (id, secret) = text.trim().strip_prefix(PREFIX)?.split_once('-')?;
        let is_id = id.len() == 12 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
        let is_secret = BASE64.decode(secret).is_ok_and(|bytes| bytes.len() == 32);
        (is_id && is_secret).then(|| Self { id: id.to_owned(), secret: secret.to_owned() })
    }

    /// The text that the instance is given.
    pub fn text(&self) -> String {
        format!("{PREFIX}{}-{}", self.id, self.secret)
    }

    fn digest(&self) -> String {
        hex(&Sha256::digest(self.secret.as_bytes()))
    }
}

/// One use of a token.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Use {
    /// The ID of the instance.
    pub id: String,
    /// Its key.
    pub key: PublicKey,
    /// When, in seconds since 1970.
    pub at: i64,
}

/// A token as the servers hold it.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Invite {
    /// Its name.
    pub id: String,
    /// SHA-256 of the secret.
    pub digest: String,
    /// A shell pattern of the IDs that may use it.
    pub ids: String,
    /// When it was made, in seconds since 1970.
    pub made: i64,
    /// When it ends.
    pub expires: i64,
    /// How often it may be used.
    pub uses: usize,
    /// Who used it.
    pub used: Vec<Use>,
    /// The operator who made it.
    pub by: String,
    /// True when an operator ended it.
    pub revoked: bool,
    /// What the register says about those who use it.
    #[serde(default, skip_serializing_if = "Attributes::is_empty")]
    pub attributes: Attributes,
}

/// Who presents a token.
#[derive(Clone, Copy, Debug)]
pub struct Presenter<'a> {
    /// Its ID.
    pub id: &'a str,
    /// Its key.
    pub key: &'a PublicKey,
    /// When an operator deleted the key, if so.
    pub deleted: Option<i64>,
}

/// Why a token is refused.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum InviteRefusal {
    /// There is no such token.
    #[error("its token is not known, or no register keeper made it")]
    Unknown,
    /// The secret is another.
    #[error("its token {id} has another secret")]
    WrongSecret {
        /// The token.
        id: String,
    },
    /// An operator ended it.
    #[error("its proof ({id}) was revoked")]
    Revoked {
        /// The token.
        id: String,
    },
    /// Its time is over.
    #[error("its token {id} expired {seconds} s ago")]
    Expired {
        /// The token.
        id: String,
        /// How long ago.
        seconds: i64,
    },
    /// It is for other IDs.
    #[error("its token {id} is for IDs like {ids}")]
    WrongId {
        /// The token.
        id: String,
        /// The pattern.
        ids: String,
    },
    /// It was used as often as it may be.
    #[error("its proof ({id}) was used already, by {used}")]
    Used {
        /// The token.
        id: String,
        /// Who used it.
        used: String,
    },
    /// The key was deleted after the token was made.
    #[error("its key was deleted after {id} accepted it, or could have accepted it")]
    Deleted {
        /// The token.
        id: String,
    },
}

impl Invite {
    /// What the servers are to hold of a token.
    pub fn new(token: &JoinToken, ids: &str, uses: usize, by: &str, (made, ttl): (i64, i64)) -> Self {
        Self {
            id: token.id.clone(),
            digest: token.digest(),
            ids: ids.to_owned(),
            made,
            expires: made.saturating_add(ttl),
            uses,
            used: vec![],
            by: by.to_owned(),
            revoked: false,
            attributes: Attributes::new(),
        }
    }

    /// The note that an instance of AWS was accepted by its identity document: the document is good for one key.
    pub fn of_instance(instance: &str, id: &str, by: &str, (made, ttl): (i64, i64)) -> Self {
        Self {
            id: instance.to_owned(),
            digest: String::new(),
            ids: id.to_owned(),
            made,
            expires: made.saturating_add(ttl),
            uses: 1,
            used: vec![],
            by: by.to_owned(),
            revoked: false,
            attributes: Attributes::new(),
        }
    }

    /// Reads what is stored under a name.
    ///
    /// # Errors
    ///
    /// No register keeper signed it, or it is stored under another name.
    pub fn open(under: &str, bytes: &[u8], operators: &Operators) -> Result<Self, Refusal> {
        let signed = Signed::read(bytes)?;
        let operator = operators.find(&signed.by).ok_or(Refusal::UnknownOperator)?;
        if !operator.keeps_register {
            let what = "make tokens".to_owned();
            return Err(Refusal::NotAllowed { operator: operator.name.clone(), what });
        }
        let invite: Self = signed.open(Domain::Invite)?;
        if invite.id == under { Ok(invite) } else { Err(Refusal::WrongKey) }
    }

    /// Whether a token may be used now by an instance. A key that used it before may come again: the register keeper perhaps
    /// did not get to accept it.
    ///
    /// # Errors
    ///
    /// Why not.
    pub fn judge(&self, token: &JoinToken, by: Presenter<'_>, now: i64) -> Result<(), InviteRefusal> {
        let id = || self.id.clone();
        if token.digest() != self.digest || token.id != self.id {
            return Err(InviteRefusal::WrongSecret { id: id() });
        }
        if self.expires < now {
            return Err(InviteRefusal::Expired { id: id(), seconds: now - self.expires });
        }
        if !glob::is_match(&self.ids, by.id) {
            return Err(InviteRefusal::WrongId { id: id(), ids: self.ids.clone() });
        }
        self.judge_use(by)
    }

    /// The same, as far as it is about who used it before and what operators decided since.
    ///
    /// # Errors
    ///
    /// Why not.
    pub fn judge_use(&self, by: Presenter<'_>) -> Result<(), InviteRefusal> {
        let id = || self.id.clone();
        if by.deleted.is_some_and(|deleted| deleted >= self.made) {
            return Err(InviteRefusal::Deleted { id: id() });
        }
        if self.revoked {
            return Err(InviteRefusal::Revoked { id: id() });
        }
        if self.is_used_by(by) || self.used.len() < self.uses {
            return Ok(());
        }
        let used: Vec<&str> = self.used.iter().map(|one| one.id.as_str()).collect();
        Err(InviteRefusal::Used { id: id(), used: used.join(", ") })
    }

    fn is_used_by(&self, by: Presenter<'_>) -> bool {
        self.used.iter().any(|one| one.key == *by.key && one.id == by.id)
    }

    /// Notes a use; false where it was noted before.
    pub fn spend(&mut self, by: Presenter<'_>, now: i64) -> bool {
        let is_new = !self.is_used_by(by);
        if is_new {
            self.used.push(Use { id: by.id.to_owned(), key: by.key.clone(), at: now });
        }
        is_new
    }

    /// One word: `valid`, `used`, `expired` or `revoked`.
    pub fn state(&self, now: i64) -> &'static str {
        match self {
            Self { revoked: true, .. } => "revoked",
            _ if self.used.len() >= self.uses => "used",
            _ if self.expires < now => "expired",
            _ => "valid",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::Identity;

    const NOW: i64 = 1_767_268_800;

    #[test]
    fn a_token_is_read_as_it_is_written_and_shows_its_secret_nowhere() {
        let token = JoinToken::generate();
        let text = token.text();
        let read = JoinToken::read(&format!(" {text}\n")).unwrap();
        assert_eq!((read.id.as_str(), read.digest()), (token.id.as_str(), token.digest()));
        let invite = Invite::new(&token, "*", 1, "ops1", (NOW, 60));
        let secret = text.rsplit_once(&format!("{}-", token.id)).unwrap().1;
        let shown = format!("{token:?} {}", serde_json::to_string(&invite).unwrap());
        assert!(secret.len() == 43 && !shown.contains(secret), "{shown}");
        for wrong in
            ["", "orchestrate-join-", "orchestrate-join-abc-def", &text[1..], &text[..text.len() - 3]]
        {
            assert!(JoinToken::read(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn a_token_is_good_for_its_ids_its_time_and_its_uses() {
        let (token, other) = (JoinToken::generate(), JoinToken::generate());
        let keys = [(); 3].map(|()| Identity::generate().public());
        let by = |key: usize, id: &'static str| Presenter { id, key: &keys[key], deleted: None };
        let mut invite = Invite::new(&token, "web-*", 2, "ops1", (NOW, 60));
        let judge =
            |invite: &Invite, token, by, now| invite.judge(token, by, now).map_err(|why| why.to_string());
        let name = &token.id;
        assert_eq!(judge(&invite, &token, by(0, "web-1"), NOW + 60), Ok(()));
        assert_eq!(
            judge(&invite, &token, by(0, "web-1"), NOW + 63),
            Err(format!("its token {name} expired 3 s ago"))
        );
        assert_eq!(
            judge(&invite, &token, by(0, "db-1"), NOW),
            Err(format!("its token {name} is for IDs like web-*"))
        );
        assert_eq!(
            judge(&invite, &other, by(0, "web-1"), NOW),
            Err(format!("its token {name} has another secret"))
        );
        let deleted = Presenter { deleted: Some(NOW + 1), ..by(0, "web-1") };
        assert_eq!(
            judge(&invite, &token, deleted, NOW + 2),
            Err(format!("its key was deleted after {name} accepted it, or could have accepted it"))
        );
        let long_ago = Presenter { deleted: Some(NOW - 1), ..by(0, "web-1") };
        assert_eq!(judge(&invite, &token, long_ago, NOW), Ok(()));
        assert!(invite.spend(by(0, "web-1"), NOW) && !invite.spend(by(0, "web-1"), NOW + 1));
        assert!(invite.spend(by(1, "web-2"), NOW));
        assert_eq!((invite.used.len(), invite.state(NOW)), (2, "used"));
        assert_eq!(judge(&invite, &token, by(0, "web-1"), NOW), Ok(()), "it comes again");
        assert_eq!(
            judge(&invite, &token, by(2, "web-3"), NOW),
            Err(format!("its proof ({name}) was used already, by web-1, web-2"))
        );
        assert!(judge(&invite, &token, by(2, "web-1"), NOW).is_err(), "another key under a known ID");
        invite.revoked = true;
        assert_eq!(
            judge(&invite, &token, by(0, "web-1"), NOW),
            Err(format!("its proof ({name}) was revoked"))
        );
        assert_eq!(invite.state(NOW), "revoked");
    }

    #[test]
    fn a_token_that_no_register_keeper_wrote_is_none() {
        use crate::identity::setup::Root;
        let mut root = Root::generate(vec![], 0).unwrap();
        let [keeper, plain] = [true, false].map(|keeps| {
            let kit = root.add_operator(if keeps { "a" } else { "b" }, vec![], keeps, 0).unwrap();
            Identity::from_seeds(&kit.seeds, "a kit").unwrap()
        });
        let invite = Invite::new(&JoinToken::generate(), "*", 1, "a", (NOW, 60));
        let signed = |by: &Identity| Signed::new(Domain::Invite, &invite, by).unwrap().to_bytes().unwrap();
        let open = |under: &str, bytes: &[u8]| Invite::open(under, bytes, &root.operators);
        assert_eq!(open(&invite.id, &signed(&keeper)).as_ref(), Ok(&invite));
        assert!(open("0123456789ab", &signed(&keeper)).is_err(), "stored under another name");
        assert!(open(&invite.id, &signed(&plain)).is_err(), "an operator who does not keep the register");
        assert!(open(&invite.id, &signed(&Identity::generate())).is_err(), "a stranger");
    }
}
