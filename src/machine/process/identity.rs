//! The identity of a command: user, groups and umask, without code between fork and exec.
//!
//! Only the process itself can set other groups of a user and the umask. Two small programs that every distribution has do it:
//! `setpriv` (util-linux) and the shell. Without `setpriv` a command has only the user's first group.

use std::path::Path;

use super::{Command, Program, RunError};
use crate::account::{self, Account};

const SETPRIV: &[&str] = &["/usr/bin/setpriv", "/bin/setpriv"];

/// The words to run, and the numbers that the system call itself gives to the child.
pub(super) struct Prepared {
    pub words: Vec<String>,
    pub uid: Option<u32>,
    pub gid: Option<u32>,
    pub account: Option<Account>,
}

pub(super) fn prepare(command: &Command) -> Result<Prepared, RunError> {
    let mut words = match &command.program {
        Program::Argv(words) => words.clone(),
        Program::Shell { shell, text } => vec![shell.clone(), "-c".to_owned(), text.clone()],
    };
    if words.first().is_none_or(String::is_empty) {
        return Err(RunError::Empty);
    }
    if let Some(before) = &command.path_before {
        let script = "PATH=\"$1:$PATH\"; export PATH; shift; exec \"$@\"";
        words.splice(0..0, ["/bin/sh", "-c", script, "sh", before].map(str::to_owned));
    }
    if let Some(umask) = command.umask {
        let script = format!("umask {umask:04o}; exec \"$@\"");
        words.splice(0..0, ["/bin/sh".to_owned(), "-c".to_owned(), script, "sh".to_owned()]);
    }
    let account = command.user.as_deref().map(user).transpose()?;
    let group = command.group.as_deref().map(group).transpose()?;
    let mut prepared = Prepared { words, uid: None, gid: None, account };
    let own = account::own_uid();
    let wanted = prepared.account.as_ref().map(|account| (account.uid, group.unwrap_or(account.gid)));
    match (wanted, group) {
        (Some((uid, _)), None) if uid == own => {}
        (Some((uid, gid)), _) => match SETPRIV.iter().find(|path| Path::new(path).exists()) {
            Some(path) if own == 0 => {
                let ids = [format!("--reuid={uid}"), format!("--regid={gid}"), "--init-groups".to_owned()];
                let before = [(*path).to_owned()].into_iter().chain(ids).chain(["--".to_owned()]);
                prepared.words.splice(0..0, before);
            }
            _ => (prepared.uid, prepared.gid) = (Some(uid), Some(gid)),
        },
        (None, Some(gid)) => prepared.gid = Some(gid),
        (None, None) => {}
    }
    Ok(prepared)
}

fn user(name: &str) -> Result<Account, RunError> {
    account::find_user(name).ok_or_else(|| RunError::NoUser { name: name.to_owned() })
}

fn group(name: &str) -> Result<u32, RunError> {
    let found = account::find_group(name).map(|team| team.gid);
    found.ok_or_else(|| RunError::NoGroup { name: name.to_owned() })
}
