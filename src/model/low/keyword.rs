//! The keywords under a declaration that control the call and are no arguments of the function.

use std::fmt;

/// A word that Salt's state compiler or runtime reserves, requisites excepted.
///
/// See <https://docs.saltproject.io/en/3007/ref/states/requisites.html> and
/// <https://docs.saltproject.io/en/3007/ref/states/global_state_arguments.html>. `runas`, `timeout`, `umask`, `cwd`,
/// `shell` and their like are arguments of some functions too: [`super::Low::argument`] finds them.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Keyword {
    /// Aggregates calls of one module; accepted and without effect.
    Aggregate,
    /// Commands or functions that must succeed after the call.
    CheckCmd,
    /// Files whose existence makes the call unnecessary.
    Creates,
    /// Ends the run when this state fails.
    Failhard,
    /// Sends an event; accepted and without effect if there is no master.
    FireEvent,
    /// Makes `onfail` targets that failed count as handled.
    OnfailStop,
    /// Calls only if these commands or functions succeed.
    Onlyif,
    /// Lets the next state start before this one ends.
    Parallel,
    /// Reloads grains after the call.
    ReloadGrains,
    /// Reloads modules after the call.
    ReloadModules,
    /// Reloads pillar after the call.
    ReloadPillar,
    /// Calls again until it succeeds.
    Retry,
    /// The user for `unless` and `onlyif` commands.
    Runas,
    /// The password of that user, on Windows.
    RunasPassword,
    /// Calls only if these commands or functions fail.
    Unless,
    /// The deadline of `unless` and `onlyif` commands, in seconds.
    Timeout,
    /// The file mode mask while the function runs.
    Umask,
}

impl Keyword {
    /// Every keyword.
    pub const ALL: &[Self] = &[
        Self::Aggregate,
        Self::CheckCmd,
        Self::Creates,
        Self::Failhard,
        Self::FireEvent,
        Self::OnfailStop,
        Self::Onlyif,
        Self::Parallel,
        Self::ReloadGrains,
        Self::ReloadModules,
        Self::ReloadPillar,
        Self::Retry,
        Self::Runas,
        Self::RunasPassword,
        Self::Unless,
        Self::Timeout,
        Self::Umask,
    ];

    /// The word as it is written in an SLS.
    pub fn word(self) -> &'static str {
        match self {
            Self::Aggregate => "aggregate",
            Self::CheckCmd => "check_cmd",
            Self::Creates => "creates",
            Self::Failhard => "failhard",
            Self::FireEvent => "fire_event",
            Self::OnfailStop => "onfail_stop",
            Self::Onlyif => "onlyif",
            Self::Parallel => "parallel",
            Self::ReloadGrains => "reload_grains",
            Self::ReloadModules => "reload_modules",
            Self::ReloadPillar => "reload_pillar",
            Self::Retry => "retry",
            Self::Runas => "runas",
            Self::RunasPassword => "runas_password",
            Self::Unless => "unless",
            Self::Timeout => "timeout",
            Self::Umask => "umask",
        }
    }

    /// The keyword that `word` is, if it is one.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|keyword| keyword.word() == word)
    }
}

impl fmt::Display for Keyword {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.word())
    }
}
