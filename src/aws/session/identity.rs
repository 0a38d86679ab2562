//! The session of a connection: one account and role may be named in two ways.
//!
//! A session is an account, a region, an endpoint and a user or role. The spelling of the credentials does not decide:
//! keys in one profile, and the environment or an instance's role in another, may be the same user. Laws: AWS is not
//! asked while only one spelling is in use. AWS is asked once for each set of credentials, and only if two spellings
//! meet in one region and endpoint. Credentials that cannot be identified get their own session.
//!
//! A run that changes something asks too: each connection knows its account ([`Aws::find_account`]).

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use aws_credential_types::Credentials;
use aws_credential_types::provider::ProvideCredentials;
use sha2::{Digest, Sha256};
use tokio::sync::Mutex;

use super::Aws;
use crate::Sts;
use crate::{ApiError, Fault, failed};

/// How long AWS may take to identify credentials. A network may have no route to STS: the run then continues without.
const LIMIT: Duration = Duration::from_secs(10);
/// A failed question is not asked again for this long: each state of a run would wait for it.
const REST: Duration = Duration::from_secs(60);
const OPERATION: &str = "GetCallerIdentity";
const SUBJECT: &str = "these credentials";

/// The answer to the question of who these credentials are.
#[derive(Debug, Default)]
pub(super) struct Identity(Mutex<Option<(Instant, Result<Principal, ApiError>)>>);

/// A set of credentials: the keys of a connection, and the role that it assumes with them.
#[derive(Clone, Eq, Hash, PartialEq)]
struct CredentialSet {
    /// The digest of key id, secret and token.
    keys: [u8; 32],
    role: Option<String>,
    external_id: Option<String>,
    endpoint: Option<String>,
}

impl fmt::Debug for CredentialSet {
    /// Even the digest of a secret is kept out of logs.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("CredentialSet").field("role", &self.role).finish_non_exhaustive()
    }
}

/// A user or role of an account.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Principal {
    account: String,
    /// `user/web`, `assumed-role/web`, `root`.
    name: String,
}

impl Principal {
    /// From the answer of `GetCallerIdentity`: the ARN of an assumed role ends with the name of its session, which is
    /// not part of the identity.
    ///
    /// See <https://docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html>.
    fn of_arn(arn: &str) -> Option<Self> {
        let mut parts = arn.splitn(6, ':').skip(4);
        let (account, name) = (parts.next()?, parts.next()?);
        let name = match name.strip_prefix("assumed-role/").and_then(|rest| rest.split('/').next()) {
            Some(role) => format!("assumed-role/{role}"),
            None => name.to_owned(),
        };
        Some(Self { account: account.to_owned(), name })
    }
}

/// The identities known so far.
#[derive(Debug, Default)]
pub(super) struct Identities(HashMap<CredentialSet, Option<Principal>>);

impl Identities {
    /// The session among `open` that this connection belongs to, if there is one.
    pub async fn find(&mut self, aws: &Aws, open: impl Iterator<Item = &Arc<Aws>>) -> Option<Arc<Aws>> {
        let is_there = |other: &&Arc<Aws>| other.region == aws.region && other.endpoint() == aws.endpoint();
        let rivals: Vec<&Arc<Aws>> = open.filter(is_there).collect();
        if rivals.is_empty() {
            return None;
        }
        let own = credential_set(aws).await?;
        for other in rivals {
            let Some(theirs) = credential_set(other).await else { continue };
            if own == theirs {
                return Some(other.clone());
            }
            let (own, theirs) = (self.principal(aws, &own).await, self.principal(other, &theirs).await);
            if own.is_some() && own == theirs {
                return Some(other.clone());
            }
        }
        None
    }

