//! Where we differ from Salt on purpose, and why. `docs/decisions/0013` groups them.

const LINES: &str = "only the lines of the address that is named change, and a test run says so";
const LOSS: &str = "nothing is lost that nobody asked to remove";
const HONEST: &str = "a test run says what a real one does";
const MADE: &str = "what was made is shown";
const SAID: &str = "what a program said is told";
const EARLY: &str = "what cannot be is found before anything runs";

/// Case, part of it (`test`, `real`, `after`, `again`, `promise`; several with commas), reason.
const DEVIATIONS: &[(&str, &str, &str)] = &[
    ("cron_absent_special", "test", HONEST),
    ("cron_file_same", "test", "the name of a temporary file"),
    ("cron_present_refused", "real", SAID),
    ("cron_present_to_special", "test", HONEST),
    ("cron_present_to_times", "test", HONEST),
    ("group_absent_first_of_somebody", "real", SAID),
    ("group_present_contradiction", "test,real", EARLY),
    ("group_present_contradiction_same", "test,real", EARLY),
    ("group_present_members_unknown", "real", SAID),
    ("group_present_new_taken", "test", HONEST),
    ("host_absent_both", "test,after", LINES),
    ("host_absent_last", "after", LINES),
    ("host_absent_there", "after", LINES),
    ("host_only_other", "after", LOSS),
    ("host_present_clean", "after", LINES),
    ("host_present_comment", "test,after", LINES),
    ("host_present_comment_new", "after", LINES),
    ("host_present_elsewhere", "after", LINES),
    ("host_present_invalid", "test,real,after", EARLY),
    ("host_present_new", "after", LINES),
    ("host_present_new_alias", "after", LINES),
    ("host_present_two", "after", LINES),
    ("mount_again", "real,again,promise", "a size hides no other option; a mount that goes comes again"),
    ("mount_fstab_absent_not_there", "test", HONEST),
    ("mount_fstab_absent_other_device", "test,real", HONEST),
    ("mount_fstab_present_not_changed", "test", HONEST),
    ("mount_fstab_present_same", "test", HONEST),
    ("mount_mounted_no_table", "test", HONEST),
    ("mount_mounted_only_kept_made", "real", MADE),
    ("mount_mounted_refused", "real", SAID),
    ("ssh_auth_present_invalid", "test", HONEST),
    ("ssh_auth_present_source_missing", "test", HONEST),
    ("sysctl_present_unknown", "after", EARLY),
    ("user_present_groups_missing", "test", HONEST),
    ("user_present_home_missing", "real", MADE),
    ("user_present_new_uid_taken", "real", SAID),
];

/// Why a case differs on purpose.
pub(super) fn deviation(case: &str, what: &str) -> Option<&'static str> {
    let found =
        DEVIATIONS.iter().find(|(name, of, _)| *name == case && of.split(',').any(|part| part == what));
    found.map(|(_, _, why)| *why)
}

/// Names in the list that are no case.
pub(super) fn unknown(is_known: impl Fn(&str) -> bool) -> Vec<String> {
    let unknown = DEVIATIONS.iter().filter(|(name, ..)| !is_known(name));
    unknown.map(|(name, ..)| format!("{name} is no case")).collect()
}
