//! The tokens of NATS: JWTs of operator, accounts and users, signed with Ed25519 keys.
//!
//! See <https://docs.nats.io/running-a-nats-service/configuration/securing_nats/auth_intro/jwt>; the layout of claims is
//! version 2 of <https://github.com/nats-io/jwt>.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use nkeys::KeyPair;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::keys::{IdentityError, PublicKey};
use super::permissions::Permissions;
use crate::protocol::subjects::ABOUT;

/// No bound.
const UNLIMITED: i64 = -1;

/// A token to be signed.
#[derive(Clone, Debug, PartialEq)]
pub struct Claims {
    /// Whom it is about: a public key.
    pub subject: String,
    /// A name for people.
    pub name: String,
    /// When it is made, in seconds since 1970.
    pub issued: i64,
    /// When it ends; without it, never.
    pub expires: Option<i64>,
    /// NATS's own part.
    pub nats: Value,
}

impl Claims {
    /// The token, signed.
    ///
    /// # Errors
    ///
    /// The key cannot sign.
    pub fn sign(&self, issuer: &KeyPair) -> Result<String, IdentityError> {
        let mut claims = json!({
            "iat": self.issued,
            "iss": issuer.public_key(),
            "name": self.name,
            "nats": self.nats,
            "sub": self.subject,
        });
        if let Some(expires) = self.expires {
            claims["exp"] = json!(expires);
        }
        let digest = Sha256::digest(claims.to_string().as_bytes());
        claims["jti"] = json!(BASE64.encode(digest));
        let header = json!({"typ": "JWT", "alg": "ed25519-nkey"});
        let signed = format!("{}.{}", BASE64.encode(header.to_string()), BASE64.encode(claims.to_string()));
        let signature = issuer.sign(signed.as_bytes()).map_err(|_| IdentityError::Sign)?;
        Ok(format!("{signed}.{}", BASE64.encode(signature)))
    }
}

/// The fleet's operator in NATS's sense: whom servers trust.
pub fn operator(subject: &KeyPair, signers: &[String], system: &PublicKey, now: i64) -> Claims {
    Claims {
        subject: subject.public_key(),
        name: "fleet".to_owned(),
        issued: now,
        expires: None,
        nats: json!({
            "type": "operator", "version": 2, "signing_keys": signers, "system_account": system.as_str(),
        }),
    }
}

/// JetStream's subject of questions about a stream.
const STREAM_INFO: &str = "$JS.API.STREAM.INFO.";

/// A subject of one account that another one uses.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Crossing {
    /// What users of the importing account publish reaches the exporting one; an answer reaches them alone.
    Service(String),
    /// What is published in the exporting account reaches users of the importing one.
    Stream(String),
}

impl Crossing {
    /// Whether everything that fits `other` fits this one.
    pub fn contains(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Service(wide), Self::Service(narrow)) | (Self::Stream(wide), Self::Stream(narrow)) => {
                subject_contains(wide, narrow)
            }
            _ => false,
        }
    }

    fn json(&self) -> Value {
        let (subject, kind) = match self {
            Self::Service(subject) => (subject, "service"),
            Self::Stream(subject) => (subject, "stream"),
        };
        json!({"name": subject, "subject": subject, "type": kind})
    }

    /// The same as an import of the account `from`. Questions about a stream have another subject in the importing account.
    fn import(&self, from: &PublicKey) -> Value {
        let mut import = self.json();
        import["account"] = json!(from.as_str());
        if let Self::Service(subject) = self
            && let Some(stream) = subject.strip_prefix(STREAM_INFO)
        {
            import["local_subject"] = json!(format!("{ABOUT}.{stream}"));
        }
        import
    }
}

/// Whether each subject that fits `narrow` fits `wide`.
fn subject_contains(wide: &str, narrow: &str) -> bool {
    let mut tokens = narrow.split('.');
    for token in wide.split('.') {
        match (token, tokens.next()) {
            (">", Some(_)) => return true,
            ("*", Some(narrow)) if narrow != ">" => {}
            (token, Some(narrow)) if token == narrow => {}
            _ => return false,
        }
    }
    tokens.next().is_none()
}

