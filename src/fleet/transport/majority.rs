//! Whether so few servers are there that nothing can be stored: then an operator learns it at once, instead of after an election.

use std::time::Duration;

use async_nats::ServerAddr;
use futures::future::join_all;
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use super::TransportError;

/// How long a request may take before the servers are counted. An election takes longer, a busy server does not.
const PATIENCE: Duration = Duration::from_millis(1_200);
/// How long a server may take to greet.
const GREETING: Duration = Duration::from_secs(2);

/// The servers of a fleet, as its kit names them.
#[derive(Clone, Debug)]
pub(super) struct Majority {
    servers: Vec<String>,
}

impl Majority {
    pub(super) fn of(servers: &[String]) -> Self {
        Self { servers: servers.to_vec() }
    }

    /// Waits until it is clear that too few servers are there; for ever if there are enough. A server counts if it greets: one that is frozen
    /// accepts connections and says nothing.
    pub(super) async fn is_missing(&self) -> TransportError {
        sleep(PATIENCE).await;
        match self.missing().await {
            Some(missing) => missing,
            None => std::future::pending().await,
        }
    }

    /// That too few servers are there; none if there are enough.
    pub(super) async fn missing(&self) -> Option<TransportError> {
        let greeted = join_all(self.servers.iter().map(|server| greets(server))).await;
        let (reached, all) = (greeted.into_iter().filter(|greets| *greets).count(), self.servers.len());
        let is_missing = reached * 2 <= all;
        is_missing.then(|| TransportError::NoMajority { reached, all, servers: self.servers.join(", ") })
    }
}

/// Whether a server sends something to a client that connects. With TLS it may wait for the client: then a connection is enough.
async fn greets(server: &str) -> bool {
    let Ok(address) = server.parse::<ServerAddr>() else { return false };
    let greeting = async {
        let mut stream = TcpStream::connect((address.host(), address.port())).await.ok()?;
        if !address.tls_required() {
            stream.read_u8().await.ok()?;
        }
        Some(())
    };
    timeout(GREETING, greeting).await.ok().flatten().is_some()
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncWriteExt;
    use tokio::net::TcpListener;

    use super::*;

    /// The address of a server that greets, or says nothing.
    async fn server(greets: bool) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("nats://{}", listener.local_addr().unwrap());
        tokio::spawn(async move {
            let mut kept = vec![];
            while let Ok((mut stream, _)) = listener.accept().await {
                if greets {
                    stream.write_all(b"INFO {}\r\n").await.unwrap();
                }
                kept.push(stream);
            }
        });
        address
    }

    #[tokio::test]
    async fn who_is_frozen_or_away_does_not_count() {
        let (one, two, frozen) = (server(true).await, server(true).await, server(false).await);
        let away = "nats://127.0.0.1:1".to_owned();
        let few = Majority::of(&[one.clone(), frozen, away.clone()]);
        let told = timeout(Duration::from_secs(10), few.is_missing()).await.expect("an end").to_string();
        assert!(told.starts_with("no majority of servers: 1 of 3 can be reached"), "{told}");
        let enough = Majority::of(&[one, two, away]);
        assert!(timeout(Duration::from_secs(2), enough.is_missing()).await.is_err());
    }
}
