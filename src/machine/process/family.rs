//! The descendants of a process.

use std::collections::HashMap;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::Stat;

/// A process. A later process with the same number is another one.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Member {
    pid: u32,
    began: u64,
}

/// All descendants of a process, as they are now. A process whose parent has ended is not found.
pub fn below(pid: u32) -> Vec<Member> {
    let mut children: HashMap<u32, Vec<Member>> = HashMap::new();
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

/// All processes that were started with a variable, with their descendants and their process groups. Processes that
/// changed their environment are found by their parents and groups.
pub fn marked(name: &str, text: &str) -> Vec<Member> {
    let mark = format!("{name}={text}").into_bytes();
    let own = std::process::id();
    let mut all: Vec<(u32, Stat)> = vec![];
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
        if let Some(stat) = Stat::of(pid).filter(|stat| !stat.is_over && pid != own) {
            all.push((pid, stat));
        }
    }
    let is_marked = |pid: u32| {
        let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|variable| variable == mark)
    };
    let mut found: Vec<Member> = vec![];
    let mut groups: Vec<u32> = vec![];
    for (pid, stat) in &all {
        if is_marked(*pid) {
            found.push(Member { pid: *pid, began: stat.began });
            found.extend(below(*pid));
            groups.push(stat.group);
        }
    }
    let own_group = Stat::of(own).map(|stat| stat.group);
    groups.retain(|group| Some(*group) != own_group);
    for (pid, stat) in all {
        let member = Member { pid, began: stat.began };
        if groups.contains(&stat.group) && !found.contains(&member) {
            found.push(member);
        }
    }
    found
}

/// The parent of a process, and the process; none if there is no such process, or if it has ended.
fn look(pid: u32) -> Option<(u32, Member)> {
    let stat = Stat::of(pid).filter(|stat| !stat.is_over)?;
    Some((stat.parent, Member { pid, began: stat.began }))
}

impl Member {
    /// Whether it still runs.
    pub fn is_there(self) -> bool {
        look(self.pid).is_some_and(|(_, now)| now == self)
    }

    /// Sends it a signal, if it still runs.
    pub fn signal(self, signal: Signal) {
        if let (true, Ok(pid)) = (self.is_there(), i32::try_from(self.pid)) {
            let _ = kill(Pid::from_raw(pid), signal);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn processes_with_a_variable_are_found_with_their_families_wherever_they_are() {
        let mark = uuid::Uuid::new_v4().to_string();
        let script = "(setsid sleep 600 &) ; env -i sleep 600 & echo; wait";
        let mut shell = Command::new("/bin/sh");
        use std::os::unix::process::CommandExt;
        shell.args(["-c", script]).env("MARK", &mark).process_group(0).stdout(Stdio::piped());
        let mut shell = shell.spawn().unwrap();
        std::io::Read::read_exact(shell.stdout.as_mut().unwrap(), &mut [0]).unwrap();
        let mut found = vec![];
        for _ in 0..1000 {
            found = marked("MARK", &mark);
            if found.len() >= 3 {
                break;
            }
            std::thread::yield_now();
        }
        assert!(
            found.len() >= 3,
            "the shell, one that left its session, one without the variable: {found:?}"
        );
        for member in &found {
            member.signal(Signal::SIGKILL);
        }
        shell.wait().unwrap();
        while found.iter().any(|member| member.is_there()) {
            std::thread::yield_now();
        }
        assert_eq!(marked("MARK", &mark), []);
    }

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
        assert!(below(std::process::id()).iter().any(|it| it.pid == shell.id()));
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
