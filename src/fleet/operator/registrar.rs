//! Gives the servers the revoked keys: the account's token with all revocations of the register.

use super::{Console, OperatorError};
use crate::fleet::identity::{Register, claims};
use crate::fleet::transport::TransportError;
use crate::fleet::transport::nats::{Access, Nats};

/// Signs a new token of the account and gives it to the servers, which end the connections of revoked keys at once. The
/// revocations follow from the register alone, so two register keepers compute the same list.
///
/// # Errors
///
/// The operator does not keep the register, or the servers do not take the token.
pub async fn publish_account(console: &Console, register: &Register) -> Result<(), OperatorError> {
    let registrar = console.registrar()?;
    let now = console.seconds();
    let broken =
        || crate::fleet::identity::IdentityError::BrokenSeed { whose: "the register keeper".to_owned() };
    let signer = nkeys::KeyPair::from_seed(&registrar.operator_seed).map_err(|_| broken())?;
    let account = &console.kit.account;
    let signers = &console.kit.account_signers;
    let token = claims::account(account, "FLEET", signers, &register.revocations(now), now).sign(&signer)?;
    let access = Access {
        servers: console.kit.servers.clone(),
        ca: console.ca.clone(),
        token: registrar.system_token.clone(),
        seed: registrar.system_seed.clone(),
    };
    let system = Nats::connect(&access).await?;
    let answer = system.request("$SYS.REQ.CLAIMS.UPDATE".to_owned(), token.into_bytes()).await?;
    let answer: serde_json::Value = serde_json::from_slice(&answer).unwrap_or_default();
    if answer["data"]["code"] == 200 {
        return Ok(());
    }
    let reason = answer["error"]["description"].as_str().unwrap_or("the servers did not say why").to_owned();
    Err(TransportError::Failed { attempt: "revoking tokens", reason }.into())
}
