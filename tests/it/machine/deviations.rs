//! Where we differ from Salt on purpose, and why. `docs/decisions/0013` groups them.

use crate::recorded::judge::Deviation;
use crate::recorded::promise::Unforeseen;

const LINES: &str = "only the lines of the address that is named change, and a test run says so";
const LOSS: &str = "nothing is lost that nobody asked to remove";
const HONEST: &str = "a test run says what a real one does";
const MADE: &str = "what was made is shown";
const SAID: &str = "what a program said is told";
const COPY: &str = "the file is written whole, and no copy or empty line is left of it";
const KEYS: &str = "a key is looked at on each run, and its directory is made";
const SECTIONS: &str = "only the options that are named change";
const DEALT: &str = "what is not named of a new account the system deals out";
const EARLY: &str = "what cannot be is found before anything runs";

/// Case, part of it, reason.
pub(super) const DEVIATIONS: &[Deviation] = &[
    ("acl_present_default_of_file", "test,real", EARLY),
    ("acl_present_own_group", "test,real", "permissions are shown as getfacl shows them"),
    ("acl_present_unknown", "real", "no program is called"),
    ("alias_absent_lines", "after", LOSS),
    ("alias_absent_there", "after", LOSS),
    ("alias_present_lines", "test,real,after", "an entry of several lines is read whole"),
    ("alias_present_new", "after", LOSS),
    ("alias_present_other", "after", LOSS),
    ("alias_present_several", "after", LOSS),
    ("alternatives_auto_by_hand", "real", "what it comes to is a change, whatever the program says"),
    ("alternatives_auto_unknown", "test,real", EARLY),
    ("alternatives_install_missing", "real", SAID),
    ("alternatives_remove_last", "real", MADE),
    ("alternatives_remove_unknown", "test,real", "what is not there need not be removed"),
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
    ("kmod_absent_kept", "after", COPY),
    ("kmod_absent_kept_away", "after", COPY),
    ("kmod_absent_only_kept", "real,after", "a line goes also where nothing is loaded"),
    ("kmod_present_kept_commented", "after", COPY),
    ("mount_again", "real,loud,promise", "a size hides no other option; a mount that goes comes again"),
    ("mount_fstab_absent_not_there", "test", HONEST),
    ("mount_fstab_absent_other_device", "test,real", HONEST),
    ("mount_fstab_present_not_changed", "test", HONEST),
    ("mount_fstab_present_same", "test", HONEST),
    ("mount_mounted_no_table", "test", HONEST),
    ("mount_mounted_only_kept_made", "real", MADE),
    ("mount_mounted_refused", "real", SAID),
    ("pkgrepo_absent_apt_key", "real,after", "the key goes"),
    ("pkgrepo_absent_apt_main", "after", "the last line of the main file goes too"),
    ("pkgrepo_absent_rpm_with_others", "after", SECTIONS),
    ("pkgrepo_managed_apt_clean", "test,real", "the lines that go are shown"),
    ("pkgrepo_managed_apt_comment", "test", HONEST),
    ("pkgrepo_managed_apt_invalid", "test", EARLY),
    ("pkgrepo_managed_apt_key_insecure", "test,real", "it is False that forbids it"),
    ("pkgrepo_managed_apt_key_missing", "test,real", SAID),
    ("pkgrepo_managed_apt_key_no_server", "test", EARLY),
    ("pkgrepo_managed_apt_key_twice", "test,real", EARLY),
    ("pkgrepo_managed_apt_ppa", "test", EARLY),
    ("pkgrepo_managed_apt_same_slash", "test,real,after", "a last slash makes no other source"),
    ("pkgrepo_managed_apt_signed_key_missing", "test,real,after", KEYS),
    ("pkgrepo_managed_apt_signed_no_directory", "real,after", KEYS),
    ("pkgrepo_managed_apt_signed_nowhere", "test", EARLY),
    ("pkgrepo_managed_rpm_comments", "test,after", SECTIONS),
    ("pkgrepo_managed_rpm_disable", "test", HONEST),
    ("pkgrepo_managed_rpm_disable_not_said", "test", HONEST),
    ("pkgrepo_managed_rpm_less", "test", HONEST),
    ("pkgrepo_managed_rpm_more", "test", HONEST),
    ("pkgrepo_managed_rpm_new_no_place", "test", EARLY),
    ("pkgrepo_managed_rpm_new_two_places", "test", EARLY),
    ("pkgrepo_managed_rpm_other_place", "test", HONEST),
    ("pkgrepo_managed_rpm_to_mirrorlist", "test,real", MADE),
    ("pkgrepo_managed_rpm_with_others", "test", HONEST),
    ("ssh_auth_present_invalid", "test", HONEST),
    ("ssh_auth_present_source_missing", "test", HONEST),
    ("sysctl_present_unknown", "after", EARLY),
    ("user_present_groups_missing", "test", HONEST),
    ("user_present_home_missing", "real", MADE),
    ("user_present_new_uid_taken", "real", SAID),
];

/// What a test run cannot know, and why.
pub(super) const UNFORESEEN: &[Unforeseen] = &[
    ("group.present", "gid", DEALT),
    ("user.present", "fullname", DEALT),
    ("user.present", "gid", DEALT),
    ("user.present", "groups", DEALT),
    ("user.present", "home", DEALT),
    ("user.present", "homephone", DEALT),
    ("user.present", "other", DEALT),
    ("user.present", "passwd", DEALT),
    ("user.present", "roomnumber", DEALT),
    ("user.present", "shell", DEALT),
    ("user.present", "uid", DEALT),
    ("user.present", "workphone", DEALT),
];
