//! Where we differ from Salt on purpose, and why. `docs/decisions/0013` groups them.

use crate::recorded::judge::Deviation;
use crate::recorded::promise::Unforeseen;

const SAID: &str = "the comment has the words of the server";
const OWNED: &str =
    "the owner of the database and of all in it is another since Salt failed to give them to it";

/// Label of a step, part of it, reason.
pub(super) const DEVIATIONS: &[Deviation] = &[
    ("database_encoding", "test,real", "what differs is named"),
    ("database_owner_missing", "real", SAID),
    ("database_owner_recurse", "real", "it works"),
    ("extension_missing", "real", SAID),
    ("extension_version", "real", "a version is quoted"),
    ("privileges_database", "test,real", OWNED),
    ("privileges_invalid", "test,real", "what is wrong is said"),
    ("privileges_missing", "real", SAID),
    ("privileges_owner", "test,real", OWNED),
    ("privileges_revoke_all", "test,real", "what is there of the privileges goes"),
    ("privileges_revoke_group", "real", "names are quoted"),
    ("privileges_table_same", "test,real", "names are quoted"),
    ("schema_owner", "test,real", "the owner is part of the declaration"),
    ("tablespace_elsewhere", "test,real", "a test run says what a real one does"),
    ("tablespace_options", "test", "a comment has one line"),
    ("tablespace_owner", "real", "it works"),
    ("user_groups_missing", "real", SAID),
    ("user_needed", "real", SAID),
    ("user_scram", "test,real", "without encrypted the server's own form is used, and that is SCRAM already"),
    ("user_refresh", "loud", "the declaration asks for it at each run"),
];

/// What a test run cannot know, and why.
pub(super) const UNFORESEEN: &[Unforeseen] = &[];
