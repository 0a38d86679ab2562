//! Salt's words for what is logged.

/// How much is logged, from nothing to everything.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Level {
    /// Nothing.
    Quiet,
    /// `critical` and `error`.
    Error,
    /// What an author should know.
    Warning,
    /// What is done.
    Info,
    /// How it is done.
    Debug,
    /// Everything: `profile`, `trace`, `garbage` and `all`.
    Trace,
}

impl Level {
    /// The words that [`Level::parse`] knows.
    pub const WORDS: &[&str] =
        &["all", "garbage", "trace", "debug", "profile", "info", "warning", "error", "critical", "quiet"];

    /// The level that Salt calls so.
    pub fn parse(word: &str) -> Option<Self> {
        Some(match word.to_lowercase().as_str() {
            "quiet" => Self::Quiet,
            "critical" | "error" => Self::Error,
            "warning" => Self::Warning,
            "info" => Self::Info,
            "debug" => Self::Debug,
            "profile" | "trace" | "garbage" | "all" => Self::Trace,
            _ => return None,
        })
    }
}
