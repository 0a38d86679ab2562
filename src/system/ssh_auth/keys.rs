//! Lines of a file of authorized keys.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use machine::lines::Lines;

/// A key, and its options.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Key {
    /// The options before the type: `no-pty`, `command="…"`.
    pub options: Vec<String>,
    /// The type: `ssh-ed25519`.
    pub kind: String,
    /// The key itself, in base64.
    pub key: String,
    /// The comment.
    pub comment: String,
}

/// The beginnings of words that are types of keys.
const KINDS: &[&str] = &["ssh-", "ecds", "sk-ssh-", "sk-ecds"];

/// Types, and shorter words for them.
const SHORT: &[(&str, &str)] = &[
    ("r", "ssh-rsa"),
    ("rsa", "ssh-rsa"),
    ("d", "ssh-dss"),
    ("dsa", "ssh-dss"),
    ("dss", "ssh-dss"),
    ("e", "ecdsa-sha2-nistp256"),
    ("ecdsa", "ecdsa-sha2-nistp256"),
    ("ed25519", "ssh-ed25519"),
];

const LONG: &[&str] = &[
    "ssh-rsa",
    "ssh-dss",
    "ssh-ed25519",
    "ecdsa-sha2-nistp256",
    "ecdsa-sha2-nistp384",
    "ecdsa-sha2-nistp521",
    "rsa-sha2-256",
    "rsa-sha2-512",
    "sk-ecdsa-sha2-nistp256@openssh.com",
    "sk-ssh-ed25519@openssh.com",
];

/// The whole word for a type of keys; nothing if there is no such type.
pub(super) fn kind(written: &str) -> Option<String> {
    let whole = SHORT.iter().find(|(short, _)| *short == written).map_or(written, |(_, whole)| *whole);
    let plain = whole.replace("-cert-v01@openssh.com", "");
    let is_known =
        LONG.contains(&whole) || LONG.iter().any(|known| known.replace("@openssh.com", "") == plain);
    is_known.then(|| whole.to_owned())
}

impl Key {
    /// Reads a line; nothing if it has no whole key. Blanks and commas in quotes of options do not separate words.
    pub fn parse(line: &str) -> Option<Self> {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return None;
        }
        let (options, rest) = split_options(line)?;
        let mut words = rest.splitn(3, char::is_whitespace);
        let kind = words.next()?.to_owned();
        let key = words.next().filter(|key| !key.is_empty())?.to_owned();
        let comment = words.next().unwrap_or_default().trim().to_owned();
        Some(Self { options, kind, key, comment })
    }

    /// The line of the key.
    pub fn line(&self) -> String {
        let options =
            if self.options.is_empty() { String::new() } else { format!("{} ", self.options.join(",")) };
        format!("{options}{} {} {}", self.kind, self.key, self.comment)
    }

    /// True if the text can be a key, by its letters.
    pub fn is_valid(&self) -> bool {
        BASE64_STANDARD.decode(&self.key).is_ok_and(|bytes| !bytes.is_empty())
    }
}

/// The options, and the rest that begins with the type.
fn split_options(line: &str) -> Option<(Vec<String>, &str)> {
    let begins = |text: &str| KINDS.iter().any(|kind| text.starts_with(kind));
    if begins(line) {
        return Some((vec![], line));
    }
    let (mut options, mut option) = (vec![], String::new());
    let (mut is_quoted, mut is_escaped) = (false, false);
    for (at, letter) in line.char_indices() {
        match letter {
            ' ' | '\t' if !is_quoted => {
                options.push(option);
                let rest = line[at..].trim_start();
                return begins(rest).then_some((options, rest));
            }
            ',' if !is_quoted => {
                options.push(std::mem::take(&mut option));
                continue;
            }
            '"' if !is_escaped => is_quoted = !is_quoted,
            _ => {}
        }
        is_escaped = letter == '\\' && !is_escaped;
        option.push(letter);
    }
    None
}

/// A file with this key: its line is replaced, or added.
pub(super) fn with_key(text: &str, key: &Key) -> String {
    let is_it = |line: &str| Key::parse(line).is_some_and(|known| known.key == key.key);
    let mut lines = Lines::of(text);
    let mut is_there = false;
    for at in 0..lines.count() {
        if is_it(lines.get(at)) {
            is_there = true;
            lines.set(at, key.line());
        }
    }
    if !is_there {
        lines.push(key.line());
    }
    lines.text()
}

/// A file without this key.
pub(super) fn without_key(text: &str, key: &str) -> String {
    let is_it = |line: &&str| Key::parse(line).is_some_and(|known| known.key == key);
    text.split_inclusive('\n').filter(|line| !is_it(line)).collect()
}

/// The keys of a file.
pub(super) fn keys(text: &str) -> Vec<Key> {
    text.lines().filter_map(Key::parse).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "AAAAC3NzaC1lZDI1NTE5AAAAIJ7v";

    #[test]
    fn a_line_has_options_type_key_and_comment() {
        let line = format!("no-pty,command=\"echo a, b\" ssh-ed25519 {KEY} me at home");
        let key = Key::parse(&line).expect("a key");
        assert_eq!(key.options, ["no-pty", "command=\"echo a, b\""]);
        assert_eq!(
            (key.kind.as_str(), key.key.as_str(), key.comment.as_str()),
            ("ssh-ed25519", KEY, "me at home")
        );
        assert_eq!(key.line(), line);
        assert!(key.is_valid());
        for none in ["", "# ssh-rsa AAAA", "ssh-rsa", "something else AAAA", KEY] {
            assert_eq!(Key::parse(none), None, "{none}");
        }
    }

    #[test]
    fn a_key_is_replaced_added_or_taken_out() {
        let key =
            Key { kind: "ssh-ed25519".into(), key: KEY.into(), comment: "new".into(), ..Key::default() };
        let file = format!("# mine\n\nssh-ed25519 {KEY} old\nssh-rsa AAAA other");
        assert_eq!(with_key(&file, &key), format!("# mine\n\nssh-ed25519 {KEY} new\nssh-rsa AAAA other"));
        assert_eq!(with_key("ssh-rsa AAAA", &key), format!("ssh-rsa AAAA\nssh-ed25519 {KEY} new\n"));
        assert_eq!(without_key(&file, KEY), "# mine\n\nssh-rsa AAAA other");
    }

    #[test]
    fn short_words_mean_types() {
        assert_eq!(kind("rsa").as_deref(), Some("ssh-rsa"));
        assert_eq!(
            kind("ssh-ed25519-cert-v01@openssh.com").as_deref(),
            Some("ssh-ed25519-cert-v01@openssh.com")
        );
        assert_eq!(kind("sk-ssh-ed25519@openssh.com").as_deref(), Some("sk-ssh-ed25519@openssh.com"));
        assert_eq!(kind("nonsense"), None);
    }
}
