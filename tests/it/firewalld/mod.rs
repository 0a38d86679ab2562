//! States of firewalld with a daemon in a network of its own, beside what Salt 3007 made of the same story (`record.py`): each step in a
//! test run, a real run and a second real run.

mod deviations;

use std::collections::BTreeMap;
use std::process::Command;

use crate::recorded::judge::Judge;
use crate::recorded::story::{self, Stage, play};
use crate::support::{left_out, missing};
use deviations::{DEVIATIONS, UNFORESEEN};

/// A daemon, stopped when this goes.
struct Daemon {
    directory: tempfile::TempDir,
}

#[test]
fn states_of_firewalld_end_as_in_salt() {
    if let Err((missing, could_run)) = ready() {
        left_out("all states of firewalld", 1, &missing, could_run);
        return;
    }
    let daemon = Daemon::start();
    let judge = Judge::new("firewalld", DEVIATIONS, UNFORESEEN);
    let complaints = play(&judge, include_str!("story.json"), include_str!("recorded.json"), &daemon);
    assert!(complaints.is_empty(), "{} complaints\n{}", complaints.len(), complaints.join("\n"));
}

/// Or what is missing for the story, and whether it could be there.
fn ready() -> Result<(), (String, bool)> {
    let works = |words: &[&str]| {
        let output = Command::new("unshare").arg("--net").args(words).output();
        output.is_ok_and(|output| output.status.success())
    };
    if machine::account::own_uid() != 0 || !works(&["true"]) {
        return Err(("only root makes networks, and not in every container".to_owned(), false));
    }
    let missing =
        missing(&["/usr/sbin/firewalld", "/usr/bin/firewall-cmd", "/usr/bin/dbus-daemon", "/usr/sbin/nft"]);
    if !missing.is_empty() {
        return Err((missing, true));
    }
    if !works(&["/usr/sbin/nft", "list", "tables"]) {
        return Err(("the kernel filters no packets here".to_owned(), false));
    }
    Ok(())
}

impl Daemon {
    fn start() -> Self {
        let daemon = Self { directory: tempfile::tempdir().expect("a directory") };
        story::server("firewalld", "start", daemon.directory.path());
        daemon
    }

    fn path(&self, name: &str) -> String {
        self.directory.path().join(name).display().to_string()
    }

    /// With the `firewall-cmd` that asks this daemon.
    fn with_program(&self, command: &mut Command) {
        command.env("PATH", format!("{}:/usr/sbin:/usr/bin:/sbin:/bin", self.path("bin")));
        command.env("CONSOLE", self.path("commands"));
    }

    fn printed(&self, text: &str) -> String {
        let mut command = Command::new("/bin/sh");
        self.with_program(command.args(["-ec", text]));
        let output = command.output().expect("a shell");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}

impl Stage for Daemon {
    fn minion(&self) -> String {
        "id: sample\nfile_roots:\n  base: [states]\ncachedir: cache\n".to_owned()
    }

    fn prepare(&self, text: &str) {
        self.printed(text);
    }

    fn within(&self, mut command: Command) -> Command {
        self.with_program(&mut command);
        command
    }

    /// The zones that the story is about, as they are and as they are kept, and the services that were made.
    fn seen(&self) -> BTreeMap<String, String> {
        let used = |printed: String| {
            let is_used =
                |text: &&str| ["public", "web"].contains(&text.split_whitespace().next().unwrap_or(""));
            printed.split("\n\n").map(str::trim).filter(is_used).collect::<Vec<_>>().join("\n\n")
        };
        let mut seen = BTreeMap::from([
            ("now".to_owned(), used(self.printed("firewall-cmd --list-all-zones"))),
            ("kept".to_owned(), used(self.printed("firewall-cmd --list-all-zones --permanent"))),
        ]);
        let services = std::fs::read_dir(self.directory.path().join("etc/services"));
        for path in services.into_iter().flatten().map(|entry| entry.expect("an entry").path()) {
            if path.extension().is_some_and(|it| it == "xml") {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                seen.insert(name, std::fs::read_to_string(&path).expect("a service"));
            }
        }
        seen
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        story::server("firewalld", "stop", self.directory.path());
    }
}
