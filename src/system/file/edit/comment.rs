//! `comment` and `uncomment`: lines whose beginning matches a regular expression.

use super::{Live, changes_of, not_found, operations};
use crate::file::managed::shown_difference;
use crate::file::text::{Flags, Pattern, escape, lines};
use crate::operation::{Operations, act, refused, with};
use crate::{Call, Intent};
use model::{Map, Outcome, Value};

/// The patterns of one call.
struct Lines {
    plain: Pattern,
    commented: Pattern,
    mark: String,
}

impl Lines {
    fn of(call: &Call<'_>) -> Result<Self, String> {
        let regex = call.fields.required_text("regex");
        let mark = call.fields.text("char").unwrap_or_else(|| "#".to_owned());
        let pattern = |text: &str| Pattern::new(text, Flags::default()).map_err(|error| error.to_string());
        let inside = regex.strip_prefix('^').unwrap_or(&regex);
        let escaped = escape(&mark);
        Ok(Self {
            plain: pattern(&format!(r"^(?![ \t]*{escaped})[ \t]*{inside}"))?,
            commented: pattern(&format!(r"^[ \t]*{escaped}[ \t]*{inside}"))?,
            mark,
        })
    }
}

pub(super) fn comment(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    edit(call, live, |found, line| found.plain.is_in(bare(line)).then(|| format!("{}{line}", found.mark)))
}

pub(super) fn uncomment(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    edit(call, live, |found, line| {
        found.commented.is_in(bare(line)).then(|| line.replacen(&found.mark, "", 1))
    })
}

fn bare(line: &str) -> &str {
    line.trim_end_matches(['\n', '\r'])
}

fn edit(call: &Call<'_>, live: &Live, change: impl Fn(&Lines, &str) -> Option<String>) -> Intent<Operations> {
    if live.now.stat.is_none() {
        return not_found(call);
    }
    let found = match Lines::of(call) {
        Ok(found) => found,
        Err(reason) => return refused(reason),
    };
    let old = lines(&live.text);
    let new: String =
        old.iter().map(|line| change(&found, line).unwrap_or_else(|| (*line).to_owned())).collect();
    let is_comment = call.function.verb == "comment";
    if new == live.text {
        let already = old.iter().any(|line| {
            if is_comment { found.commented.is_in(bare(line)) } else { found.plain.is_in(bare(line)) }
        });
        return nothing_to_do(call, is_comment, already);
    }
    let name = call.name;
    let updated: Map = [(name.into(), Value::from("updated"))].into_iter().collect();
    let foreseen = with(Outcome::would_change(format!("File {name} is set to be updated")), updated);
    let difference = shown_difference(live.text.as_bytes(), new.as_bytes(), true);
    let done = if is_comment { "Commented lines successfully" } else { "Uncommented lines successfully" };
    let done = with(Outcome::succeeded(done), changes_of(difference.into()));
    act(foreseen, operations(call, live, new), done)
}

fn nothing_to_do(call: &Call<'_>, is_comment: bool, already: bool) -> Intent<Operations> {
    let regex = call.fields.required_text("regex");
    Intent::Settled(match (already, is_comment) {
        (true, true) => Outcome::succeeded("Pattern already commented"),
        (true, false) => Outcome::succeeded("Pattern already uncommented"),
        (false, _) if call.fields.boolean("ignore_missing") == Some(true) => {
            Outcome::succeeded("Pattern not found and ignore_missing set to True")
        }
        (false, true) => Outcome::failed(format!("{}: Pattern not found", regex.trim_start_matches('^'))),
        (false, false) => Outcome::failed(format!("{regex}: Pattern not found")),
    })
}
