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

/// An account, with the keys that may issue its users' tokens and the users whose tokens hold no more.
pub fn account(
    subject: &PublicKey,
    name: &str,
    signers: &[String],
    revocations: &BTreeMap<String, i64>,
    now: i64,
) -> Claims {
    let mut limits = json!({
        "subs": UNLIMITED, "data": UNLIMITED, "payload": UNLIMITED, "imports": UNLIMITED, "exports": UNLIMITED,
        "wildcards": true, "conn": UNLIMITED, "leaf": UNLIMITED,
    });
    // The system account must not have JetStream: the server refuses to start.
    if name != SYSTEM {
        for limit in ["mem_storage", "disk_storage", "streams", "consumer"] {
            limits[limit] = json!(UNLIMITED);
        }
    }
    Claims {
        subject: subject.to_string(),
        name: name.to_owned(),
        issued: now,
        expires: None,
        nats: json!({
            "type": "account", "version": 2, "limits": limits, "signing_keys": signers,
            "revocations": revocations, "default_permissions": {"pub": {}, "sub": {}},
        }),
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
                "subs": UNLIMITED, "data": UNLIMITED, "payload": UNLIMITED,
            }),
        }
    }
}

/// What a token says, unchecked: the server checks tokens, we only read when ours end and what an account holds.
pub fn read(token: &str) -> Option<Value> {
    let claims = token.split('.').nth(1)?;
    serde_json::from_slice(&BASE64.decode(claims).ok()?).ok()
}

/// When a token ends, in seconds since 1970; none if it does not end or is not a token.
pub fn expiry(token: &str) -> Option<i64> {
    read(token)?.get("exp")?.as_i64()
}
