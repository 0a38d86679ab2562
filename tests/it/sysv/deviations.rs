//! Where we differ from Salt on purpose, and why.

const DIGIT: &str = "a name that begins with a digit is a name";
const HONEST: &str = "a test run says what a real one does";
const SAID: &str = "what failed, and what was said then, is told";
const RUNNABLE: &str = "what cannot be run, or was never enabled, is no service that is";

/// Step, reason.
pub(super) const DEVIATIONS: &[(&str, &str)] = &[
    ("digit again", DIGIT),
    ("digit real", DIGIT),
    ("digit_disabled again", DIGIT),
    ("digit_disabled real", DIGIT),
    ("digit_disabled test", DIGIT),
    ("dud again", SAID),
    ("dud real", SAID),
    ("dud_enabled again", SAID),
    ("dud_enabled real", SAID),
    ("f enable nosuch", SAID),
    ("f get_all", RUNNABLE),
    ("f get_disabled", RUNNABLE),
    ("f get_enabled", RUNNABLE),
    ("f start dud", SAID),
    ("f start nosuch", SAID),
    ("missing_dead test", HONEST),
    ("old_enabled again", SAID),
    ("old_enabled real", SAID),
    ("watch_dead test", HONEST),
    ("watch_stopped test", HONEST),
];
