//! Salt's filters with regular expressions.

use super::Table;
use crate::jinja::py::{Args, Py};
use crate::jinja::raise::{Outcome, Raise};
use crate::jinja::vm::{MAX_TEXT, Vm};
use model::pattern::{Flags, Pattern, PatternError, escape};

pub(super) const TABLE: Table = &[
    ("regex_search", |_, value, args| groups(&value, args, Pattern::new)),
    ("regex_match", |_, value, args| groups(&value, args, Pattern::at_start)),
    ("regex_replace", replace),
    ("regex_escape", |_, value, _| Ok(escape(&value.text()?).into())),
];

/// Compiles a pattern.
type Compile = fn(&str, Flags) -> Result<Pattern, PatternError>;

/// The flags that the arguments `ignorecase` and `multiline` set.
pub(in crate::jinja) fn flags(ignore_case: Option<Py>, multiline: Option<Py>) -> Outcome<Flags> {
    let flag = |value: Option<Py>| value.map_or(Ok(false), |value| value.truth());
    Ok(Flags { ignore_case: flag(ignore_case)?, multiline: flag(multiline)?, ..Flags::default() })
}

/// The groups of a match, or the whole match if there are none; `None` without a match.
fn groups(value: &Py, args: Args, compile: Compile) -> Outcome<Py> {
    let [pattern, ignore_case, multiline] = args.bind("regex_search", ["rgx", "ignorecase", "multiline"])?;
    let pattern = pattern.unwrap_or(Py::None).text()?;
    let pattern = compile(&pattern, flags(ignore_case, multiline)?).map_err(Raise::new)?;
    let text = value.text()?;
    let Some(found) = pattern.groups(&text).map_err(Raise::new)? else { return Ok(Py::None) };
    let first = usize::from(found.len() > 1);
    Ok(Py::tuple(found[first..].iter().map(|group| group.map_or(Py::None, Py::from)).collect()))
}

fn replace(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [pattern, with, ignore_case, multiline] =
        args.bind("regex_replace", ["rgx", "val", "ignorecase", "multiline"])?;
    let pattern = pattern.unwrap_or(Py::None).text()?;
    let pattern = Pattern::new(&pattern, flags(ignore_case, multiline)?).map_err(Raise::new)?;
    let (text, with) = (value.text()?, with.unwrap_or(Py::None).text()?);
    // Each letter may match, and the whole replacement is inserted for each match.
    if text.len().saturating_add(1).saturating_mul(with.len()) > 16 * MAX_TEXT {
        return Err(Raise::new("the text would be too long"));
    }
    let (out, _) = pattern.replace(&text, &with, 0, false).map_err(Raise::new)?;
    if out.len() > MAX_TEXT {
        return Err(Raise::new("the text would be too long"));
    }
    Ok(out.into())
}
