//! Where we differ from Salt on purpose, and why. `docs/decisions/0013` groups them.

use crate::recorded::judge::Deviation;
use crate::recorded::promise::Unforeseen;

const DONE: &str = "the comment says what was done";
const SAID: &str = "the comment has the words of the program";
const TRUTH: &str = "a test run tells what the real run does";
const WORKS: &str = "it works";
const EARLY: &str = "what cannot be is found before anything runs";
const AHEAD: &str = "an earlier state may make what is missing";
const ASKED: &str = "the declaration asks for it at each run";
const SHOWN: &str = "what was there is shown";
const EMPTY: &str = "an empty list means \"make it empty\"";
const SECRET: &str = "a password is shown nowhere";

/// Label of a step, part of it, reason.
pub(super) const DEVIATIONS: &[Deviation] = &[
    ("cluster_new", "real", DONE),
    ("plugin_unknown", "real", SAID),
    ("policy_applies", "real", DONE),
    ("policy_applies_same", "test,real", WORKS),
    ("policy_mapping", "real", DONE),
    ("policy_mapping_same", "test,real", WORKS),
    ("policy_new", "real", DONE),
    ("policy_no_json", "test,real", EARLY),
    ("policy_no_vhost", "test", AHEAD),
    ("policy_other", "real", DONE),
    ("policy_there_in_vhost", "test,real", WORKS),
    ("policy_wrong", "real", SAID),
    ("upstream_no_plugin", "real", SAID),
    ("upstream_secret", "real", WORKS),
    ("upstream_wrong", "real", SECRET),
    ("user_cleared", "loud", ASKED),
    ("user_forced", "loud", ASKED),
    ("user_full", "test,real", TRUTH),
    ("user_password_empty", "test,real", EARLY),
    ("user_perms", "test,real", SHOWN),
    ("user_perms_no_vhost", "real", SAID),
    ("user_perms_one", "test,real", SHOWN),
    ("user_tags", "test,real", SHOWN),
    ("user_tags_none", "test,real", EMPTY),
    ("vhost_dash", "real", WORKS),
    ("vhost_new", "real", DONE),
    ("vhost_spaces", "real", DONE),
    ("vhost_spaces_there", "test,real", WORKS),
    ("vhost_there", "real", DONE),
];

/// What a test run cannot know, and why.
pub(super) const UNFORESEEN: &[Unforeseen] = &[];
