//! Gives the servers the revoked keys: the account's token with all revocations of the register.

use std::time::Duration;

use super::{Console, OperatorError};
use crate::fleet::identity::{Decision, Entry, IdentityError, claims};
use crate::fleet::transport::TransportError;
use crate::fleet::transport::nats::{Access, Nats};

/// After this time the revocations are published once more. When a server gets them, it ends the connections of revoked keys, but
/// it overlooks a key that it is just letting in.
const AGAIN: Duration = Duration::from_secs(1);

/// Signs a new token of the account and gives it to the servers, which end the connections of revoked keys. The revocations
/// follow from the newest register alone, so two register keepers compute the same list.
///
/// `decided` are the decisions of this operator. They count although the server that is read may not have them yet.
///
/// # Errors
///
/// The operator does not keep the register, or the servers do not give the register or do not take the token.
pub async fn publish_account(console: &Console, decided: &[Entry]) -> Result<(), OperatorError> {
    let registrar = console.registrar()?;
    let access = Access {
        servers: console.kit.servers.clone(),
        ca: console.ca.clone(),
        token: registrar.system_token.clone(),
        seed: registrar.system_seed.clone(),
    };
    let system = Nats::connect(&access).await?;
    publish(console, &system, decided).await?;
    if decided.iter().any(|entry| entry.decision != Decision::Accepted) {
        tokio::time::sleep(AGAIN).await;
        publish(console, &system, decided).await?;
    }
    Ok(())
}

async fn publish(console: &Console, system: &Nats, decided: &[Entry]) -> Result<(), OperatorError> {
    let broken = || IdentityError::BrokenSeed { whose: "the register keeper".to_owned() };
    let signer = nkeys::KeyPair::from_seed(&console.registrar()?.operator_seed).map_err(|_| broken())?;
    let mut register = console.whole_register().await?.0;
    decided.iter().cloned().for_each(|entry| register.put_newer(entry));
    let (kit, now) = (&console.kit, console.seconds());
    let revoked = register.revocations(now);
    let token = claims::account(&kit.account, "FLEET", &kit.account_signers, &revoked, now).sign(&signer)?;
    let answer = system.request("$SYS.REQ.CLAIMS.UPDATE".to_owned(), token.into_bytes()).await?;
    let answer: serde_json::Value = serde_json::from_slice(&answer).unwrap_or_default();
    if answer["data"]["code"] == 200 {
        return Ok(());
    }
    let reason = answer["error"]["description"].as_str().unwrap_or("the servers did not say why").to_owned();
    Err(TransportError::Failed { attempt: "revoking tokens", reason }.into())
}
