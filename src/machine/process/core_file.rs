//! No core file of this process: it would hold the secrets of the pillar.

use rustix::process::{DumpableBehavior, set_dumpable_behavior};

use crate::account;

/// Keeps the kernel from writing a core file when a process of root crashes. Programs that it starts are not affected.
///
/// Another user keeps the default: the kernel gives `/proc/self` of a process without core files to root (`prctl(2)`), and a change of a
/// mode needs that path.
pub fn keep_no_core_file() {
    if account::own_uid() == 0 {
        // A kernel without the call writes a core file, as before.
        let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
    }
}

#[cfg(test)]
mod tests {
    use rustix::process::dumpable_behavior;

    use super::*;

    #[test]
    fn root_writes_no_core_file() {
        keep_no_core_file();
        let is_dumpable = dumpable_behavior().unwrap() != DumpableBehavior::NotDumpable;
        assert_eq!(is_dumpable, account::own_uid() != 0);
    }
}
