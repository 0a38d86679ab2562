//! Texts of authors and templates, and which parts of their lines may be shown.
//!
//! Law: all code that shows a line of such a text gets it from here, so secrets are hidden in one place.

use std::ops::Deref;

use crate::secret;

/// A text that was read, from which places show lines.
#[derive(Debug, Default, Eq, PartialEq)]
pub struct Written(Box<str>);

/// A line as it may be shown.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ShownLine {
    /// Its text.
    pub text: String,
    /// The length of the unchanged beginning in bytes; the text after it hides something.
    pub kept: usize,
}

/// The replacement for a secret.
const HIDDEN: &str = "(hidden)";

/// Parts of names whose values are never shown.
const SECRETS: &[&str] = &[
    "password",
    "passwd",
    "passphrase",
    "secret",
    "credential",
    "api_key",
    "apikey",
    "access_key",
    "private_key",
    "auth_key",
];

/// A line without spaces and with at least this many base64 letters counts as key material.
const KEY_MATERIAL: usize = 40;

/// The name of a secret is searched for at most this many lines above the shown lines.
const ABOVE: usize = 200;

/// What the lines below a secret's name, with a deeper indentation, are.
#[derive(Clone, Copy)]
enum Below {
    /// The secret itself: the name ends with `|` or `>`.
    Block,
    /// The secret, unless they have names of their own: no value follows the name.
    Nothing,
}

impl Written {
    /// The line with this number, from 1, as it was written.
    pub fn line(&self, number: usize) -> Option<&str> {
        self.lines().nth(number.checked_sub(1)?)
    }

    /// The lines with these numbers, from 1, as they may be shown; fewer at the end of the text.
    pub fn shown(&self, first: usize, last: usize) -> Vec<ShownLine> {
        let begin = first.saturating_sub(ABOVE).max(1);
        let mut secret: Option<(usize, Below)> = None;
        let mut shown = Vec::new();
        for (at, line) in self.lines().enumerate().take(last).skip(begin - 1) {
            let indent = line.len() - line.trim_start().len();
            let is_blank = line.trim().is_empty();
            secret = secret.filter(|(outer, _)| is_blank || indent > *outer);
            let is_inside = match secret {
                Some((_, Below::Block)) => !is_blank,
                Some((_, Below::Nothing)) => !is_blank && !line.contains([':', '=']) && !line.contains("{%"),
                None => false,
            };
            if at + 1 >= first {
                let hidden = || ShownLine { text: format!("{}{HIDDEN}", &line[..indent]), kept: indent };
                shown.push(if is_inside { hidden() } else { masked(shown_line(line)) });
            }
            if secret.is_none() {
                secret = opens(line).map(|below| (indent, below));
            }
        }
        shown
    }
}

impl Deref for Written {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Written {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl From<String> for Written {
    fn from(text: String) -> Self {
        Self(text.into())
    }
}

/// True for a name such as `db_password`, `api_key` or `github_token`.
fn is_secret(name: &str) -> bool {
    let name = name.to_ascii_lowercase().replace('-', "_");
    name == "token" || name.ends_with("_token") || SECRETS.iter().any(|part| name.contains(part))
}

/// What a line that ends with the name of a secret means for the lines below it.
fn opens(line: &str) -> Option<Below> {
    let (before, behind) = line.trim_end().rsplit_once(':')?;
    let below = match behind.trim().trim_end_matches(['-', '+']) {
        "" => Below::Nothing,
        "|" | ">" => Below::Block,
        _ => return None,
    };
    is_secret(last_word(before)).then_some(below)
}

/// The name that a text ends with, without the blanks before a colon or an equals sign.
fn last_word(before: &str) -> &str {
    let before = before.trim_end_matches(['"', '\'', ' ', ']']);
    let is_part = |letter: char| letter.is_alphanumeric() || "_-".contains(letter);
    let start = before.rfind(|letter| !is_part(letter));
    &before[start.map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8))..]
}

