//! Where we differ from Salt on purpose, and why. `docs/decisions/0013` groups them.

use crate::recorded::judge::Deviation;
use crate::recorded::promise::Unforeseen;

const BLANKS: &str = "empty lines that the state does not manage stay";
const EARLY: &str = "what cannot be is found before anything runs";
const JUDGED: &str = "a test run has done nothing that check_cmd could judge";
const MADE: &str = "a state that failed shows no change that was not made";
const SAYS: &str = "a test run says what would be run";
const HONEST: &str = "a test run says what a real one does";
const ASKED: &str = "it is asked for at each run, as in Salt";
const BREAKS: &str = "it works, and in Salt it breaks";
const FETCHED: &str = "what was fetched is told, also where it took the place of what was there";
const COMMIT: &str = "it is the commit that counts, by its whole name";
const EMPTY: &str = "what was cloned and never checked out is at no commit yet";
const KEPT: &str = "what is known of the remote stays, and need not be fetched again";
const LINE: &str = "only the line that is meant changes";
const LISTED: &str = "what was taken out is listed by its names";
const REFUSED: &str = "what leads out is refused before anything is written; set-user bits are not kept";
const ORDER: &str = "what changes stands before what does not, in a test run too";
const PART: &str = "what is cloned in part has the tags of that part, and a second run is silent";
const UNPURGED: &str = "what is no longer to be purged is a change of that package";
const WORDS: &str = "why it failed is said in the program's own words";
const FAILED: &str = "what failed is said";
const WHOLE: &str = "a last line that tells of changes is no output, and none of it is shown";

const HELD: &str = "what a disk holds is destroyed only where that is asked for";
const FORMER: &str = "a test run shows the change, and what was there before is the old one";

