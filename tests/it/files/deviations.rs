//! Where we differ from Salt on purpose, and why. `docs/decisions/0012` groups them.

use crate::recorded::judge::Deviation;
use crate::recorded::promise::Unforeseen;

const FLAP: &str = "a second run is silent, and Salt's is not";
const LOSS: &str = "nothing is lost that nobody asked to remove";
const HONEST: &str = "a test run says what a real one does";
const EARLY: &str = "what cannot be is found before anything runs";
const WORKS: &str = "it works, and in Salt it breaks";
const LINES: &str = "a line is a line: it ends in a line break and is set apart by none";
const ERRORS: &str = "errors of templates have place and excerpt";
const MADE: &str = "a state that failed shows no change that was not made";
const ASKED: &str = "it is asked for at each run, as in Salt";
const CACHE: &str = "no copy is kept: the tree is on this machine";
const LEFT_OUT: &str = "not supported; docs/states.md says so";
const PID: &str = "process numbers, and the names of temporary files, are those of the run";
const STRICT: &str = "what is missing is an error";

/// Case, part of it, reason.
pub(super) const DEVIATIONS: &[Deviation] = &[
    ("append_nothing", "", STRICT),
    ("blockreplace_append_newline_false", "loud", ASKED),
    ("blockreplace_indented", "", LOSS),
    ("copy_force_same", "test,real", FLAP),
    ("directory_clean_exclude_path", "", LOSS),
    ("directory_clean_required", "test,real", FLAP),
    ("directory_link_refused_force", "test", HONEST),
    ("directory_no_parent", "real", MADE),
    ("keyvalue_no_newline", "after", LINES),
    ("keyvalue_separator", "", LOSS),
    ("line_backup", "after", "the name of the copy ends in the time"),
    ("line_bad_mode", "test,real", EARLY),
    ("line_create", "", LINES),
    ("line_delete_many", "", FLAP),
    ("line_empty_file", "", LINES),
    ("line_insert_bad_location", "test,real", EARLY),
    ("line_insert_end", "", LINES),
    ("line_insert_end_there", "", FLAP),
    ("line_insert_no_newline", "", LINES),
    ("line_insert_start_there", "", FLAP),
    ("line_replace_many", "", FLAP),
    ("managed_dangling_link", "", WORKS),
    ("managed_mapping", "", EARLY),
    ("managed_over_link_same", "", WORKS),
    ("managed_source_dots", "", WORKS),
    ("managed_source_jinja_import", "", WORKS),
    ("managed_source_jinja_syntax", "real", ERRORS),
    ("managed_source_jinja_undefined", "real", ERRORS),
    ("managed_source_keep_mode_there", "test", HONEST),
    ("managed_source_list_hash", "", WORKS),
    ("managed_source_twice_slash", "", WORKS),
    ("prepend_header_there", "test", HONEST),
    ("cached_absolute", "test", HONEST),
    ("cached_and_not", "test,real", CACHE),
    ("cached_salt", "test,real", CACHE),
    ("decode_broken", "test,after", EARLY),
    ("recurse_clean", "test", HONEST),
    ("recurse_clean_exclude", "test", HONEST),
    ("recurse_include_empty", "test,real", "each directory is told once, by its name"),
    ("recurse_keep_symlinks", "test", HONEST),
    ("recurse_keep_symlinks_force", "test", HONEST),
    ("recurse_keep_symlinks_there", "", "what a link should stand at is not written over by a file"),
    ("serialize_check_cmd", "real", MADE),
    ("serialize_merge_broken", "test,real", "errors are those of our readers"),
    ("serialize_pillar_missing", "", STRICT),
    ("serialize_plist", "", LEFT_OUT),
    ("serialize_unicode_yaml", "after", "letters are written as letters: both are the same YAML"),
    ("serialize_yaml_indent", "after", LEFT_OUT),
    ("uncomment_indented", "real,after", WORKS),
    ("patch_plain", "test", PID),
    ("patch_template", "test", PID),
    ("patch_directory", "test", PID),
    ("patch_other", "test,real", PID),
    ("patch_no_source", "test", HONEST),
    ("patch_nothing", "test,real", STRICT),
    ("patch_hash", "test,real", HONEST),
    ("patch_directory_no_strip", "", WORKS),
    ("pruned_empty_directory", "", LEFT_OUT),
    ("pruned_full_directory", "test,real", LEFT_OUT),
    ("pruned_recurse", "", LEFT_OUT),
    ("pruned_none", "test,real", LEFT_OUT),
    ("retention_schedule_none", "test,real", LEFT_OUT),
    ("retention_schedule_recent", "test,real", LEFT_OUT),
    ("retention_schedule_weekly", "test,real", LEFT_OUT),
    ("replace_append_content", "loud", ASKED),
    ("replace_back_reference", "loud", ASKED),
    ("replace_count", "loud", ASKED),
    ("replace_count_one", "loud", ASKED),
    ("replace_empty_match", "loud", ASKED),
    ("replace_group_named", "loud", ASKED),
    ("replace_link", "after", "one copy beside the file that a link leads to is enough"),
    ("symlink_backup_there", "test", HONEST),
    ("symlink_backupname", "test", HONEST),
    ("symlink_backupname_absolute", "test", HONEST),
    ("symlink_directory_force", "real,after", WORKS),
    ("symlink_user_differs", "test", HONEST),
    ("touch_directory", "test,loud", HONEST),
    ("touch_makedirs", "loud", ASKED),
    ("touch_new", "loud", ASKED),
    ("touch_there", "test,loud", HONEST),
    ("touch_times", "loud", "looking at the file has changed when it was read"),
];

/// What a test run cannot know, and why.
pub(super) const UNFORESEEN: &[Unforeseen] = &[
    ("file.directory", "backup", "a real run does not say that it kept what stood there, as in Salt"),
    ("file.directory", "forced", "a real run does not say that an older copy gave way, as in Salt"),
    ("file.keyvalue", "(result)", "a change that show_changes hides is no less a change"),
];
