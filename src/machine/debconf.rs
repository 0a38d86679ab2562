//! Answers to questions of Debian packages, by `debconf-communicate` and `debconf-set-selections`.
//!
//! See debconf-devel(7) for the protocol, and debconf-set-selections(1) for the lines.

use super::process::{AskError, Command};
use super::text::unescaped;

/// An answer to one question of a package.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Answer {
    /// The package that asks: `mysql-server`, or `d-i` for the installer.
    pub owner: String,
    /// The question: `mysql-server/root_password`.
    pub question: String,
    /// `string`, `boolean`, `select`, `multiselect`, `note`, `text`, `password` or `error`.
    pub kind: String,
    /// The answer.
    pub value: String,
}

/// The kinds of questions that debconf knows.
pub const KINDS: [&str; 9] =
    ["string", "boolean", "select", "multiselect", "note", "text", "password", "error", "title"];

/// Why answers were not read.
#[derive(Debug, thiserror::Error)]
pub enum DebconfError {
    /// debconf cannot be run, or failed.
    #[error(transparent)]
    Ask(#[from] AskError),
    /// A line of answers is not valid.
    #[error("'{line}' is no answer: write the package, the question, its type and its value")]
    Line {
        /// The line.
        line: String,
    },
}

/// The answers that debconf does not have, or has with another value, by their places in the list.
///
/// # Errors
/// debconf does not answer: it is missing, or another program has locked its database.
pub async fn differing(answers: &[Answer]) -> Result<Vec<bool>, DebconfError> {
    // Replies name no question, so each request has one. With `escape` each reply has one line.
    let requests = answers.iter().flat_map(|answer| {
        let question = &answer.question;
        [
            format!("GET {question}\n"),
            format!("METAGET {question} type\n"),
            format!("METAGET {question} owners\n"),
        ]
    });
    let text: String = std::iter::once("CAPB escape\n".to_owned()).chain(requests).collect();
    let mut command = quiet("debconf-communicate");
    command.stdin = Some(text.into_bytes());
    let finished = command.finish().await?;
    let said = finished.stdout_text();
    let replies: Vec<Option<String>> = said.lines().skip(1).map(reply).collect();
    if replies.len() != answers.len() * 3 {
        return Err(command.failed(&finished).into());
    }
    let differs = |(answer, known): (&Answer, &[Option<String>])| match known {
        [Some(value), Some(kind), Some(owners)] => {
            let is_owner = owners.split(", ").any(|owner| owner == answer.owner);
            !(is_owner && *kind == answer.kind && *value == answer.value)
        }
        _ => true,
    };
    Ok(answers.iter().zip(replies.chunks(3)).map(differs).collect())
}

/// The value in a reply; none if the question is not known.
fn reply(line: &str) -> Option<String> {
    let (code, text) = line.split_once(' ').unwrap_or((line, ""));
    match code {
        "0" => Some(text.to_owned()),
        "1" => Some(unescaped(text)),
        _ => None,
    }
}

/// The command that stores answers. It reads them from its input, so passwords are in no command line.
pub fn set(answers: &[Answer]) -> Command {
    let line = |it: &Answer| format!("{} {} {} {}\n", it.owner, it.question, it.kind, it.value);
    let mut command = quiet("debconf-set-selections");
    command.stdin = Some(answers.iter().map(line).collect::<String>().into_bytes());
    command
}

/// Without a terminal it asks nothing.
fn quiet(program: &str) -> Command {
    Command::argv([program]).env("DEBIAN_FRONTEND", "noninteractive")
}

/// Reads lines of answers. A backslash at the end of a line joins it with the next one.
///
/// # Errors
/// A line is not valid.
pub fn read(text: &str) -> Result<Vec<Answer>, DebconfError> {
    let mut answers = vec![];
    let mut whole = String::new();
    for line in text.lines() {
        if let Some(part) = line.strip_suffix('\\') {
            whole.push_str(part);
            continue;
        }
        whole.push_str(line);
        let line = std::mem::take(&mut whole);
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        answers.push(answer(&line).ok_or(DebconfError::Line { line })?);
    }
    Ok(answers)
}

fn answer(line: &str) -> Option<Answer> {
    let (owner, rest) = word(line)?;
    let (question, rest) = word(rest)?;
    let (kind, rest) = word(rest)?;
    // One blank separates type and value; further blanks belong to the value.
    let value = rest.strip_prefix([' ', '\t']).unwrap_or(rest);
    let [owner, question, kind, value] = [owner, question, kind, value].map(str::to_owned);
    KINDS.contains(&kind.as_str()).then_some(Answer { owner, question, kind, value })
}

fn word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_four_parts() {
        let text = "# theirs\n\nmysql mysql/pw password a  b\na\ta/m\tmultiselect\tx, y\na a/e string\na a/l string x, \\\n  y\n";
        let read: Vec<String> = read(text)
            .expect("answers")
            .iter()
            .map(|it| format!("{}|{}|{}|{}", it.owner, it.question, it.kind, it.value))
            .collect();
        assert_eq!(
            read,
            [
                "mysql|mysql/pw|password|a  b",
                "a|a/m|multiselect|x, y",
                "a|a/e|string|",
                "a|a/l|string|x,   y"
            ]
        );
    }

    #[test]
    fn a_line_that_is_none_is_named() {
        assert!(read("mysql mysql/pw\n").is_err_and(|error| error.to_string().contains("mysql mysql/pw")));
        assert!(read("mysql mysql/pw bogus x\n").is_err());
    }

    #[test]
    fn replies_are_values_or_nothing() {
        assert_eq!(reply("1 a\\nb\\\\c").as_deref(), Some("a\nb\\c"));
        assert_eq!(reply("0 high").as_deref(), Some("high"));
        assert_eq!(reply("1 ").as_deref(), Some(""));
        assert_eq!(reply("10 a/b doesn't exist"), None);
    }

    #[test]
    fn answers_are_in_no_command_line() {
        let answer = &read("m m/pw password s3cret").expect("an answer")[0];
        let command = set(std::slice::from_ref(answer));
        assert!(!command.program.to_string().contains("s3cret"));
        assert_eq!(command.stdin.as_deref(), Some(&b"m m/pw password s3cret\n"[..]));
    }
}
