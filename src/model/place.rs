//! A place in a file that an author wrote.

use std::cmp::Ordering;
use std::fmt::{self, Write as _};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Lines shown before and after the one that is meant.
const AROUND: u32 = 2;

/// Lines are cut behind so many characters.
const WIDTH: u32 = 160;

/// File, line and column, as editors count them (from 1).
///
/// Line 0 means that only the file is known; column 0 that only the line is. Two places are the same where these three are.
#[derive(Clone)]
pub struct Place {
    /// The file as the author would name it, relative to the working directory where that is shorter.
    pub file: Arc<str>,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1, in characters.
    pub column: u32,
    /// Where the rendered text has it, if it came from one.
    rendered: Option<Spot>,
}

/// A place in the text that a file was rendered to.
#[derive(Clone)]
struct Spot {
    text: Arc<str>,
    line: u32,
    column: u32,
}

impl Place {
    /// Makes a place from its parts.
    pub fn new(file: impl Into<Arc<str>>, line: u32, column: u32) -> Self {
        Self { file: file.into(), line, column, rendered: None }
    }

    /// Names a file without a line in it.
    pub fn file(file: impl Into<Arc<str>>) -> Self {
        Self::new(file, 0, 0)
    }

    /// Adds where the text that was read has it, line and column from 1.
    #[must_use]
    pub fn rendered(self, text: &Arc<str>, line: u32, column: u32) -> Self {
        Self { rendered: Some(Spot { text: Arc::clone(text), line, column }), ..self }
    }

    /// The lines around it in the text that was read, if one was.
    pub fn excerpt(&self) -> Option<String> {
        let Spot { text, line, column } = self.rendered.as_ref()?;
        Some(excerpt(text, *line, *column)).filter(|excerpt| !excerpt.is_empty())
    }

    /// The same place, of which nothing is shown.
    #[must_use]
    pub fn unseen(&self) -> Self {
        Self { rendered: None, ..self.clone() }
    }

    fn parts(&self) -> (&str, u32, u32) {
        (&self.file, self.line, self.column)
    }
}

/// Parts of names whose values are shown to nobody.
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

/// A line without spaces and of so many letters of base64 is taken for key material.
const KEY_MATERIAL: usize = 40;

/// True for a name such as `db_password`, `api_key` or `github_token`.
fn is_secret(name: &str) -> bool {
    let name = name.to_ascii_lowercase().replace('-', "_");
    name == "token" || name.ends_with("_token") || SECRETS.iter().any(|part| name.contains(part))
}

/// A line as it may be shown: cut, and without what follows a name that says that it is a secret, be it the key of a mapping
/// or a variable of a template. What is printed by an expression is shown as far as it is written.
fn shown_line(line: &str) -> String {
    let cut: String = line.chars().take(WIDTH as usize).collect();
    let bare = cut.trim();
    let is_base64 = |letter: char| letter.is_ascii_alphanumeric() || "+/=".contains(letter);
    if bare.len() >= KEY_MATERIAL && !bare.starts_with('/') && bare.chars().all(is_base64) {
        return "(hidden)".to_owned();
    }
    for (at, sign) in cut.match_indices([':', '=']) {
        let before = cut[..at].trim_end_matches(['"', '\'', ' ', ']']);
        let is_part = |letter: char| letter.is_alphanumeric() || "_-".contains(letter);
        let start = before
            .rfind(|letter| !is_part(letter))
            .map_or(0, |found| found + before[found..].chars().next().map_or(1, char::len_utf8));
        let value = cut[at + sign.len()..].trim();
        if is_secret(&before[start..])
            && !value.is_empty()
            && !value.starts_with("{{")
            && !value.starts_with('=')
        {
            return format!("{}{sign} (hidden)", &cut[..at]);
        }
    }
    cut
}

/// The lines around a spot of a text, numbered, its own marked, with a mark below the column.
pub fn excerpt(text: &str, number: u32, column: u32) -> String {
    let first = number.saturating_sub(AROUND).max(1);
    let mut shown = String::new();
    let lines = text
        .lines()
        .enumerate()
        .skip(first as usize - 1)
        .take((number + 1 + AROUND).saturating_sub(first) as usize);
    for (index, line) in lines {
        let cut = shown_line(line);
        let mark = if index + 1 == number as usize { '>' } else { ' ' };
        let _ = writeln!(shown, "{mark} {:>4} | {cut}", index + 1);
        if index + 1 == number as usize && column > 0 && column <= WIDTH {
            let _ = writeln!(shown, "       | {}^", " ".repeat(column as usize - 1));
        }
    }
    shown.truncate(shown.trim_end().len());
    shown
}

impl PartialEq for Place {
    fn eq(&self, other: &Self) -> bool {
        self.parts() == other.parts()
    }
}

impl Eq for Place {}

impl PartialOrd for Place {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Place {
    fn cmp(&self, other: &Self) -> Ordering {
        self.parts().cmp(&other.parts())
    }
}

impl Hash for Place {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.parts().hash(state);
    }
}

impl fmt::Debug for Place {
    /// Without the text, which every place of a file shares.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, column, rendered: _ } = self;
        out.debug_struct("Place").field("file", file).field("line", line).field("column", column).finish()
    }
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.file)?;
        if self.line > 0 {
            write!(out, ":{}", self.line)?;
        }
        if self.line > 0 && self.column > 0 {
            write!(out, ":{}", self.column)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_parts_are_left_out() {
        assert_eq!(Place::new("a.sls", 3, 7).to_string(), "a.sls:3:7");
        assert_eq!(Place::new("a.sls", 3, 0).to_string(), "a.sls:3");
        assert_eq!(Place::file("a.sls").to_string(), "a.sls");
    }

    #[test]
    fn what_a_key_calls_a_secret_is_not_shown() {
        let told = excerpt("- user: me\n  - password: hunter2\n\"token\" : x\ntokens: 3\nsecret:\n", 2, 5);
        assert!(told.contains("- password: (hidden)\n") && told.contains("\"token\" : (hidden)\n"), "{told}");
        assert!(told.contains("user: me\n") && told.ends_with("tokens: 3"), "{told}");
    }

    #[test]
    fn names_that_end_or_begin_like_a_secret_are_known_too() {
        for (line, expected) in [
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
        ] {
            assert_eq!(shown_line(line), expected);
        }
    }

    #[test]
    fn the_text_that_was_read_is_shown_and_not_compared() {
        let text: Arc<str> = "a:\n  test.nop:\n    - x: 1\nb: 2\nc: 3\nd: 4\n".into();
        let (bare, place) = (Place::new("a.sls", 9, 1), Place::new("a.sls", 9, 1).rendered(&text, 3, 7));
        assert_eq!((bare.excerpt(), &bare), (None, &place));
        assert_eq!(
            place.excerpt().unwrap(),
            "     1 | a:\n     2 |   test.nop:\n>    3 |     - x: 1\n       |       ^\n     4 | b: 2\n     5 | c: 3"
        );
        assert_eq!(place.unseen().excerpt(), None);
        assert_eq!(format!("{place:?}"), "Place { file: \"a.sls\", line: 9, column: 1 }");
    }
}
