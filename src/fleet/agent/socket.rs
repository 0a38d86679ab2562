//! The agent's socket: by it the programs of this machine ask the agent for what only the fleet has.
//!
//! It is in the agent's directory, which nobody but its owner may enter. One line of JSON is the question, one the answer:
//! `{"event": {"tag": …, "data": …}}`, `{"mine": …}`, and `{"answer": …}` or `{"error": …}`.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::{mpsc, oneshot};

use super::mine::MineQuestion;
use super::serve::Serving;

/// The name of the socket in the agent's directory.
pub const SOCKET: &str = "agent.sock";
/// The longest question, in bytes.
const LONGEST: u64 = 16 * 1024 * 1024;
/// How long a program may take to ask.
const PATIENCE: Duration = Duration::from_secs(5);
/// How many questions wait.
const MOST_WAITING: usize = 64;

/// A question.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// Sends an event to the operators.
    Event {
        /// Which kind.
        tag: String,
        /// More about it.
        data: serde_json::Value,
    },
    /// Reads or writes the mine.
    Mine(MineQuestion),
}

/// An answer.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// It was done.
    Answer(serde_json::Value),
    /// Why not.
    Error(String),
}

/// A question that waits for its answer.
pub(super) struct PendingQuestion {
    question: Question,
    reply: oneshot::Sender<Reply>,
}

/// Listens in a directory until the receiver is dropped. If there is no socket, no question can come: that is logged.
pub(super) fn listen(directory: &Path) -> mpsc::Receiver<PendingQuestion> {
    let (sender, receiver) = mpsc::channel(MOST_WAITING);
    let path = directory.join(SOCKET);
    // One that an agent before this one left behind.
    let _ = std::fs::remove_file(&path);
    let bound = UnixListener::bind(&path).and_then(|listener| {
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).map(|()| listener)
    });
    let listener = match bound {
        Ok(listener) => listener,
        Err(error) => {
            tracing::warn!("programs of this machine cannot reach the agent at {}: {error}", path.display());
            return receiver;
        }
    };
    tokio::spawn(async move {
        while !sender.is_closed() {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                () = sender.closed() => break,
            };
            if let Ok((stream, _)) = accepted {
                tokio::spawn(serve(stream, sender.clone()));
            }
        }
    });
    receiver
}

async fn serve(stream: UnixStream, sender: mpsc::Sender<PendingQuestion>) {
    let (read, mut write) = stream.into_split();
    let mut line = String::new();
    let mut reader = BufReader::new(read.take(LONGEST));
    let Ok(Ok(_)) = tokio::time::timeout(PATIENCE, reader.read_line(&mut line)).await else { return };
    let reply = match serde_json::from_str(&line) {
        Ok(question) => {
            let (reply, replied) = oneshot::channel();
            let _ = sender.send(PendingQuestion { question, reply }).await;
            replied.await.unwrap_or_else(|_| Reply::Error("the agent is ending".to_owned()))
        }
        Err(error) => Reply::Error(format!("this is no question: {error}")),
    };
    let mut text = serde_json::to_vec(&reply).unwrap_or_default();
    text.push(b'\n');
    let _ = write.write_all(&text).await;
}

impl Serving<'_> {
    /// Answers a program of this machine.
    pub(super) async fn asked(&self, PendingQuestion { question, reply }: PendingQuestion) {
        let (tag, data) = match question {
            Question::Event { tag, data } => (tag, data),
            Question::Mine(question) => return self.use_mine(question, reply),
        };
        let answer = match self.send_event(&tag, data).await {
            Ok(()) => Reply::Answer(serde_json::Value::Bool(true)),
            Err(reason) => Reply::Error(reason),
        };
        let _ = reply.send(answer);
    }
}
