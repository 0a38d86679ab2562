//! Modules of the kernel, by `modprobe`, `lsmod` and `rmmod`.

use std::collections::BTreeSet;

use super::process::{Command, RunError};

/// The result of loading a module.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Loading {
    /// No change: it is loaded, or part of the kernel.
    There,
    /// These modules are loaded, in order: those that it needs, and itself.
    Loads(Vec<String>),
    /// It cannot be loaded; the message of `modprobe`.
    Unknown(String),
}

/// The name of a module in the kernel: dashes become underscores, and parameters do not belong to it.
pub fn name(written: &str) -> String {
    written.split_whitespace().next().unwrap_or_default().replace('-', "_")
}

/// The result that loading a module would have. Nothing is loaded.
///
/// # Errors
///
/// `modprobe` cannot be started.
pub async fn foresee(module: &str) -> Result<Loading, RunError> {
    let asked = Command::argv(["modprobe", "--dry-run", "--verbose", &name(module)]).run().await?;
    if !asked.is_success() {
        return Ok(Loading::Unknown(asked.stderr_text().trim().to_owned()));
    }
    let text = asked.stdout_text();
    let files = text.lines().filter_map(|line| line.strip_prefix("insmod ")?.split_whitespace().next());
    let modules: Vec<String> = files.filter_map(of_file).collect();
    Ok(if modules.is_empty() { Loading::There } else { Loading::Loads(modules) })
}

/// The module of a file such as `/lib/modules/6.1.0/kernel/fs/xfs/xfs.ko.xz`.
fn of_file(path: &str) -> Option<String> {
    let (stem, _) = path.rsplit('/').next()?.split_once(".ko")?;
    Some(name(stem))
}

/// The command that loads a module with those that it needs; words after its name are its parameters.
pub fn load(module: &str) -> Command {
    Command::argv(std::iter::once("modprobe").chain(module.split_whitespace()))
}

/// The command that removes a module.
pub fn remove(module: &str) -> Command {
    Command::argv(["rmmod", module])
}

/// The loaded modules.
///
/// # Errors
///
/// `lsmod` cannot be started.
pub async fn loaded() -> Result<BTreeSet<String>, RunError> {
    let listed = Command::argv(["lsmod"]).run().await?.stdout_text();
    Ok(listed.lines().skip(1).filter_map(|line| line.split_whitespace().next().map(str::to_owned)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_have_one_name() {
        assert_eq!(name("nf-conntrack"), "nf_conntrack");
        assert_eq!(name("bonding mode=4 miimon=100"), "bonding");
        assert_eq!(of_file("/lib/modules/6.1/kernel/net/x-tables.ko.zst"), Some("x_tables".to_owned()));
        assert_eq!(of_file("/lib/modules/6.1/README"), None);
    }
}
