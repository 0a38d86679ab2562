//! The kernel's report of a process.
//!
//! See <https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html>.

use jiff::Timestamp;
use nix::unistd::{SysconfVar, sysconf};

/// A process as it is now.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Stat {
    /// True for a process that has ended and that its parent has not waited for.
    pub is_over: bool,
    /// Its parent; 0 if it has none.
    pub parent: u32,
    /// Its process group.
    pub group: u32,
    /// Its start, in ticks since the machine started. Numbers of processes are used again, so only both together identify a
    /// process.
    pub began: u64,
}

impl Stat {
    /// Reads it; none if there is no such process.
    pub fn of(pid: u32) -> Option<Self> {
        read(&std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
    }

    /// The time of its start.
    pub fn since(&self) -> Option<Timestamp> {
        let of_machine = std::fs::read_to_string("/proc/stat").ok()?;
        let started: i64 =
            of_machine.lines().find_map(|line| line.strip_prefix("btime "))?.trim().parse().ok()?;
        let a_second = u64::try_from(sysconf(SysconfVar::CLK_TCK).ok()??).ok()?;
        let after = i64::try_from(self.began.checked_div(a_second)?).ok()?;
        Timestamp::from_second(started.checked_add(after)?).ok()
    }
}

fn read(text: &str) -> Option<Stat> {
    // The second field is a name in brackets that may hold any text. The fields after it are numbered from 3.
    let mut fields = text.rsplit_once(") ")?.1.split_whitespace();
    let (state, parent) = (fields.next()?, fields.next()?.parse().ok()?);
    let group = fields.next()?.parse().ok()?;
    let began = fields.nth(22 - 6)?.parse().ok()?;
    Some(Stat { is_over: matches!(state, "Z" | "X"), parent, group, began })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_read_whatever_its_name_is() {
        let rest = "1 7 7 0 -1 4194304 9 0 0 0 1 2 0 0 20 0 1 0 4711 2600000 80 18446744073709551615\n";
        let stat = |state: &str| read(&format!("8 (a) b (c) {state} {rest}"));
        assert_eq!(stat("S"), Some(Stat { is_over: false, parent: 1, group: 7, began: 4711 }));
        assert_eq!(stat("Z").map(|it| it.is_over), Some(true));
        assert_eq!(read("8 (a) S 1"), None);
    }

    #[test]
    fn this_process_is_there() {
        let own = Stat::of(std::process::id()).expect("this process");
        assert!(!own.is_over && own.began > 0);
        assert_eq!(Some(own.parent), nix::unistd::getppid().as_raw().try_into().ok());
        assert_eq!(Stat::of(u32::MAX), None);
        let age = Timestamp::now().duration_since(own.since().expect("its start"));
        assert!(age.as_secs() > -3 && age.as_secs() < 24 * 3600, "{age:?}");
    }
}