/// Case, part of it, reason.
pub(super) const DEVIATIONS: &[Deviation] = &[
    ("ini_options_present_strict", "after", BLANKS),
    ("ini_sections_absent_there", "after", BLANKS),
    ("blockdev_formatted", "real", FORMER),
    ("blockdev_formatted_lazy", "real", FORMER),
    ("blockdev_formatted_other_forced", "real", FORMER),
    ("blockdev_formatted_other", "test,real,after,again", HELD),
    ("blockdev_formatted_inode_size", "real,after,again", BREAKS),
    ("cmd_run_check_cmd", "test", JUDGED),
    ("cmd_run_env_bad", "test,real,again", EARLY),
    ("cmd_run_stateful_changed", "test", SAYS),
    ("cmd_run_stateful_changed_pid", "test,real,again", WHOLE),
    ("cmd_run_stateful_fails", "test,real,again", WHOLE),
    ("cmd_run_stateful_fails_unchanged", "test", SAYS),
    ("cmd_run_stateful_json", "test", SAYS),
    ("cmd_run_stateful_json_list", "test", SAYS),
    ("cmd_run_stateful_json_text", "test", SAYS),
    ("cmd_run_stateful_json_unchanged", "test", SAYS),
    ("cmd_run_stateful_no_changed", "test", SAYS),
    ("cmd_run_stateful_not_boolean", "test", SAYS),
    ("cmd_run_stateful_one_line", "test,real,again", WHOLE),
    ("cmd_run_stateful_silent", "test", SAYS),
    ("cmd_run_stateful_silent_fails", "test", SAYS),
    ("cmd_run_stateful_test_name", "test,real,again", WHOLE),
    ("cmd_run_stateful_test_name_fails", "promise", "what test_name says, the author answers for"),
    ("cmd_run_stateful_two_equals", "test", SAYS),
    ("cmd_run_stateful_unchanged", "test", SAYS),
    ("cmd_run_stateful_unclosed", "test", SAYS),
    ("cmd_run_stateful_unreadable", "test", SAYS),
    ("cmd_run_stateful_watches", "test", SAYS),
    ("cmd_run_success_retcodes_bad", "test", EARLY),
    ("cmd_run_template_unknown", "test", EARLY),
    ("cmd_script_missing", "test,real,again", MADE),
    ("cmd_script_missing_absolute", "real,again", MADE),
    ("cmd_script_stateful", "test", SAYS),
    ("cmd_script_stateful_test_name", "test,real,again", WHOLE),
    ("cmd_wait_stateful", "test,real,again", WHOLE),
    ("service_dead_missing", "test", HONEST),
    ("service_running_enable_dud", "real,again", FAILED),
    ("service_watch_dead_active", "test", HONEST),
    ("service_watch_running_dead", "test", HONEST),
    ("archive_extracted_hash", "test,real,again", WORDS),
    ("archive_extracted_overwrite", "loud", ASKED),
    ("archive_extracted_owner_there", "test", BREAKS),
    ("archive_extracted_not_tar", "test,real,again", WORDS),
    ("archive_extracted_wrong_force", "test", HONEST),
    ("archive_extracted_zip_command", "real", LISTED),
    ("archive_extracted_zip_not_zip", "test,real,again", WORDS),
    ("archive_extracted_zip_options", "real", LISTED),
    ("archive_extracted_zip_options_quiet", "real", BREAKS),
    ("archive_extracted_zip_out", "test,real,after,again", REFUSED),
    ("archive_extracted_zip_overwrite", "loud", ASKED),
    ("archive_extracted_zip_password_wrong", "test,real,after,again", EARLY),
    ("archive_extracted_zip_root", "test,real,after,again", REFUSED),
    ("archive_extracted_zip_salt", "test,real,again", EARLY),
    ("archive_extracted_zip_setuid", "after", REFUSED),
    ("archive_extracted_zip_wrong_force", "test", HONEST),
    ("archive_extracted_zstd", "test,real,after,again", BREAKS),
    ("git_cloned_branch_missing", "real,again", WORDS),
    ("git_cloned_not_git", "test,real,again", WORDS),
    ("git_config_set_global", "test", HONEST),
    ("git_config_set_multivar", "test", HONEST),
    ("git_config_set_new", "test", HONEST),
    ("git_config_set_other", "test", HONEST),
    ("git_config_unset_many_all", "real", BREAKS),
    ("git_config_unset_plain", "real", BREAKS),
    ("git_detached_clone_commit_short", "real,again,promise", COMMIT),
    ("git_detached_clone_ended_early", "test,real,after", EMPTY),
    ("git_detached_clone_missing", "test,real,again", EARLY),
    ("git_detached_clone_rev_missing", "test,after", EARLY),
    ("git_detached_clone_tag_annotated", "real,again", COMMIT),
    ("git_detached_elsewhere", "test", HONEST),
    ("git_detached_elsewhere", "real,after", KEPT),
    ("git_detached_newer", "test", HONEST),
    ("git_detached_newer_dirty", "test", HONEST),
    ("git_detached_newer_dirty_force", "test", HONEST),
    ("git_detached_newer_dirty_reset", "test", HONEST),
    ("git_detached_newer_tag", "test", HONEST),
    ("git_detached_other_remote", "test", HONEST),
    ("git_detached_rev_missing", "test", EARLY),
    ("git_detached_rewritten", "test", HONEST),
    ("git_detached_rewritten", "real", FETCHED),
    ("git_detached_tag_back", "test", HONEST),
    ("git_detached_tag_moved", "test", HONEST),
    ("git_detached_tag_moved", "real", FETCHED),
    ("git_detached_there", "test", HONEST),
    ("git_detached_there_dirty", "test", HONEST),
    ("git_detached_there_dirty_reset", "test", HONEST),
    ("git_detached_there_on_branch", "test", HONEST),
    ("git_latest_clone", "test", HONEST),
    ("git_latest_clone_bare", "test", HONEST),
    ("git_latest_clone_branch", "test", HONEST),
    ("git_latest_clone_branch_named", "test", HONEST),
    ("git_latest_clone_branch_own", "test", HONEST),
    ("git_latest_clone_depth", "test,again", PART),
    ("git_latest_clone_empty_directory", "test", HONEST),
    ("git_latest_clone_full_directory_force", "test", HONEST),
    ("git_latest_clone_mirror", "test", HONEST),
    ("git_latest_clone_remote", "test", HONEST),
    ("git_latest_clone_tag", "test", HONEST),
    ("git_latest_clone_tag_annotated", "test", HONEST),
    ("git_latest_clone_user", "test", HONEST),
    ("git_latest_new_tag", "test", HONEST),
    ("git_latest_newer", "test", HONEST),
    ("git_latest_newer_branch", "test", HONEST),
    ("git_latest_newer_dirty_force", "test", HONEST),
    ("git_latest_newer_dirty_remote_changes", "test", HONEST),
    ("git_latest_newer_not_head", "test", HONEST),
    ("git_latest_other_branch_only_rev_force", "test", HONEST),
    ("git_latest_own_commit_force", "test", HONEST),
    ("git_latest_rewritten_force", "real", FETCHED),
    ("git_latest_rewritten_force_fetch", "real", FETCHED),
    ("git_latest_tag_back_force", "test", HONEST),
    ("git_latest_tag_gone", "test", HONEST),
    ("ini_options_present_no_spaces", "after", LINE),
    ("ini_sections_present_new", "real,after,again", BREAKS),
    ("ini_sections_present_there", "real,again", BREAKS),
    ("pkg_held_pkgs", "test", HONEST),
    ("pkg_held_plain", "test", HONEST),
    ("pkg_held_replace", "test", HONEST),
    ("pkg_installed_deep", "test", HONEST),
    ("pkg_installed_downgrade", "test", HONEST),
    ("pkg_installed_held_upgrade", "test", HONEST),
    ("pkg_installed_hold", "test", HONEST),
    ("pkg_installed_hold_pkgs", "test", ORDER),
    ("pkg_installed_latest", "test", HONEST),
    ("pkg_installed_name_version", "test", HONEST),
    ("pkg_installed_name_version_above", "test", HONEST),
    ("pkg_installed_name_version_epoch_not_ignored", "test", HONEST),
    ("pkg_installed_name_version_glob", "test", HONEST),
    ("pkg_installed_name_version_missing", "test", HONEST),
    ("pkg_installed_pkgs_many", "test", HONEST),
    ("pkg_installed_pkgs_one_missing", "test", HONEST),
    ("pkg_installed_pkgs_versions", "test", HONEST),
    ("pkg_installed_purge_desired", "real", UNPURGED),
    ("pkg_installed_reinstall", "test,loud", ASKED),
    ("pkg_installed_upgrade", "test", HONEST),
    ("pkg_purged_broken", "test", HONEST),
    ("pkg_purged_left", "test", HONEST),
    ("pkg_purged_pkgs", "test", HONEST),
    ("pkg_purged_plain", "test", HONEST),
    ("pkg_purged_version", "test", HONEST),
    ("pkg_removed_broken", "test", HONEST),
    ("pkg_removed_pkgs", "test", HONEST),
    ("pkg_removed_plain", "test", HONEST),
    ("pkg_removed_version", "test", HONEST),
    ("pkg_unheld_all", "test", HONEST),
    ("pkg_unheld_plain", "test", HONEST),
];

/// What a test run cannot know, and why.
pub(super) const UNFORESEEN: &[Unforeseen] = &[
    ("cmd", "*", "what a command says and how it ends is known when it has run"),
    ("cmd", "(result)", "a stateful command says itself whether it changed something"),
    ("git.latest", "forced update", "whether a commit follows from ours is known when it is fetched"),
];
