//! States of files beside what Salt 3007 made of the same SLS.

mod deviations;

use crate::recorded::Record;
use deviations::{DEVIATIONS, UNFORESEEN};

#[test]
fn states_of_files_end_as_in_salt() {
    let record = Record {
        name: "files",
        text: include_str!("recorded.json"),
        deviations: DEVIATIONS,
        unforeseen: UNFORESEEN,
        at_least: 500,
        compares_again: false,
    };
    record.check();
}
