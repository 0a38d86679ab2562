//! A job runs in a child process: a crash or a leak harms that job alone.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use futures::FutureExt;
use futures::future::BoxFuture;
use nix::sys::signal::Signal;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::Command;
use tokio::sync::oneshot;

use crate::protocol::{Answer, Call, Status};
use crate::trees::Roots;
use machine::process::family;

/// How a job ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Ended {
    /// How.
    pub status: Status,
    /// Its result.
    pub result: serde_json::Value,
    /// Its exit code.
    pub retcode: i32,
    /// The layout that suits the result.
    pub out: Option<String>,
}

impl Ended {
    /// Without a result, for a reason.
    pub fn without_result(status: Status, reason: impl Into<String>) -> Self {
        Self { status, result: serde_json::Value::String(reason.into()), retcode: 1, out: None }
    }
}

/// What the child reads from stdin.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Task {
    /// The call.
    pub call: Call,
    /// The directories of states by environment, where the call names a revision.
    pub roots: Option<Roots>,
}

/// What runs jobs.
pub trait Runner: Send + Sync {
    /// Runs a call to its end, its deadline, or until it is killed.
    fn run(&self, task: Task, deadline: Duration, kill: oneshot::Receiver<()>) -> BoxFuture<'static, Ended>;
}

/// This program, in a new process for each job. It gets the call on stdin, where no other user sees it.
#[derive(Clone, Debug)]
pub struct Child {
    /// The program.
    pub program: PathBuf,
    /// Its arguments, the same for each job.
    pub arguments: Vec<OsString>,
}

/// What the child writes to stdout.
#[derive(Debug, Deserialize, Serialize)]
pub struct Output {
    /// The function's result.
    #[serde(rename = "return")]
    pub result: serde_json::Value,
    /// Its exit code.
    pub retcode: i32,
    /// The layout that suits it.
    pub out: Option<String>,
}

/// How many bytes of a child's stdout are read: one more than an answer may have, so a longer one is noticed.
const MOST: u64 = Answer::LONGEST as u64 + 1;
/// What is read of its stderr, for the reason of a crash.
const MOST_REASON: u64 = 64 * 1024;
/// After its end was asked for, a child has this long to end by itself.
const GRACE: Duration = Duration::from_secs(10);

/// How often it is looked whether they have ended.
const LOOK: Duration = Duration::from_millis(20);

/// The child wrote more than an answer may hold.
struct TooLong;

impl Runner for Child {
    fn run(&self, task: Task, deadline: Duration, kill: oneshot::Receiver<()>) -> BoxFuture<'static, Ended> {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own: what the job started ends with it.
        command.kill_on_drop(true).process_group(0);
        run(command, task, deadline, kill).boxed()
    }
}

async fn run(mut command: Command, task: Task, deadline: Duration, kill: oneshot::Receiver<()>) -> Ended {
    let failed = |reason: String| Ended::without_result(Status::Done, reason);
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) => return failed(format!("the job's process cannot be started: {error}")),
    };
    let (Some(mut stdin), Some(stdout), Some(stderr)) =
        (child.stdin.take(), child.stdout.take(), child.stderr.take())
    else {
        return failed("the job's process has no pipes".to_owned());
    };
    let group = child.id();
    let talk = async {
        let written = stdin.write_all(&serde_json::to_vec(&task).unwrap_or_default()).await;
        drop(stdin);
        let (mut out, mut err) = (vec![], vec![]);
        let (mut stdout, mut stderr) = (stdout.take(MOST), stderr);
        let answer = async {
            let read = stdout.read_to_end(&mut out).await.map(drop);
            if out.len() > Answer::LONGEST { Err(TooLong) } else { Ok(read) }
        };
        // What is not kept is read all the same: a full pipe would stop the child.
        let reason = async {
            let _ = (&mut stderr).take(MOST_REASON).read_to_end(&mut err).await;
            let _ = tokio::io::copy(&mut stderr, &mut tokio::io::sink()).await;
            Ok(())
        };
        let read = tokio::try_join!(answer, reason).map(|(read, ())| written.and(read));
        (read, out, err)
    };
    tokio::pin!(talk);
    let ended = tokio::select! {
        (read, out, err) = &mut talk => Ok((read, out, err)),
        () = tokio::time::sleep(deadline) => Err((Status::TimedOut, format!("the job took longer than its deadline of {} s", deadline.as_secs()))),
        Ok(()) = kill => Err((Status::Killed, "the job was killed".to_owned())),
    };
    match ended {
        Ok((read, out, err)) => {
            let Ok(read) = read else {
                end_group(group, Signal::SIGKILL);
                let most = Answer::LONGEST >> 20;
                return failed(format!("the result is longer than {most} MiB and was not sent"));
            };
            let status = child.wait().await;
            let status = status.map_or_else(|error| error.to_string(), |status| status.to_string());
            match (read, serde_json::from_slice::<Output>(&out)) {
                (Ok(()), Ok(Output { result, retcode, out })) => {
                    Ended { status: Status::Done, result, retcode, out }
                }
                _ => {
                    let said = String::from_utf8_lossy(&err);
                    failed(format!("the job's process ended without a result ({status}): {}", said.trim()))
                }
            }
        }
        Err((status, reason)) => {
            end(&mut child).await;
            Ended::without_result(status, reason)
        }
    }
}

/// Ends a child and what it started: first asks, then insists. Its commands have process groups of their own.
async fn end(child: &mut tokio::process::Child) {
    let group = child.id();
    let below = || group.map(family::below).unwrap_or_default();
    let mut started = below();
    end_group(group, Signal::SIGTERM);
    if tokio::time::timeout(GRACE, child.wait()).await.is_err() {
        started.extend(below());
        end_group(group, Signal::SIGKILL);
        let _ = child.wait().await;
    }
    started.iter().for_each(|member| member.signal(Signal::SIGTERM));
    let gone = async {
        while started.iter().any(|member| member.is_there()) {
            tokio::time::sleep(LOOK).await;
        }
    };
    let _ = tokio::time::timeout(GRACE, gone).await;
    started.iter().for_each(|member| member.signal(Signal::SIGKILL));
}

fn end_group(group: Option<u32>, signal: Signal) {
    if let Some(group) = group.and_then(|group| i32::try_from(group).ok()) {
        let _ = nix::sys::signal::killpg(nix::unistd::Pid::from_raw(group), signal);
    }
}