/// An account.
#[derive(Clone, Debug)]
pub struct Account<'a> {
    /// Its key.
    pub key: &'a PublicKey,
    /// A name for people.
    pub name: &'static str,
    /// The keys that may issue its users' tokens.
    pub signers: &'a [String],
    /// The users whose tokens do not count, with the time up to which they were issued.
    pub revoked: BTreeMap<String, i64>,
    /// Whether it has JetStream. The system account must not: the server refuses to start.
    pub owns_streams: bool,
    /// What other accounts may import.
    pub exports: Vec<Crossing>,
    /// What it imports, and from which account.
    pub imports: Vec<(Crossing, &'a PublicKey)>,
}

impl Account<'_> {
    /// The token's claims.
    pub fn claims(&self, now: i64) -> Claims {
        let mut limits = json!({
            "subs": UNLIMITED, "data": UNLIMITED, "payload": UNLIMITED, "imports": UNLIMITED, "exports": UNLIMITED,
            "wildcards": true, "conn": UNLIMITED, "leaf": UNLIMITED,
        });
        if self.owns_streams {
            for limit in ["mem_storage", "disk_storage", "streams", "consumer"] {
                limits[limit] = json!(UNLIMITED);
            }
        }
        let exports: Vec<Value> = self.exports.iter().map(Crossing::json).collect();
        let imports: Vec<Value> = self.imports.iter().map(|(crossing, from)| crossing.import(from)).collect();
        Claims {
            subject: self.key.to_string(),
            name: self.name.to_owned(),
            issued: now,
            expires: None,
            nats: json!({
                "type": "account", "version": 2, "limits": limits, "signing_keys": self.signers,
                "revocations": self.revoked, "default_permissions": {"pub": {}, "sub": {}},
                "exports": exports, "imports": imports,
            }),
        }
    }
}

/// The name of the account in which servers speak about themselves.
pub const SYSTEM: &str = "SYS";

/// A user of an account.
#[derive(Clone, Debug)]
pub struct User<'a> {
    /// Its key.
    pub key: &'a PublicKey,
    /// A name for people.
    pub name: &'a str,
    /// The account that it is in.
    pub account: &'a PublicKey,
    /// The subjects that it may use.
    pub permissions: &'a Permissions,
}

impl User<'_> {
    /// The token's claims.
    pub fn claims(&self, now: i64, expires: Option<i64>) -> Claims {
        Claims {
            subject: self.key.to_string(),
            name: self.name.to_owned(),
            issued: now,
            expires,
            nats: json!({
                "type": "user", "version": 2, "issuer_account": self.account.as_str(),
                "pub": {"allow": self.permissions.publish}, "sub": {"allow": self.permissions.subscribe},
                "subs": SUBSCRIPTIONS, "data": UNLIMITED, "payload": PAYLOAD,
            }),
        }
    }
}

/// How many subscriptions a user may have. Ours have fewer than ten.
const SUBSCRIPTIONS: i64 = 256;
/// The largest message of a user in bytes, with its headers: the streams take a million.
const PAYLOAD: i64 = 1024 * 1024;

/// What a token says, unchecked: the server checks tokens, we only read when ours end and what an account holds.
pub fn read(token: &str) -> Option<Value> {
    let claims = token.split('.').nth(1)?;
    serde_json::from_slice(&BASE64.decode(claims).ok()?).ok()
}

/// When a token ends, in seconds since 1970; none if it does not end or is not a token.
pub fn expiry(token: &str) -> Option<i64> {
    read(token)?.get("exp")?.as_i64()
}

/// Whether a token lists a subject among those that its user may publish.
pub fn may_publish(token: &str, subject: &str) -> bool {
    let allowed = read(token).and_then(|claims| claims["nats"]["pub"]["allow"].as_array().cloned());
    allowed.is_some_and(|allowed| allowed.iter().any(|it| it == subject))
}
