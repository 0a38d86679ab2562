//! The way out: results to stdout or a file, problems to stderr.

use std::fs::OpenOptions;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

/// True when results are seen by a person.
pub fn result_is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// True when progress and problems are seen by a person.
pub fn error_is_terminal() -> bool {
    io::stderr().is_terminal()
}

/// Prints a result. A reader that has gone away has seen enough: that is no failure.
pub fn print_result(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match write_line(&mut out, text).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// Prints progress or problems. Where stderr cannot be written, nobody is there to be told so.
pub fn print_error(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// Writes a result to a file that only its owner may read: results hold what pillar holds.
pub fn write_file(path: &Path, text: &str, append: bool) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.create(true).write(true).append(append).truncate(!append);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    write_line(&mut options.open(path)?, text)
}

fn write_line(out: &mut impl Write, text: &str) -> io::Result<()> {
    if text.is_empty() {
        return Ok(());
    }
    out.write_all(text.as_bytes())?;
    out.write_all(b"\n")
}
