//! Where we differ from Salt on purpose, and why. `docs/decisions/0013` groups them.

use crate::recorded::judge::Deviation;
use crate::recorded::promise::Unforeseen;

const TRUTH: &str = "changes are shown as such, and a zone may be made";
const MERGED: &str = "ports are compared as firewalld merges them";
const EARLY: &str = "what cannot be is found before anything runs";
const SAID: &str = "the comment has the words of the program, and a test run its changes";
const WRITTEN: &str = "a rule is found however it is written";
const WORKS: &str = "it works";
const SHOWN: &str = "that a service is made is a change";
const KEPT: &str = "what is left out is not managed";

/// Label of a step, part of it, reason.
pub(super) const DEVIATIONS: &[Deviation] = &[
    ("all_at_once", "test", TRUTH),
    ("default", "test", TRUTH),
    ("forward", "test", TRUTH),
    ("forward_far_ipv6", "test,real,after", WORKS),
    ("forward_other", "test", TRUTH),
    ("icmp", "test", TRUTH),
    ("icmp_pruned", "test", TRUTH),
    ("icmp_unknown", "test,real", EARLY),
    ("interfaces", "test", TRUTH),
    ("interfaces_of_another", "test,real", SAID),
    ("interfaces_pruned", "test", TRUTH),
    ("masquerade", "test", TRUTH),
    ("masquerade_off", "test", TRUTH),
    ("ports_more", "test", TRUTH),
    ("ports_no_protocol", "test,real", SAID),
    ("ports_none", "test", TRUTH),
    ("ports_pruned", "test", TRUTH),
    ("ports_within", "", MERGED),
    ("ports_within_pruned", "test,after", MERGED),
    ("ports_wrong", "test,real", EARLY),
    ("rich", "test", TRUTH),
    ("rich_quoted", "test,real,after", WORKS),
    ("rich_unquoted", "test,real,after", WRITTEN),
    ("rich_wrong", "test,real", SAID),
    ("service_empty", "test,real", SHOWN),
    ("service_left_out", "test,real,after", KEPT),
    ("service_new", "test,real", SHOWN),
    ("service_none", "test,real", KEPT),
    ("services", "test", TRUTH),
    ("services_pruned", "test", TRUTH),
    ("services_unknown", "test,real", SAID),
    ("sources", "test", TRUTH),
    ("sources_pruned", "test", TRUTH),
    ("zone_new", "test", TRUTH),
    ("zone_wrong_name", "test", TRUTH),
];

/// What a test run cannot know, and why.
pub(super) const UNFORESEEN: &[Unforeseen] = &[];
