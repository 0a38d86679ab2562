//! The way out: results to stdout or a file, problems to stderr; secrets are removed from all of it. A terminal gets no character that it
//! would obey, such as those that a local user can put into the name of a file.

use std::fs::OpenOptions;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use super::status_lines::above;
use model::secret;
use model::terminal::harmless_but_colours;

/// True when a person sees results.
pub fn result_is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// True when a person sees progress and problems.
pub fn error_is_terminal() -> bool {
    io::stderr().is_terminal()
}

/// Prints a result. A reader that has closed the pipe is not a failure.
pub fn print_result(text: &str) -> io::Result<()> {
    let text = if result_is_terminal() { harmless_but_colours(text) } else { text.into() };
    let printed = above(|| {
        let mut out = io::stdout().lock();
        write_line(&mut out, &text).and_then(|()| out.flush())
    });
    match printed {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// Stdout as a stream, for commands that talk with a program at the other end.
pub fn result_stream() -> io::Result<std::fs::File> {
    Ok(std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned()?.into())
}

/// Prints progress or problems. If stderr cannot be written, nobody reads it, and the failure is ignored.
pub fn print_error(text: &str) {
    let text = if error_is_terminal() { harmless_but_colours(text) } else { text.into() };
    let _ = above(|| io::stderr().lock().write_all(secret::masked(&text).as_bytes()));
}

/// Writes a result to a file that only its owner may read, because results may hold the pillar.
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
    out.write_all(secret::masked(text).as_bytes())?;
    out.write_all(b"\n")
}

/// The log's output on a terminal.
pub fn masked_stderr() -> Masked<AboveStatusLines> {
    Masked(AboveStatusLines)
}

/// Stderr, above the status lines.
#[derive(Debug)]
pub struct AboveStatusLines;

impl Write for AboveStatusLines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        above(|| io::stderr().write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}

/// Removes secrets from the text that is written through it. The log writes whole lines.
#[derive(Debug)]
pub struct Masked<W>(pub W);

impl<W: Write> Write for Masked<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_all(secret::masked(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