/// A line without the value after a secret's name, whether the name is a mapping key or a template variable. An
/// expression that prints a value is shown as it was written.
fn shown_line(line: &str) -> ShownLine {
    let bare = line.trim();
    let is_base64 = |letter: char| letter.is_ascii_alphanumeric() || "+/=".contains(letter);
    if bare.len() >= KEY_MATERIAL && !bare.starts_with('/') && bare.chars().all(is_base64) {
        return ShownLine { text: HIDDEN.to_owned(), kept: 0 };
    }
    for (at, sign) in line.match_indices([':', '=']) {
        let value = line[at + sign.len()..].trim();
        if !value.is_empty()
            && !value.starts_with("{{")
            && !value.starts_with('=')
            && is_secret(last_word(&line[..at]))
        {
            let kept = &line[..at + sign.len()];
            return ShownLine { text: format!("{kept} {HIDDEN}"), kept: kept.len() };
        }
    }
    ShownLine { text: line.to_owned(), kept: line.len() }
}

/// A line without the secrets that were noted. They are hidden here, because a long line is cut, and a secret that is cut in two would not be
/// found.
fn masked(line: ShownLine) -> ShownLine {
    let text = secret::masked(&line.text);
    if text == line.text {
        return line;
    }
    let same = line.text.bytes().zip(text.bytes()).take_while(|(before, after)| before == after).count();
    ShownLine { kept: text.floor_char_boundary(same).min(line.kept), text: text.into_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, first: usize, last: usize) -> String {
        let lines = Written::from(text).shown(first, last);
        lines.into_iter().map(|line| line.text).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_noted_secret_is_hidden_before_its_line_is_cut() {
        secret::hide("written-horse");
        let lines = Written::from("a: x written-horse y").shown(1, 1);
        assert_eq!(lines, [ShownLine { text: "a: x (hidden) y".to_owned(), kept: 5 }]);
    }

    #[test]
    fn what_a_name_calls_a_secret_is_not_shown() {
        for (line, expected) in [
            ("  - password: hunter2", "  - password: (hidden)"),
            ("\"token\" : x", "\"token\" : (hidden)"),
            ("db_password: hunter2", "db_password: (hidden)"),
            ("- API-Key: 'hunter2'", "- API-Key: (hidden)"),
            ("github_token: hunter2", "github_token: (hidden)"),
            ("{user: me, passwd: hunter2}", "{user: me, passwd: (hidden)"),
            ("{% set root_password = 'hunter2' %}", "{% set root_password = (hidden)"),
            ("MYSQL_PASSWORD=hunter2", "MYSQL_PASSWORD= (hidden)"),
            ("{% do d.update({'client_secret': 'hunter2'}) %}", "{% do d.update({'client_secret': (hidden)"),
            ("private_key: |", "private_key: (hidden)"),
            ("  MIIEpAIBAAKCAQEA7bq4xgZ0m6t8hunter2hunter2hunter2", "(hidden)"),
            ("password: {{ pillar.nope }}", "password: {{ pillar.nope }}"),
            ("url: http://x:80", "url: http://x:80"),
            ("tokens: 3", "tokens: 3"),
            ("secret:", "secret:"),
        ] {
            assert_eq!(shown_line(line).text, expected);
        }
    }

    #[test]
    fn what_stands_below_the_name_of_a_secret_is_not_shown_either() {
        let text = "a:\n  private_key: |\n    hunter2\n\n    : hunter3\n  user: me\n  passwords:\n    - hunter4\nwait for secret:\n  test.nop:\n    - x: 1\n";
        assert_eq!(
            shown(text, 2, 8),
            "  private_key: (hidden)\n    (hidden)\n\n    (hidden)\n  user: me\n  passwords:\n    (hidden)"
        );
        assert_eq!(shown(text, 4, 5), "\n    (hidden)");
        assert_eq!(shown(text, 9, 20), "wait for secret:\n  test.nop:\n    - x: 1");
    }

    #[test]
    fn it_is_known_how_much_of_a_line_is_as_it_was_written() {
        let kept = |line: &str| shown_line(line).kept;
        assert_eq!((kept("a: b"), kept("password: b"), kept("é_token: b")), (4, 9, 9));
    }
}
