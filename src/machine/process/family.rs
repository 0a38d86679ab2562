//! The processes that a process has started, and what these have started.

use std::collections::HashMap;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// A process. A later one of the same number is another one.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Member {
    pid: i32,
    /// When it began, in ticks since the machine did: field 22 of `/proc/PID/stat`, proc(5).
    began: u64,
}

/// All processes below a process, as they are now. A process whose parent has ended belongs to nobody's family.
pub fn below(pid: u32) -> Vec<Member> {
    let Ok(pid) = i32::try_from(pid) else { return vec![] };
    let mut children: HashMap<i32, Vec<Member>> = HashMap::new();
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let number = entry.file_name().to_str().and_then(|name| name.parse().ok());
        if let Some((parent, member)) = number.and_then(look) {
            children.entry(parent).or_default().push(member);
        }
    }
    let (mut found, mut open) = (vec![], vec![pid]);
    while let Some(parent) = open.pop() {
        let here = children.remove(&parent).unwrap_or_default();
        open.extend(here.iter().map(|member| member.pid));
        found.extend(here);
    }
    found
}

/// The parent of a process, and the process; none where there is no such process, or where it has ended.
fn look(pid: i32) -> Option<(i32, Member)> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The second field is a name in brackets that may hold anything.
    let fields: Vec<&str> = stat.rsplit_once(") ")?.1.split(' ').collect();
    let is_over = matches!(*fields.first()?, "Z" | "X");
    let member = Member { pid, began: fields.get(19)?.parse().ok()? };
    (!is_over).then_some((fields.get(1)?.parse().ok()?, member))
}

impl Member {
    /// Whether it still runs.
    pub fn is_there(self) -> bool {
        look(self.pid).is_some_and(|(_, now)| now == self)
    }

    /// Sends it a signal, if it still runs.
    pub fn signal(self, signal: Signal) {
        if self.is_there() {
            let _ = kill(Pid::from_raw(self.pid), signal);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn children_and_their_children_are_found_and_can_be_ended() {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", "(setsid sleep 600; true) & echo; wait"]).stdout(Stdio::piped());
        let mut shell = shell.spawn().unwrap();
        std::io::Read::read_exact(shell.stdout.as_mut().unwrap(), &mut [0]).unwrap();
        let mut family = vec![];
        while family.len() < 2 {
            family = below(shell.id());
        }
        assert!(below(std::process::id()).iter().any(|it| u32::try_from(it.pid) == Ok(shell.id())));
        for member in &family {
            member.signal(Signal::SIGKILL);
        }
        while family.iter().any(|member| member.is_there()) {
            std::thread::yield_now();
        }
        shell.kill().unwrap();
        shell.wait().unwrap();
        assert_eq!(below(shell.id()), []);
    }
}
