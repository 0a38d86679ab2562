//! Where we differ from Salt on purpose, and why. `docs/decisions/0013` groups them.

use crate::recorded::judge::Deviation;
use crate::recorded::promise::Unforeseen;

const SAID: &str = "the comment has the words of the engine, and what was asked";
const DONE: &str = "the comment says what was done";
const TRUTH: &str = "a test run changes nothing and tells what the real run does";
const OPTIONS: &str = "options of the driver are compared";
const EARLY: &str = "what cannot be is found before anything is done";
const DIGEST: &str = "a test run knows whether the registry has another image";
const FAILED: &str = "what failed is said";
const SHOWN: &str = "changes are those that a test run shows";
const KEPT: &str = "what is left out is not managed";
const IDENTITY: &str =
    "changes are those that a test run can know: not the ID of a new container, nor what a pull brings";
const SAME: &str = "what means the same is no difference";
const MAPPING: &str = "a mapping of networks is read";
const AHEAD: &str = "an earlier state may make what is missing";
const OWN_DRIVER: &str = "options of the log do not turn it off";
const HARDWARE: &str = "the address of the link layer is set";

/// Label of a step, part of it, reason.
pub(super) const DEVIATIONS: &[Deviation] = &[
    ("container_both_ports", "test,real", EARLY),
    ("container_broken", "test,real", SAID),
    ("container_ends_at_once", "test,real", SAID),
    ("container_environment", "test,real", IDENTITY),
    ("container_environment_less", "test,real", IDENTITY),
    ("container_forced", "test,real", IDENTITY),
    ("container_forced", "loud", "force replaces at each run, as it does in Salt"),
    ("container_full", "test,real", IDENTITY),
    ("container_full_other", "test,real", IDENTITY),
    ("container_full_same", "test,real,after", SAME),
    ("container_hardware_address", "test,real,after", HARDWARE),
    ("container_health", "test,real,after", IDENTITY),
    ("container_host_network", "test,real", IDENTITY),
    ("container_image_newer", "test,real", IDENTITY),
    ("container_image_other", "test,real", IDENTITY),
    ("container_image_to_pull", "test,real", IDENTITY),
    ("container_image_unknown", "test,real", SAID),
    ("container_left_out", "test,real,after", KEPT),
    ("container_left_out_gone", "real", IDENTITY),
    ("container_log_opt_alone", "test,real,after", OWN_DRIVER),
    ("container_log_opt_gone", "real", IDENTITY),
    ("container_network_missing", "test", AHEAD),
    ("container_networks", "test,real", IDENTITY),
    ("container_networks_kept", "test,real,after", KEPT),
    ("container_networks_left_out", "test,real,after", KEPT),
    ("container_networks_none", "test,real", KEPT),
    ("container_networks_same", "test,real", MAPPING),
    ("container_new", "test,real", IDENTITY),
    ("container_new_not_started", "test,real", IDENTITY),
    ("container_own_network", "test,real", IDENTITY),
    ("container_paused", "test", TRUTH),
    ("container_ports", "test,real", IDENTITY),
    ("container_publish_all", "test,real", IDENTITY),
    ("container_pulled", "test,real", IDENTITY),
    ("container_removes_itself", "test,real", IDENTITY),
    ("container_removes_itself_replaced", "test,real", IDENTITY),
    ("container_replaced_not_started", "test,real", IDENTITY),
    ("container_same", "test,real,after", SAME),
    ("container_shares", "test,real", IDENTITY),
    ("container_sparse", "test,real", IDENTITY),
    ("container_without_effect", "test,real", IDENTITY),
    ("container_wrong_address", "test,real", EARLY),
    ("container_wrong_path", "test,real", EARLY),
    ("container_wrong_policy", "test,real", EARLY),
    ("container_wrong_port", "test,real", EARLY),
    ("image_broken", "real", FAILED),
    ("image_build", "test,real", "images are pulled; the advice names the program"),
    ("image_forced_newer", "real", SHOWN),
    ("image_forced_same", "test,real", DIGEST),
    ("image_new", "real", SHOWN),
    ("image_registry", "real", SHOWN),
    ("image_removed", "real", SHOWN),
    ("image_several", "real", SHOWN),
    ("image_two_names", "test,real,after", "the name that is meant goes"),
    ("image_unknown", "real", SAID),
    ("image_used", "real", SAID),
    ("network_alone", "test", TRUTH),
    ("network_connected_again", "test", TRUTH),
    ("network_containers", "test,real", TRUTH),
    ("network_left_out", "", KEPT),
    ("network_left_out_kept", "", KEPT),
    ("network_options", "test,real", OPTIONS),
    ("network_overlap", "real", SAID),
    ("network_pool_without_subnet", "test,real", EARLY),
    ("network_replaced", "test", TRUTH),
    ("network_wrong_subnet", "test,real", SAID),
    ("volume_driver", "test,real", TRUTH),
    ("volume_driver_forced", "test,real", DONE),
    ("volume_new", "real", DONE),
    ("volume_no_driver", "real", SAID),
    ("volume_options", "real", DONE),
    ("volume_options_other", "test,real", OPTIONS),
    ("volume_there", "test,real", TRUTH),
    ("volume_used", "test,real", TRUTH),
];

/// What a test run cannot know, and why.
pub(super) const UNFORESEEN: &[Unforeseen] = &[];
