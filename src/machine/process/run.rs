//! Starting a command, and waiting for its end.

use std::collections::BTreeMap;
use std::process::Stdio;
use std::sync::{LazyLock, PoisonError, RwLock};
use std::thread;

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use tokio::io::AsyncWriteExt;
use tokio::net::unix::pipe;
use tokio::process::{Child, ChildStdin};
use tokio::sync::watch;

use super::identity::{self, Prepared};
use super::output::{Captured, read, with_a_little_more};
use super::session;
use super::variables::set_variables;
use super::{Command, End, Finished};

/// The starter of a command takes it for reading; the writer of a program takes it for writing.
static STARTS: RwLock<()> = RwLock::new(());

/// The number of interruptions for blocking callers.
static STOPS_OF_BLOCKING_COMMANDS: LazyLock<watch::Sender<usize>> = LazyLock::new(|| watch::channel(0).0);

/// Why a command was not run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The command is empty.
    #[error("the command is empty")]
    Empty,
    /// The user does not exist.
    #[error("there is no user '{name}'")]
    NoUser {
        /// Its name as given.
        name: String,
    },
    /// The group does not exist.
    #[error("there is no group '{name}'")]
    NoGroup {
        /// Its name as given.
        name: String,
    },
    /// The working directory does not exist, or cannot be entered.
    #[error("the directory '{path}' cannot be entered")]
    Enter {
        /// The directory.
        path: String,
    },
    /// The program cannot be started.
    #[error("'{program}' cannot be started")]
    Start {
        /// Its name or path.
        program: String,
        /// The reason.
        source: std::io::Error,
    },
    /// The run that started it was interrupted.
    #[error("'{program}' was ended: the run was interrupted")]
    Interrupted {
        /// Its name or path.
        program: String,
    },
    /// Its end cannot be waited for.
    #[error("the end of '{program}' cannot be waited for")]
    Wait {
        /// Its name or path.
        program: String,
        /// The reason.
        source: std::io::Error,
    },
}

pub(super) async fn run(command: &Command) -> Result<Finished, RunError> {
    let prepared = identity::prepare(command)?;
    let program = prepared.words.first().cloned().unwrap_or_default();
    let (mut child, joined) = start(command, &prepared)?;
    let pid = child.id().unwrap_or_default();
    let mut group = Group(pid);
    let stdin = child.stdin.take();
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let (mut stdout, mut stderr) = (Captured::default(), Captured::default());
    let ended = {
        let reads = async {
            tokio::join!(
                write(stdin, command.stdin.as_deref()),
                read(joined, command.limit, &mut stdout),
                read(err, command.limit, &mut stderr),
            );
        };
        let mut plain = Captured::default();
        let whole = async {
            let side = async { tokio::join!(reads, read(out, command.limit, &mut plain)) };
            with_a_little_more(child.wait(), async {
                let ((), ()) = side.await;
            })
            .await
        };
        let ended = match command.timeout {
            Some(timeout) => tokio::time::timeout(timeout, whole).await.ok(),
            None => Some(whole.await),
        };
        if !command.joins_streams {
            stdout = plain;
        }
        ended
    };
    let end = match ended {
        None => End::TimedOut,
        Some(Err(source)) => return Err(RunError::Wait { program, source }),
        Some(Ok(status)) => {
            group.disarm();
            use std::os::unix::process::ExitStatusExt;
            status.code().map_or_else(|| End::Signal(status.signal().unwrap_or_default()), End::Code)
        }
    };
    Ok(Finished {
        pid,
        end,
        is_cut: stdout.is_cut || stderr.is_cut,
        stdout: stdout.bytes,
        stderr: stderr.bytes,
    })
}