    /// The identity of these credentials; AWS is asked once.
    async fn principal(&mut self, aws: &Aws, credentials: &CredentialSet) -> Option<Principal> {
        if let Some(known) = self.0.get(credentials) {
            return known.clone();
        }
        let found = aws.principal().await;
        if let Err(error) = &found {
            tracing::debug!("{error}: this connection shares nothing with others");
        }
        let found = found.ok();
        self.0.insert(credentials.clone(), found.clone());
        found
    }
}

impl Aws {
    /// The account of this connection. AWS is asked once, unless the connection or a read has shown it already.
    ///
    /// # Errors
    /// AWS refuses the credentials, there are none, or STS gives no answer.
    pub async fn find_account(&self) -> Result<String, ApiError> {
        if let Some(known) = self.account() {
            return Ok(known);
        }
        let account = self.principal().await?.account;
        self.note_account(&account);
        Ok(account)
    }

    /// The user or role of this connection.
    async fn principal(&self) -> Result<Principal, ApiError> {
        let mut known = self.identity.0.lock().await;
        match &*known {
            Some((_, Ok(principal))) => return Ok(principal.clone()),
            Some((at, Err(error))) if at.elapsed() < REST => return Err(error.clone()),
            _ => {}
        }
        let found = ask(self).await;
        *known = Some((Instant::now(), found.clone()));
        found
    }
}

async fn ask(aws: &Aws) -> Result<Principal, ApiError> {
    let Ok(answer) = tokio::time::timeout(LIMIT, aws.client::<Sts>().get_caller_identity().send()).await
    else {
        let why = format!("STS gave no answer within {LIMIT:?}");
        return Err(ApiError::found(OPERATION, SUBJECT, Fault::NoAnswer, why));
    };
    let answer = answer.map_err(failed(OPERATION, SUBJECT))?;
    let unnamed = || ApiError::found(OPERATION, SUBJECT, Fault::Other, "the answer names no user or role");
    Principal::of_arn(answer.arn().unwrap_or_default()).ok_or_else(unnamed)
}

/// None if there are no credentials.
async fn credential_set(aws: &Aws) -> Option<CredentialSet> {
    let keys = tokio::time::timeout(LIMIT, aws.base.provide_credentials()).await.ok()?.ok()?;
    Some(CredentialSet {
        keys: digest(&keys),
        role: aws.connection.role_arn.clone(),
        external_id: aws.connection.external_id.clone(),
        endpoint: aws.endpoint().map(str::to_owned),
    })
}

fn digest(keys: &Credentials) -> [u8; 32] {
    let mut digest = Sha256::new();
    for part in [keys.access_key_id(), keys.secret_access_key(), keys.session_token().unwrap_or_default()] {
        digest.update(part.len().to_be_bytes());
        digest.update(part);
    }
    digest.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_role_is_the_same_whatever_its_session_is_called() {
        let name = |arn: &str| Principal::of_arn(arn).map(|it| format!("{} {}", it.account, it.name));
        for (arn, expected) in [
            ("arn:aws:sts::111122223333:assumed-role/web/i-0abc", "111122223333 assumed-role/web"),
            ("arn:aws:sts::111122223333:assumed-role/web/me", "111122223333 assumed-role/web"),
            ("arn:aws:iam::111122223333:user/team/me", "111122223333 user/team/me"),
            ("arn:aws-cn:iam::111122223333:root", "111122223333 root"),
        ] {
            assert_eq!(name(arn).as_deref(), Some(expected));
        }
        assert_eq!(name("nonsense"), None);
    }

    #[test]
    fn no_part_of_a_key_is_mistaken_for_another() {
        let keys = |id, secret, token: Option<&str>| {
            digest(&Credentials::new(id, secret, token.map(str::to_owned), None, "test"))
        };
        assert_eq!(keys("a", "b", None), keys("a", "b", None));
        assert_ne!(keys("a", "b", None), keys("a", "c", None));
        assert_ne!(keys("ab", "c", None), keys("a", "bc", None));
        assert_ne!(keys("a", "b", None), keys("a", "b", Some("t")));
    }
}
