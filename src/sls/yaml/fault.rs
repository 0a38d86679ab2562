//! Messages for mistakes in a YAML text: place, excerpt, and advice for the common ones.

use std::fmt::Write as _;

use libyaml_safer::Error;

use super::compose::spot;
use super::{Source, Spot};
use model::{Problem, Problems};

/// A problem with the text around it.
pub fn at(source: &Source<'_>, spot: Spot, message: impl Into<String>) -> Problem {
    Problem::at(&source.place(spot), message).with_excerpt()
}

/// A refusal of the scanner or parser.
pub fn scanner(source: &Source<'_>, error: &Error) -> Problem {
    let stopped = error.problem_mark().map_or((1, 1), spot);
    let started = error.context_mark().map(spot);
    let last = last_spot(source.text);
    // The end of the text shows nothing: the beginning of the construct, or the last line, is more useful.
    let is_at_end = stopped.0 > last.0;
    let shown = if is_at_end { started.filter(|start| start.0 <= last.0).unwrap_or(last) } else { stopped };
    let mut message = format!("this is not YAML: {}", error.problem());
    if let Some(context) = error.context() {
        let _ = write!(message, ", {context}");
        if let Some(start) = started.filter(|start| start.0 < shown.0) {
            let _ = write!(message, " that starts at line {}", source.place(start).line);
        }
    }
    let problem = at(source, shown, message);
    let advice = advice(source.text, stopped, error.problem());
    match advice.or_else(|| is_at_end.then(|| UNCLOSED.to_owned())) {
        Some(hint) => problem.hint(hint),
        None => problem,
    }
}

const UNCLOSED: &str = "a quote or bracket is not closed";

/// The end of the last line that is not blank.
fn last_spot(text: &str) -> Spot {
    let last = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).last();
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    last.map_or((1, 1), |(index, line)| (number(index + 1), number(line.trim_end().chars().count())))
}

/// Refuses characters that YAML does not allow, which the scanner reports without a place.
pub fn check_characters(source: &Source<'_>) -> Result<(), Problems> {
    let (mut line, mut column) = (1, 0);
    for letter in source.text.chars() {
        column += 1;
        if letter == '\n' {
            (line, column) = (line + 1, 0);
        }
        if !is_allowed(letter) {
            let message = format!("the character U+{:04X} is not allowed in YAML", u32::from(letter));
            return Err(at(source, (line, column), message)
                .hint("write it as an escape in double quotes")
                .into());
        }
    }
    Ok(())
}

/// See <https://yaml.org/spec/1.1/#c-printable>.
fn is_allowed(letter: char) -> bool {
    matches!(
        letter,
        '\t' | '\n' | '\r' | '\u{85}' | ' '..='~' | '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..
    )
}

/// What an author most likely has to correct.
fn advice(text: &str, (number, column): Spot, problem: &str) -> Option<String> {
    if ["end of stream", "',' or"].iter().any(|part| problem.contains(part)) {
        return Some(UNCLOSED.to_owned());
    }
    let line = line(text, number)?;
    let here = line.chars().nth(column.saturating_sub(1) as usize);
    let before: String = line.chars().take(column.saturating_sub(1) as usize).collect();
    if here == Some('\t') || before.starts_with('\t') || problem.contains("tab character") {
        return Some("indent with spaces: YAML allows no tab there".to_owned());
    }
    if let Some(letter @ ('%' | '@' | '`' | ',' | ']' | '}')) = here {
        return Some(format!("put the value in quotes: no plain text may start with '{letter}'"));
    }
    if line.contains("{{") || line.contains("{%") {
        return Some("put the value in quotes: '{' starts a mapping in YAML".to_owned());
    }
    let about_keys = problem.contains("':'") || problem.contains("mapping values") || problem.contains("key");
    if about_keys && let Some(word) = glued_key(text, number) {
        return Some(format!("a space is missing after '{word}:'"));
    }
    if problem.contains("mapping values") {
        let colons = line.matches(": ").count() + usize::from(line.trim_end().ends_with(':'));
        return Some(if colons > 1 {
            "put the value in quotes if ': ' is part of it".to_owned()
        } else {
            "check the indentation: the line before it is a value already".to_owned()
        });
    }
    if problem.contains("block sequence entries") {
        return Some("begin the list on its own line, below its key".to_owned());
    }
    if problem.contains("could not find expected ':'") {
        return Some(
            "put a colon and a space after the key, or quotes around text of several lines".to_owned(),
        );
    }
    if problem.contains("expected key")
        || problem.contains("'-' indicator")
        || problem.contains("document start")
    {
        return Some("check the indentation of this line and of those before it".to_owned());
    }
    None
}

/// The word of a line like `name:value` at or just before a line.
fn glued_key(text: &str, number: u32) -> Option<&str> {
    [number, number.saturating_sub(1)].into_iter().find_map(|number| {
        let trimmed = line(text, number)?.trim_start().trim_start_matches("- ");
        let (word, rest) = trimmed.split_once(':')?;
        let is_word =
            !word.is_empty() && word.chars().all(|letter| letter.is_alphanumeric() || "_-.".contains(letter));
        let is_glued =
            rest.starts_with(|letter: char| !letter.is_whitespace() && letter != '/' && letter != ':');
        (is_word && is_glued).then_some(word)
    })
}

/// A line of the text, by its number from 1.
fn line(text: &str, number: u32) -> Option<&str> {
    text.lines().nth(number.checked_sub(1)? as usize)
}
