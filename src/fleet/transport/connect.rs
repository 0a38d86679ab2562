//! The first connection: to the server that answers first.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_nats::{Client, ConnectError, ConnectErrorKind, ConnectOptions};
use futures::StreamExt;
use futures::stream::FuturesUnordered;
use rand::seq::SliceRandom;
use tokio::time::timeout;

use super::TransportError;
use super::reconnect::Latest;
use model::chain;

/// How long one server may take, and all together. A connection keeps the first of them for its later attempts, so that a
/// frozen server is left soon.
const SHORT: Patience = Patience { each: Duration::from_millis(1_500), any: Duration::from_millis(2_700) };
/// The same where a server has answered and has not decided yet. A server that does not know the key's account asks the others
/// of its cluster first, and waits two seconds for them; a busy one takes longer.
const LONG: Patience = Patience { each: Duration::from_secs(6), any: Duration::from_secs(15) };
/// How long one server is waited for before the next one is tried beside it.
const HEAD_START: Duration = Duration::from_millis(150);

struct Patience {
    each: Duration,
    any: Duration,
}

/// Connects to the first server that accepts the key. A frozen or slow server does not delay the others.
///
/// # Errors
///
/// No server answers within 2.7 seconds (`greeted` stays false), none that answers accepts within 15 seconds more, or all
/// refuse.
pub(super) async fn to_any(
    servers: &[String],
    options: &ConnectOptions,
    greeted: &AtomicBool,
    latest: &Latest,
) -> Result<Client, TransportError> {
    let (client, server) = match race(servers, options, &SHORT).await {
        Err(TransportError::Unreachable { .. }) if greeted.load(Ordering::Relaxed) => {
            race(servers, options, &LONG).await?
        }
        raced => raced?,
    };
    let failed = |reason| TransportError::Failed { attempt: "naming the fleet's servers", reason };
    client.set_server_pool(servers).await.map_err(|error| failed(chain(&error)))?;
    latest.set(server.parse().ok());
    Ok(client)
}

/// The first connection that succeeds. A refusal is reported before a silence.
async fn race(
    servers: &[String],
    options: &ConnectOptions,
    patience: &Patience,
) -> Result<(Client, String), TransportError> {
    let mut order: Vec<&String> = servers.iter().collect();
    order.shuffle(&mut rand::rng());
    let options = options.clone().connection_timeout(patience.each);
    let attempts = order.into_iter().zip(0_u32..).map(|(server, place)| {
        let options = options.clone();
        async move {
            tokio::time::sleep(HEAD_START * place).await;
            options.connect(server.as_str()).await.map(|client| (client, server.clone()))
        }
    });
    let mut attempts: FuturesUnordered<_> = attempts.collect();
    let mut failure = unreachable(servers, "nobody answers".to_owned());
    let first = async {
        while let Some(attempt) = attempts.next().await {
            match attempt {
                Ok(connected) => return Some(connected),
                Err(error) => {
                    let told = explained(&error, servers);
                    if rank(&told) >= rank(&failure) {
                        failure = told;
                    }
                }
            }
        }
        None
    };
    timeout(patience.any, first).await.ok().flatten().ok_or(failure)
}

fn unreachable(servers: &[String], reason: String) -> TransportError {
    TransportError::Unreachable { servers: servers.join(", "), reason }
}

fn explained(error: &ConnectError, servers: &[String]) -> TransportError {
    let reason = chain(error);
    match error.kind() {
        ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication => {
            TransportError::Refused { reason }
        }
        ConnectErrorKind::Tls => TransportError::Tls { reason },
        _ if reason.contains("certificate") => TransportError::Tls { reason },
        _ => unreachable(servers, reason),
    }
}

/// Which failure explains most: a refusal, then a certificate, then silence.
fn rank(failure: &TransportError) -> u8 {
    match failure {
        TransportError::Refused { .. } => 2,
        TransportError::Tls { .. } => 1,
        _ => 0,
    }
}
