//! Parameters of the running kernel: `/proc/sys`.

use std::path::{Path, PathBuf};

use super::process::Command;
use crate::text;

/// The file of a parameter. Dots separate its parts. If a part contains a dot, slashes separate them:
/// `net/ipv4/conf/eth0.1/forwarding`.
pub fn path(name: &str) -> PathBuf {
    let below = name.split('.').map(|part| part.replace('/', ".")).collect::<Vec<_>>().join("/");
    Path::new("/proc/sys").join(below)
}

/// The value of a parameter without its last line break; nothing if there is no such parameter.
///
/// # Errors
///
/// It exists and cannot be read.
pub fn parameter(name: &str) -> std::io::Result<Option<String>> {
    match std::fs::read(path(name)) {
        Ok(bytes) => Ok(Some(text::from_bytes(&bytes).trim_end_matches('\n').to_owned())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// The command that sets a parameter.
pub fn set(name: &str, value: &str) -> Command {
    Command::argv(["sysctl".to_owned(), "-w".to_owned(), format!("{name}={value}")])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_and_slashes_change_places() {
        assert_eq!(path("net.ipv4.ip_forward"), Path::new("/proc/sys/net/ipv4/ip_forward"));
        assert_eq!(
            path("net.ipv4.conf.eth0/1.forwarding"),
            Path::new("/proc/sys/net/ipv4/conf/eth0.1/forwarding")
        );
    }

    #[test]
    fn only_what_is_not_there_is_none() {
        assert!(parameter("kernel.ostype").expect("readable").is_some_and(|text| !text.ends_with('\n')));
        assert_eq!(parameter("kernel.nosuch").expect("looked"), None);
    }
}
