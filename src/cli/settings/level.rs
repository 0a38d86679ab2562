//! Salt's words for log levels.

/// The log level, from nothing to everything.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Level {
    /// Nothing.
    Quiet,
    /// `critical` and `error`.
    Error,
    /// Warnings for the author.
    Warning,
    /// The actions.
    Info,
    /// The details of the actions.
    Debug,
    /// Everything: `profile`, `trace`, `garbage` and `all`.
    Trace,
}

impl Level {
    /// The words that [`Level::parse`] knows.
    pub const WORDS: &[&str] =
        &["all", "garbage", "trace", "debug", "profile", "info", "warning", "error", "critical", "quiet"];

    /// The level with Salt's word.
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
