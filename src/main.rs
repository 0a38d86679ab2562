//! The `orchestrate` binary: hands over to the command line and exits with its code.
fn main() {}
