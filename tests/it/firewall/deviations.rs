//! Where we differ from Salt on purpose, and why. `docs/decisions/0013` groups them.

use crate::recorded::judge::Deviation;
use crate::recorded::promise::Unforeseen;

const SAID: &str = "the comment has the words of the program";
const EARLY: &str = "what cannot be is found before anything runs";
const SILENT: &str = "a chain without rules is flushed already";
const FLUSH: &str = "a test run names the chain as the real one does";
const SAVED: &str = "what is to be saved is a change, and a test run saves nothing";

const TWICE: &str =
    "a rule is found whatever nft makes of its words; Salt adds it at each run and never finds it to delete";
const WORKS: &str = "it works, and a test run changes nothing";
const TYPE: &str = "a set of another type is not what is declared";
const RANGE: &str = "a range is there if all its addresses are";
const EMPTY: &str = "a set without entries is flushed already";
const AHEAD: &str = "an earlier state may make the set";
const LOSS: &str = "a set that cannot be removed is not emptied";

/// Label of a step, part of it, reason.
pub(super) const DEVIATIONS: &[Deviation] = &[
    ("append_no_chain", "real", SAID),
    ("append_no_option", "real", SAID),
    ("append_no_protocol", "test,real", EARLY),
    ("append_no_target", "real", SAID),
    ("append_saved_other", "test,real", SAVED),
    ("chain_no_table", "real", SAID),
    ("chain_used", "real", SAID),
    ("delete_position", "loud", "the declaration asks for it at each run"),
    ("flush_chain", "test", FLUSH),
    ("flush_chain_empty", "test,real", SILENT),
    ("flush_table", "test", FLUSH),
    ("insert_beyond", "real", SAID),
    ("ipset_entry_comment_spaces", "real,after", WORKS),
    ("ipset_entry_no_set", "real", SAID),
    ("ipset_entry_range_same", "test,real", RANGE),
    ("ipset_entry_range_there", "test,real,after", RANGE),
    ("ipset_entry_wrong", "real", SAID),
    ("ipset_flush_empty", "test,real", EMPTY),
    ("ipset_flush_no_set", "test,real", AHEAD),
    ("ipset_set_other_type", "test,real", TYPE),
    ("ipset_set_used", "real,after", LOSS),
    ("ipset_set_wrong_type", "real", SAID),
    ("nft_append_interface", "after", TWICE),
    ("nft_append_no_chain", "real,after", SAID),
    ("nft_append_no_verdict", "real,after", SAID),
    ("nft_append_ports", "after", TWICE),
    ("nft_chain_half", "test", EARLY),
    ("nft_chain_no_table", "real", SAID),
    ("nft_chain_not_there", "test,real", WORKS),
    ("nft_chain_there", "test,real", WORKS),
    ("nft_delete_not_there", "after", TWICE),
    ("nft_delete_there", "test,real,after", TWICE),
    ("nft_flush_chain", "test", FLUSH),
    ("nft_flush_missing", "test,real", SAID),
    ("nft_insert_new", "after", TWICE),
    ("nft_policy", "after", TWICE),
    ("policy_no_policy", "real", SAID),
];

/// What a test run cannot know, and why.
pub(super) const UNFORESEEN: &[Unforeseen] = &[];
