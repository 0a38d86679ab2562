//! Gives the servers what they must know of the fleet's accounts: which keys count no more, and what crosses between accounts.

use std::time::Duration;

use super::authority::newest_authority;
use super::find::find;
use super::{Console, OperatorError};
use crate::identity::{AccountPlan, Decision, Entry, IdentityError};
use crate::protocol::subjects::{AUTHORITY, OPERATORS, in_bucket, stream_of};
use crate::transport::TransportError;
use crate::transport::nats::{Access, Nats};

/// After this time the revocations are published once more. When a server gets them, it ends the connections of revoked keys, but
/// it overlooks a key that it is just letting in.
const AGAIN: Duration = Duration::from_secs(1);

/// Signs new tokens of the accounts and gives them to the servers, which end the connections of revoked keys. The revocations
/// follow from the newest register alone, so two register keepers compute the same list.
///
/// `decided` are the decisions of this operator; none if what the root has signed has changed. They count although the server that is read may not have them yet.
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
    if decided.is_empty() || decided.iter().any(|entry| entry.decision != Decision::Accepted) {
        tokio::time::sleep(AGAIN).await;
        publish(console, &system, decided).await?;
    }
    Ok(())
}

async fn publish(console: &Console, system: &Nats, decided: &[Entry]) -> Result<(), OperatorError> {
    let broken = || IdentityError::BrokenSeed { whose: "the register keeper".to_owned() };
    let signer = nkeys::KeyPair::from_seed(&console.registrar()?.operator_seed).map_err(|_| broken())?;
    let mut register = console.whole_register().await?.0;
    for entry in decided {
        register.put_newer(entry.clone());
    }
    let (kit, now) = (&console.kit, console.seconds());
    let stored = find(&*console.transport, stream_of(OPERATORS), in_bucket(OPERATORS, AUTHORITY)).await?;
    let authority = newest_authority(console.authority.clone(), stored, kit);
    let revocations = authority.revocations(register.revocations(now));
    let plan = AccountPlan {
        owner: &kit.account,
        accounts: authority.accounts.as_ref(),
        signers: &authority.signers,
        revocations: &revocations,
    };
    for account in plan.sign(&signer, now)? {
        give(system, account.token).await?;
    }
    Ok(())
}

/// Gives the servers the token of an account.
async fn give(system: &Nats, token: String) -> Result<(), OperatorError> {
    let answer = system.request("$SYS.REQ.CLAIMS.UPDATE".to_owned(), token.into_bytes()).await?;
    let answer: serde_json::Value = serde_json::from_slice(&answer).unwrap_or_default();
    if answer["data"]["code"] == 200 {
        return Ok(());
    }
    let reason = answer["error"]["description"].as_str().unwrap_or("the servers did not say why").to_owned();
    Err(TransportError::Failed { attempt: "revoking tokens", reason }.into())
}
