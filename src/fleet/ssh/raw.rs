//! A command of a person's, run by the host's shell: `salt-ssh -r`.

use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt};

use super::roster::Host;
use super::script::raw_command;
use super::shell::Shell;
use crate::protocol::Answer;

/// What came of a command.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Ran {
    /// It ran.
    Ended {
        /// Its exit code.
        code: i32,
        /// What it wrote.
        stdout: String,
        /// What it wrote.
        stderr: String,
    },
    /// It did not, or nobody knows: what the client said.
    Unknown(String),
}

/// The exit code of the client itself.
const OF_CLIENT: i32 = 255;
/// The most that is kept of what it writes.
const MOST: u64 = Answer::LONGEST as u64;

/// Runs a command on a host, and gives what it wrote.
pub async fn raw(shell: &dyn Shell, host: &Host, words: &str, deadline: Duration) -> Ran {
    let started = shell.start(host, &raw_command(host, words));
    let channel = match started {
        Ok(channel) => channel,
        Err(error) => return Ran::Unknown(format!("ssh cannot be started: {error}")),
    };
    drop(channel.stdin);
    let ran = async { (all_of(channel.stdout).await, channel.ended.await) };
    let Ok((stdout, ending)) = tokio::time::timeout(deadline, ran).await else {
        return Ran::Unknown(format!("the command took longer than {} s and was left", deadline.as_secs()));
    };
    match ending.code {
        None => Ran::Unknown(format!("ssh was ended by a signal: {}", ending.stderr)),
        // The client's own code may be the command's as well; a command that wrote something ran.
        Some(OF_CLIENT) if stdout.is_empty() && !ending.stderr.is_empty() => Ran::Unknown(ending.stderr),
        Some(code) => Ran::Ended { code, stdout, stderr: ending.stderr },
    }
}

async fn all_of(from: impl AsyncRead + Unpin) -> String {
    let mut from = from;
    let mut bytes = vec![];
    let _ = (&mut from).take(MOST).read_to_end(&mut bytes).await;
    // What is not kept is read all the same: a full pipe would stop the command.
    let _ = tokio::io::copy(&mut from, &mut tokio::io::sink()).await;
    String::from_utf8_lossy(&bytes).into_owned()
}
