//! Both streams of a command, read to their end and kept up to a limit.

use std::future::Future;
use std::pin::pin;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt};

/// How long output is waited for after the command itself has ended: a process that it left behind may hold the pipe.
const LINGER: Duration = Duration::from_secs(2);

/// The output of a stream.
#[derive(Debug, Default)]
pub(super) struct Captured {
    pub bytes: Vec<u8>,
    pub is_cut: bool,
}

/// Reads to the end into `kept`, which holds the output so far if this is cancelled.
pub(super) async fn read(stream: Option<impl AsyncRead + Unpin>, limit: usize, kept: &mut Captured) {
    let Some(mut stream) = stream else { return };
    let mut buffer = vec![0; 16 << 10];
    loop {
        match stream.read(&mut buffer).await {
            Ok(0) | Err(_) => return,
            Ok(count) => {
                let room = limit.saturating_sub(kept.bytes.len()).min(count);
                kept.bytes.extend_from_slice(&buffer[..room]);
                kept.is_cut |= room < count;
            }
        }
    }
}

/// Runs both; when `main` is done, `side` has little time left.
pub(super) async fn with_a_little_more<T>(
    main: impl Future<Output = T>,
    side: impl Future<Output = ()>,
) -> T {
    let (mut main, mut side) = (pin!(main), pin!(side));
    tokio::select! {
        biased;
        () = &mut side => main.await,
        done = &mut main => {
            let _ = tokio::time::timeout(LINGER, side).await;
            done
        }
    }
}
