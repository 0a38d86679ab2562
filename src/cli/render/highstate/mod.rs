//! Salt's `highstate` layout: the result of every state, and a summary.
//!
//! See <https://docs.saltproject.io/en/3007/ref/output/all/salt.output.highstate.html>. It reads the return JSON and
//! not the engine's types, so that it lays out everything that Salt's own outputter accepts; the recorded samples are
//! in `tests/it/outputters/`.

mod entry;
mod summary;
mod wrap;

pub(super) use entry::Entry;
use summary::Summary;

use super::color::{Color, Paint};
use super::nested;
use model::python;
use model::{Map, Value};

/// The level of detail for each state.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Detail {
    /// A paragraph for each.
    #[default]
    Full,
    /// One line for each.
    Terse,
    /// A paragraph for each failure, one line for the others.
    Mixed,
    /// A paragraph for failed or changed states, one line for the others.
    Changes,
}

/// Salt's options of this layout.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Layout {
    /// `state_output`.
    pub detail: Detail,
    /// The `_id` forms of `state_output`: the ID replaces the name.
    pub by_id: bool,
    /// Unchanged states are shown too: `state_verbose`, and neither `state_output_diff` nor `--output-diff`.
    pub verbose: bool,
    /// `state_output_profile`: start and duration are shown.
    pub profile: bool,
    /// `state_output_pct`: the summary has percentages.
    pub percent: bool,
    /// `state_tabular`: lines are aligned as columns.
    pub tabular: bool,
}

impl Default for Layout {
    fn default() -> Self {
        Self {
            detail: Detail::Full,
            by_id: false,
            verbose: true,
            profile: true,
            percent: false,
            tabular: false,
        }
    }
}

impl Layout {
    /// Salt's words for `state_output`.
    pub const STATE_OUTPUTS: &[&str] = &[
        "full",
        "terse",
        "mixed",
        "changes",
        "filter",
        "full_id",
        "terse_id",
        "mixed_id",
        "changes_id",
        "filter_id",
    ];

    /// Reads Salt's word for `state_output`; an unknown word means `full`.
    #[must_use]
    pub fn with_state_output(mut self, word: &str) -> Self {
        let word = word.to_lowercase();
        let (stem, by_id) = word.strip_suffix("_id").map_or((word.as_str(), false), |stem| (stem, true));
        self.by_id = by_id;
        self.detail = match stem {
            "terse" => Detail::Terse,
            "mixed" => Detail::Mixed,
            "changes" => Detail::Changes,
            _ => Detail::Full,
        };
        self
    }
}

/// The whole text for an answer such as `{"local": {tag: {…}}}`, without a line end after the last line.
pub fn render(answer: &Value, layout: Layout, paint: Paint) -> String {
    let Value::Map(minions) = answer else { return nested::render(answer, 0, paint) };
    let parts = minions.iter().map(|(minion, data)| host(&minion.to_string(), data, layout, paint));
    parts.collect::<Vec<_>>().join("\n")
}

fn host(minion: &str, data: &Value, layout: Layout, paint: Paint) -> String {
    let heading = |color| paint.wrap(color, &format!("{minion}:"));
    match data {
        Value::List(errors) => {
            let title = paint.wrap(Color::LightRed, "Data failed to compile:");
            let mut lines = vec![heading(Color::LightRed), format!("    {title}")];
            lines.extend(errors.iter().map(|error| {
                paint.wrap(Color::LightRed, &format!("----------\n    {}", python::text(error)))
            }));
            lines.join("\n")
        }
        Value::Map(states) => states_of(minion, states, layout, paint)
            .unwrap_or_else(|| nested::render(&[(minion, data.clone())].into_iter().collect(), 0, paint)),
        Value::Null => heading(Color::Green),
        other => {
            let text = python::text(other);
            let line = |line: &str| format!("\n{}", paint.wrap(Color::Green, &format!("    {line}")));
            let lines: String = if text.is_empty() { line("") } else { text.lines().map(line).collect() };
            format!("{}{lines}", heading(Color::Cyan))
        }
    }
}

/// The states of a run, in the order in which they ran; none if `states` is not the answer of a state run.
pub(super) fn entries(states: &Map) -> Option<Vec<Entry<'_>>> {
    let mut entries = Vec::new();
    for (tag, state) in states {
        if let Value::Map(state) = state
            && state.contains_key("result")
        {
            entries.push(Entry::read(&tag.to_string(), state)?);
        }
    }
    entries.sort_by_key(|entry| entry.run_num);
    Some(entries)
}

/// None if `states` is not the answer of a state run.
fn states_of(minion: &str, states: &Map, layout: Layout, paint: Paint) -> Option<String> {
    let entries = entries(states)?;
    let mut summary = Summary::default();
    let mut body = String::new();
    let mut host_color = Color::Green;
    for entry in &entries {
        let paragraph = is_paragraph(layout.detail, entry);
        let is_shown = layout.verbose || !entry.is_clean();
        summary.count(entry, is_shown && paragraph);
        host_color = match entry.result {
            Some(false) => Color::Red,
            None => Color::Yellow,
            Some(true) => host_color,
        };
        match (is_shown, paragraph) {
            (false, _) => {}
            (true, true) => entry.write_paragraph(&mut body, layout, paint),
            (true, false) => entry.write_line(&mut body, layout, paint),
        }
    }
    let heading = paint.wrap(host_color, &format!("{minion}:"));
    Some(format!("{heading}\n{body}{}", summary.render(minion, layout, paint)))
}

fn is_paragraph(detail: Detail, entry: &Entry<'_>) -> bool {
    match detail {
        Detail::Full => true,
        Detail::Terse => false,
        Detail::Mixed => entry.result == Some(false),
        Detail::Changes => entry.result != Some(true) || entry.has_changes(),
    }
}
