//! `slsutil.banner`: a comment block of a fixed width.

use crate::Context;
use crate::call::{Bound, CallError};
use model::Value;

const TITLE: &str = "THIS FILE IS MANAGED BY SALT - DO NOT EDIT";
const TEXT: &str = "The contents of this file are managed by Salt. Any changes to this file may be overwritten automatically and without warning.";

pub(super) fn banner(_: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let width = bound.int("width").and_then(|width| usize::try_from(width).ok());
    let width = width.ok_or_else(|| bound.fails("'width' must be a number"))?;
    let (comment, border) = (bound.text("commentchar"), bound.text("borderchar"));
    let or = |name: &str, usual: &str| {
        if bound.value(name).is_null() { usual.to_owned() } else { bound.text(name) }
    };
    let bare = comment.trim();
    let inner = width.saturating_sub(comment.chars().count() + bare.chars().count());
    let line = format!("{comment}{}{bare}", border.repeat(inner));
    let blank = format!("{comment}{}{bare}", " ".repeat(inner));
    let room = inner.saturating_sub(2).max(1);
    let mut lines = vec![];
    lines.extend(bound.value("blockstart").as_str().map(str::to_owned));
    lines.push(line.clone());
    lines.push(blank.clone());
    for part in wrapped(&or("title", TITLE), room) {
        lines.push(format!("{comment} {} {bare}", centred(&part, room)));
    }
    lines.push(blank);
    for part in wrapped(&or("text", TEXT), room) {
        let fill = " ".repeat(room.saturating_sub(part.chars().count()));
        lines.push(format!("{comment} {part}{fill} {bare}"));
    }
    lines.push(line);
    lines.extend(bound.value("blockend").as_str().map(str::to_owned));
    let end = if bound.is_true("newline") { "\n" } else { "" };
    Ok(format!("{}{end}", lines.join("\n")).into())
}

/// Python's `str.center`.
fn centred(text: &str, width: usize) -> String {
    let room = width.saturating_sub(text.chars().count());
    let left = room / 2 + (room & width & 1);
    format!("{}{text}{}", " ".repeat(left), " ".repeat(room - left))
}

/// Python's `textwrap.wrap`: between words, and within words that are too long.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    let mut line = String::new();
    for word in text.split_whitespace() {
        let mut word: Vec<char> = word.chars().collect();
        loop {
            let used = line.chars().count();
            let gap = usize::from(used > 0);
            if used + gap + word.len() <= width {
                line.extend(std::iter::repeat_n(' ', gap));
                line.extend(&word);
                break;
            }
            if word.len() <= width {
                lines.push(std::mem::take(&mut line));
                continue;
            }
            let room = width.saturating_sub(used + gap);
            if room == 0 {
                lines.push(std::mem::take(&mut line));
                continue;
            }
            line.extend(std::iter::repeat_n(' ', gap));
            line.extend(word.drain(..room));
            lines.push(std::mem::take(&mut line));
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}
