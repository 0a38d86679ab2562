//! States that run programs beside what Salt 3007 made of the same SLS. What must not be touched is played by small
//! programs in the case's `.fake/bin`, the same ones for both.

mod deviations;
mod transactions;

use crate::recorded::Record;
use deviations::{DEVIATIONS, UNFORESEEN};

#[test]
fn states_that_run_programs_end_as_in_salt() {
    let record = Record {
        name: "programs",
        text: include_str!("recorded.json"),
        deviations: DEVIATIONS,
        unforeseen: UNFORESEEN,
        at_least: 380,
        compares_again: true,
    };
    record.check();
}
