//! A session of its own for each command that is started from a terminal.
//!
//! A process may push letters into the terminal of its session (`TIOCSTI`, see `ioctl_tty(2)`), and the shell of that terminal reads them
//! as typed input. With `runas`, a user's command would type into root's shell.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;

use process_wrap::std::{CommandWrap, CommandWrapper, ProcessSession};
use rustix::fs::{Mode, OFlags, open};
use rustix::io::Errno;

/// Gives a command a process group of its own and, if this process has a terminal, a session without one.
///
/// # Errors
///
/// None today: the session is made when the command starts.
pub(crate) fn detach(command: &mut Command) -> io::Result<()> {
    if !has_terminal() {
        command.process_group(0);
        return Ok(());
    }
    // The library makes the system call between fork and exec, which needs unsafe code. The second argument is not used.
    ProcessSession.pre_spawn(command, &CommandWrap::from(Command::new("")))
}

/// Whether this process has a controlling terminal. Services have none: for them the cheaper way to start a process is enough.
fn has_terminal() -> bool {
    let opened = open("/dev/tty", OFlags::RDONLY | OFlags::NOCTTY | OFlags::CLOEXEC, Mode::empty());
    !matches!(opened, Err(Errno::NXIO))
}
