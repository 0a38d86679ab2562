//! Where we differ from Salt on purpose, and why. `docs/decisions/0013` groups them.

use crate::recorded::Deviation;

const EARLY: &str = "what cannot be is found before anything runs";
const JUDGED: &str = "a test run has done nothing that check_cmd could judge";
const MADE: &str = "a state that failed shows no change that was not made";
const SAYS: &str = "a test run says what would be run";
const HONEST: &str = "a test run says what a real one does";
const FAILED: &str = "what failed is said";
const WHOLE: &str = "a last line that tells of changes is no output, and none of it is shown";

/// Case, part of it, reason.
pub(super) const DEVIATIONS: &[Deviation] = &[
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
];
