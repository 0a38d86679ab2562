//! States of files beside what Salt 3007 made of the same SLS.

mod deviations;

use crate::recorded::Record;

#[test]
fn states_of_files_end_as_in_salt() {
    let text = include_str!("recorded.json");
    Record { text, deviations: deviations::DEVIATIONS, at_least: 500, compares_again: false }.check();
}
