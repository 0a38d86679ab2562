//! Programs that a test writes and runs at once.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

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
