//! What operator and host say to one another over one connection: a line of JSON each, a part of a tree as bytes after its line.

use serde::{Deserialize, Serialize};
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWrite, AsyncWriteExt};

use crate::agent::Ended;
use crate::identity::Operator;
use crate::protocol::{Answer, Call, Status};

/// The longest line: an answer, or a call with its pillar.
const LONGEST: u64 = 4 + 2 * Answer::LONGEST as u64;

/// What the operator says first.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Hello {
    /// The ID that the job runs under.
    pub id: String,
    /// The configuration of the job; the host's own has no effect, as with `salt-ssh`.
    pub config: serde_json::Map<String, serde_json::Value>,
    /// True when the operator compiles the pillar from the host's grains.
    pub wants_grains: bool,
}

/// What the host must do.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Work {
    /// The call, and the tree that it runs with.
    pub call: Call,
    /// Who signed that tree.
    pub by: Option<Operator>,
    /// Seconds that the job may run.
    pub deadline: u64,
}

/// What the operator says afterwards.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Word {
    /// The operator is still there.
    Alive,
    /// So many bytes of the tree follow.
    Part(u64),
}

/// What the host says.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// Its grains.
    Grains(serde_json::Map<String, serde_json::Value>),
    /// It needs this part of the tree.
    Need(u64),
    /// How the job ended; nothing follows.
    Answer(Done),
}

/// How a job ended.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Done {
    status: Status,
    #[serde(rename = "return")]
    result: serde_json::Value,
    retcode: i32,
    out: Option<String>,
}

impl From<Ended> for Done {
    fn from(Ended { status, result, retcode, out }: Ended) -> Self {
        Self { status, result, retcode, out }
    }
}

impl From<Done> for Ended {
    fn from(Done { status, result, retcode, out }: Done) -> Self {
        Self { status, result, retcode, out }
    }
}

/// Why a message could not be sent or read.
#[derive(Debug, thiserror::Error)]
pub enum WireError {
    /// The connection is over.
    #[error("the connection ended")]
    Ended,
    /// It broke.
    #[error("the connection broke")]
    Broken(#[from] std::io::Error),
    /// The other side says what does not belong here.
    #[error("the other side speaks another version of the program: {0}")]
    Foreign(String),
}

/// Sends one line.
///
/// # Errors
///
/// The connection broke.
pub async fn say(to: &mut (impl AsyncWrite + Unpin), what: &impl Serialize) -> Result<(), WireError> {
    let mut line = serde_json::to_vec(what).map_err(std::io::Error::from)?;
    line.push(b'\n');
    to.write_all(&line).await?;
    Ok(to.flush().await?)
}

/// Reads one line.
///
/// # Errors
///
/// The connection ended or broke; a line is too long or is not a message.
pub async fn hear<T: for<'de> Deserialize<'de>>(
    from: &mut (impl AsyncBufRead + Unpin),
) -> Result<T, WireError> {
    let line = line(from, LONGEST).await?.ok_or(WireError::Ended)?;
    serde_json::from_slice(&line).map_err(|error| WireError::Foreign(error.to_string()))
}

/// Reads a line without its end; none where nothing more comes.
///
/// # Errors
///
/// The connection broke, or the line is too long.
pub async fn line(
    from: &mut (impl AsyncBufRead + Unpin),
    longest: u64,
) -> Result<Option<Vec<u8>>, WireError> {
    let mut line = vec![];
    let read = (&mut *from).take(longest).read_until(b'\n', &mut line).await?;
    if line.pop_if(|last| *last == b'\n').is_none() && read as u64 == longest {
        return Err(WireError::Foreign("a line is too long".to_owned()));
    }
    Ok((read > 0).then_some(line))
}
