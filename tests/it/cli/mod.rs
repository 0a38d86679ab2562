//! The command line as its users see it: stdout, stderr and exit code of whole commands.
//!
//! Snapshots lie beside; `INSTA_UPDATE=always cargo test --test it cli::` writes them anew.

mod acting;
mod aws;
mod broken;
mod commands;
mod cost;
mod functions;
mod junk;
mod lint;
mod runs;
mod states;
mod trails;
mod words;

use super::support::{Place, Printed};

/// Compares all that a command printed with the snapshot of that name.
macro_rules! assert_printed {
    ($name:expr, $printed:expr) => {{
        let printed: $crate::cli::Printed = $printed;
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!($name, printed.whole());
        });
    }};
}
use assert_printed;