fn start(command: &Command, prepared: &Prepared) -> Result<(Child, Option<pipe::Receiver>), RunError> {
    let program = prepared.words.first().cloned().unwrap_or_default();
    let failed = |source| RunError::Start { program: program.clone(), source };
    let mut process = tokio::process::Command::new(&program);
    process.args(prepared.words.iter().skip(1)).kill_on_drop(true);
    session::detach(process.as_std_mut()).map_err(failed)?;
    if command.clean_environment {
        process.env_clear();
    } else {
        set(&mut process, &set_variables());
    }
    if let Some(account) = &prepared.account {
        let (home, shell) = (account.home.as_os_str(), account.shell.as_os_str());
        let name = std::ffi::OsStr::new(&account.name);
        process.envs([("HOME", home), ("SHELL", shell), ("USER", name), ("LOGNAME", name)]);
    }
    set(&mut process, &command.environment);
    if let Some(cwd) = &command.cwd {
        if !cwd.is_dir() {
            return Err(RunError::Enter { path: cwd.display().to_string() });
        }
        process.current_dir(cwd);
    }
    if let Some(gid) = prepared.gid {
        process.gid(gid);
    }
    if let Some(uid) = prepared.uid {
        process.uid(uid);
    }
    process.stdin(if command.stdin.is_some() { Stdio::piped() } else { Stdio::null() });
    let mut joined = None;
    if command.joins_streams {
        let (reader, writer) = std::io::pipe().map_err(failed)?;
        process.stdout(writer.try_clone().map_err(failed)?).stderr(writer);
        joined = Some(pipe::Receiver::from_owned_fd(reader.into()).map_err(failed)?);
    } else {
        process.stdout(Stdio::piped()).stderr(Stdio::piped());
    }
    let _starting = STARTS.read().unwrap_or_else(PoisonError::into_inner);
    process.spawn().map(|child| (child, joined)).map_err(failed)
}

fn set(process: &mut tokio::process::Command, variables: &BTreeMap<String, Option<String>>) {
    for (name, text) in variables {
        match text {
            Some(text) => process.env(name, text),
            None => process.env_remove(name),
        };
    }
}

/// Writes a program while no command is being started. Else a child that was started meanwhile would hold the file open until its
/// own program runs, and the kernel does not run a file that is open for writing ("text file busy").
pub fn while_none_starts<R>(write: impl FnOnce() -> R) -> R {
    let _writing = STARTS.write().unwrap_or_else(PoisonError::into_inner);
    write()
}

/// A command may stop reading its input.
async fn write(stdin: Option<ChildStdin>, bytes: Option<&[u8]>) {
    if let (Some(mut stdin), Some(bytes)) = (stdin, bytes) {
        let _ = stdin.write_all(bytes).await;
    }
}

/// Kills a whole process group when it is dropped: at a deadline, or because the caller gave up.
struct Group(u32);

impl Group {
    /// The command ended by itself; processes that it left behind on purpose live on.
    fn disarm(&mut self) {
        self.0 = 0;
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if let Some(pid) = i32::try_from(self.0).ok().filter(|pid| *pid > 1) {
            let _ = killpg(Pid::from_raw(pid), Signal::SIGKILL);
        }
    }
}

/// While it exists, it ends the commands of all blocking callers, also new ones.
#[derive(Debug)]
#[must_use]
pub struct BlockingCommandsStopped(());

/// Kills the commands of blocking callers until the returned value is dropped, for an interrupted run that waits for its threads.
pub fn stop_blocking_commands() -> BlockingCommandsStopped {
    STOPS_OF_BLOCKING_COMMANDS.send_modify(|count| *count += 1);
    BlockingCommandsStopped(())
}

impl Drop for BlockingCommandsStopped {
    fn drop(&mut self) {
        STOPS_OF_BLOCKING_COMMANDS.send_modify(|count| *count -= 1);
    }
}

async fn unless_stopped(command: &Command) -> Result<Finished, RunError> {
    let mut heard = STOPS_OF_BLOCKING_COMMANDS.subscribe();
    tokio::select! {
        biased;
        _ = heard.wait_for(|count| *count > 0) => Err(RunError::Interrupted { program: command.program.name() }),
        ended = run(command) => ended,
    }
}

pub(super) fn run_blocking(command: &Command) -> Result<Finished, RunError> {
    let started = |source| RunError::Start { program: "a runtime".to_owned(), source };
    let worker = || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(started)?;
        runtime.block_on(unless_stopped(command))
    };
    thread::scope(|scope| {
        let ended = scope.spawn(worker).join();
        ended.unwrap_or_else(|_| Err(started(std::io::Error::other("its thread ended early"))))
    })
}
