//! Named pipes that a program waits for.

use std::fs::OpenOptions;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::time::Duration;

/// Ends the program that reads a named pipe, after the run that started it was killed: a pipe that is opened for writing and
/// closed is at its end. The program may be about to open it, so this tries for a second.
#[expect(clippy::disallowed_methods, reason = "nothing reports that another process opens a pipe")]
pub fn end_reader(pipe: &Path) {
    for _ in 0..100 {
        // Without a reader this is an error, instead of a wait (fifo(7)).
        if OpenOptions::new().write(true).custom_flags(nix::libc::O_NONBLOCK).open(pipe).is_ok() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}
