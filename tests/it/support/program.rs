//! Programs that a test writes and runs at once.

use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Writes a program by a process of its own. This process never has the file open for writing, so no child that another
/// test starts meanwhile inherits it, and the program can be run at once. Otherwise Linux answers "text file busy" (execve(2)).
pub fn write_program(path: &Path, script: &str) {
    let mut writer = Command::new("/bin/sh")
        .args(["-c", r#"cat >"$0" && chmod 755 "$0""#])
        .arg(path)
        .stdin(Stdio::piped())
        .spawn()
        .expect("a shell");
    writer.stdin.take().expect("a pipe").write_all(script.as_bytes()).expect("the script");
    assert!(writer.wait().expect("the shell").success(), "{}", path.display());
}

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
