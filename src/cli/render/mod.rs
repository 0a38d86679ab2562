//! All output of the program: the only place that prints.
//!
//! stdout has results, stderr has progress and problems. Every layout is a pure function from the return data to text;
//! [`Layout::render`] selects one of them.

pub mod color;
pub mod findings;
mod forecast;
pub mod graph;
pub mod highstate;
pub mod json;
pub mod junit;
pub mod nested;
pub mod plan;
mod print;
mod problems;
mod progress;
pub mod report;
pub mod runs;
mod status_lines;
mod summary;
pub mod trace;
pub mod txt;

use color::Paint;
pub use print::result_stream;
pub use print::{
    Masked, error_is_terminal, masked_stderr, print_error, print_result, result_is_terminal, write_file,
};
pub use problems::{Report, warnings};
pub use progress::Progress;
pub use status_lines::StatusLines;
pub use summary::{cost, slowest, tally};

use model::Value;
use sls::yaml::{self, Flow};

/// The layouts of `--out`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Outputter {
    /// Salt's text for the results of states.
    Highstate,
    /// Indented keys and values.
    Nested,
    /// JSON.
    Json,
    /// YAML.
    Yaml,
    /// One line per answer.
    Txt,
    /// Python's form, on one line.
    Raw,
    /// Python's form, broken into lines.
    Pprint,
    /// JUnit's XML: a test case for each state.
    Junit,
    /// SARIF, which only `lint` has.
    Sarif,
    /// Text for people, which only `plan` has.
    Text,
    /// Markdown, which only `plan` has.
    Markdown,
    /// Nothing.
    Quiet,
}

impl Outputter {
    /// Every layout.
    pub const ALL: &[Self] = &[
        Self::Highstate,
        Self::Nested,
        Self::Json,
        Self::Yaml,
        Self::Txt,
        Self::Raw,
        Self::Pprint,
        Self::Junit,
        Self::Sarif,
        Self::Text,
        Self::Markdown,
        Self::Quiet,
    ];

    /// The word on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Highstate => "highstate",
            Self::Nested => "nested",
            Self::Json => "json",
            Self::Yaml => "yaml",
            Self::Txt => "txt",
            Self::Raw => "raw",
            Self::Pprint => "pprint",
            Self::Junit => "junit",
            Self::Sarif => "sarif",
            Self::Text => "text",
            Self::Markdown => "markdown",
            Self::Quiet => "quiet",
        }
    }

    /// The one command that has this layout, if not all have it.
    pub fn only_of(self) -> Option<&'static str> {
        match self {
            Self::Sarif => Some("lint"),
            Self::Text | Self::Markdown => Some("plan"),
            _ => None,
        }
    }

    /// The layout that `word` names.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|outputter| outputter.word() == word)
    }
}

/// A layout with its options.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    /// The layout.
    pub outputter: Outputter,
    /// `--out-indent`.
    pub indent: Option<i32>,
    /// Whether colours are used.
    pub paint: Paint,
    /// The options of the `highstate` layout.
    pub highstate: highstate::Layout,
    /// True when keys stay in the order of the data.
    pub is_ordered: bool,
}

impl Layout {
    /// The text of an answer such as `{"local": …}`. No line ends in white space, as in Salt.
    pub fn render(&self, answer: &Value) -> String {
        let mut text = self.whole(answer);
        text.truncate(text.trim_end().len());
        text
    }

    fn whole(&self, answer: &Value) -> String {
        match self.outputter {
            Outputter::Highstate => highstate::render(answer, self.highstate, self.paint),
            Outputter::Text | Outputter::Markdown => nested::render(answer, 0, self.paint),
            Outputter::Nested if self.is_ordered => nested::render_in_order(answer, self.paint),
            Outputter::Nested => nested::render(answer, 0, self.paint),
            Outputter::Json | Outputter::Sarif => json::render(answer, self.indent.unwrap_or(4)),
            Outputter::Yaml => yaml::dump(
                answer,
                self.flow(),
                if self.is_ordered { yaml::Sort::None } else { yaml::Sort::All },
            ),
            Outputter::Txt => txt::render(answer),
            Outputter::Raw => txt::raw(answer),
            Outputter::Pprint => txt::pretty(answer),
            Outputter::Junit => junit::render(answer),
            Outputter::Quiet => String::new(),
        }
    }

    /// A negative indent puts YAML on one line.
    fn flow(&self) -> Flow {
        if self.indent.is_some_and(|indent| indent < 0) { Flow::Inline } else { Flow::Block }
    }

    /// True if programs rather than people read this layout.
    pub fn is_for_programs(&self) -> bool {
        !matches!(self.outputter, Outputter::Highstate | Outputter::Nested | Outputter::Text)
    }
}
