//! Keys of other hosts, by OpenSSH's own programs.

use std::path::Path;
use std::time::Duration;

use super::process::{Command, RunError};

/// The key of a host, from a file or from the host itself.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct HostKey {
    /// The host, hashed or not.
    pub host: String,
    /// The type: `ssh-ed25519`.
    pub kind: String,
    /// The key in base64.
    pub key: String,
    /// Its line in the file, from 1; 0 if it comes from the host.
    pub line: usize,
}

/// The keys that a file has for a host, also under a hashed name.
///
/// # Errors
///
/// `ssh-keygen` is missing.
pub async fn known_keys(host: &str, file: &Path) -> Result<Vec<HostKey>, RunError> {
    if !file.is_file() {
        return Ok(vec![]);
    }
    let file = file.display().to_string();
    let finished = Command::argv(["ssh-keygen", "-F", host, "-f", &file]).run().await?;
    let mut line = 0;
    let mut found = vec![];
    for text in finished.stdout_text().lines() {
        if let Some(number) = text.strip_prefix('#').and_then(|text| text.rsplit("line ").next()) {
            line = number.split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or(0);
        } else if let Some(key) = parse(text) {
            found.push(HostKey { line, ..key });
        }
    }
    Ok(found)
}

/// The keys that a host shows to any client: one of each type, or of one type alone.
///
/// # Errors
///
/// `ssh-keyscan` is missing.
pub async fn shown_keys(
    host: &str,
    port: Option<u16>,
    kind: Option<&str>,
    timeout: Duration,
) -> Result<Vec<HostKey>, RunError> {
    let mut words = vec!["ssh-keyscan".to_owned(), "-T".to_owned(), timeout.as_secs().max(1).to_string()];
    if let Some(port) = port {
        words.extend(["-p".to_owned(), port.to_string()]);
    }
    if let Some(kind) = kind {
        words.extend(["-t".to_owned(), kind.to_owned()]);
    }
    words.push(host.to_owned());
    let finished = Command::argv(words).timeout(timeout * 8).run().await?;
    let mut found: Vec<HostKey> = finished.stdout_text().lines().filter_map(parse).collect();
    found.sort_by(|a, b| a.kind.cmp(&b.kind));
    Ok(found)
}

fn parse(line: &str) -> Option<HostKey> {
    if line.starts_with('#') {
        return None;
    }
    let mut words = line.split_whitespace().filter(|word| !word.starts_with('@'));
    let (host, kind, key) = (words.next()?, words.next()?, words.next()?);
    Some(HostKey { host: host.to_owned(), kind: kind.to_owned(), key: key.to_owned(), line: 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_file_knows_hosts_by_name_and_by_hash() {
        let dir = tempfile::tempdir().expect("a directory");
        let file = dir.path().join("known_hosts");
        assert_eq!(known_keys("one", &file).await.expect("no file"), vec![]);
        let lines = "# mine\nother ssh-rsa AAAA\none,10.0.0.1 ssh-ed25519 BBBB me\none ssh-rsa CCCC\n";
        std::fs::write(&file, lines).expect("a file");
        let Ok(found) = known_keys("one", &file).await else { return };
        let found: Vec<(usize, &str)> = found.iter().map(|key| (key.line, key.key.as_str())).collect();
        assert_eq!(found, [(3, "BBBB"), (4, "CCCC")]);
    }

    #[test]
    fn comments_are_no_keys() {
        assert_eq!(parse("# one:22 SSH-2.0-OpenSSH_9.2"), None);
        assert_eq!(parse("one ssh-ed25519 BBBB").map(|key| key.kind), Some("ssh-ed25519".to_owned()));
        assert_eq!(parse("@cert-authority *.x ssh-rsa AAAA").map(|key| key.host), Some("*.x".to_owned()));
    }
}
