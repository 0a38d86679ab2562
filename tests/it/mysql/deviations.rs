//! Where we differ from Salt on purpose, and why. `docs/decisions/0013` groups them.

use crate::recorded::judge::Deviation;
use crate::recorded::promise::Unforeseen;

const SAID: &str = "the comment has the words of the server";
const WORKS: &str = "it works";
const ASKED: &str = "the declaration asks for it at each run";
const READ: &str = "PyMySQL, which the record has, breaks at Salt's queries";
const ALIAS: &str = "utf8 is another name of utf8mb3";
const OPTION: &str = "the option is part of the declaration";
const COLUMNS: &str = "columns are read as the server writes them";

/// Label of a step, part of it, reason.
pub(super) const DEVIATIONS: &[Deviation] = &[
    ("database_letters_alone", "real", WORKS),
    ("database_no_letters", "real", SAID),
    ("database_of_the_server", "test,real", "what cannot be is found before anything runs"),
    ("database_utf8", "test,real", ALIAS),
    ("grant_columns", "real", COLUMNS),
    ("grant_columns_same", "test,real", COLUMNS),
    ("grant_no_privilege", "real", SAID),
    ("grant_no_user", "real", SAID),
    ("grant_of_all", "test,real", "all privileges include each one"),
    ("grant_option", "test,real", OPTION),
    ("grant_pattern", "real", WORKS),
    ("query_no_database", "test,real", "a database that is missing fails a real run"),
    ("query_output", "real", READ),
    ("query_output", "loud", ASKED),
    ("query_output_kept", "test,real", READ),
    ("query_run", "real", READ),
    ("query_run", "loud", ASKED),
    ("query_wrong", "real", SAID),
    ("revoke_some", "test,real", "what is there of the privileges goes"),
];

/// What a test run cannot know, and why.
pub(super) const UNFORESEEN: &[Unforeseen] = &[];
