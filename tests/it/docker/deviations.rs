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

/// Label of a step, part of it, reason.
pub(super) const DEVIATIONS: &[Deviation] = &[
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
