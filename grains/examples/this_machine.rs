//! Prints the grains of this machine as JSON.

use std::io::{self, Write};

use grains::system::{Interface, Process, machine};
use grains::{Sources, collect};

fn main() -> io::Result<()> {
    let mut sources = Sources::default();
    sources.machine = machine();
    sources.interfaces = Interface::of_this_machine();
    sources.process = Some(Process::own(&std::env::current_dir()?));
    let text = serde_json::to_string_pretty(&collect(&sources))?;
    writeln!(io::stdout(), "{text}")
}
