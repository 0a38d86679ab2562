//! The package of Salt's names: the program called by each of them takes that program's command lines.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::{Fleet, PROGRAM, Printed, pause};
use crate::support::left_out;

/// The package as the recipe builds it, unpacked beside the program.
struct Installed(tempfile::TempDir);

impl Installed {
    /// None where there is no dpkg.
    fn new() -> Option<Self> {
        let is_missing = !Path::new("/usr/bin/dpkg-deb").exists();
        left_out("the package of Salt's names", usize::from(is_missing), "dpkg-deb is missing", true);
        if is_missing {
            return None;
        }
        let directory = tempfile::tempdir().unwrap();
        let recipe = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("orchestration/package/links");
        let built = Command::new(recipe).arg("0.1.0").arg(directory.path()).output().unwrap();
        assert!(built.status.success(), "{built:?}");
        let package = String::from_utf8(built.stdout).unwrap();
        let root = directory.path().join("root");
        let unpacked = Command::new("dpkg-deb").arg("-x").arg(package.trim()).arg(&root).status().unwrap();
        assert!(unpacked.success());
        std::os::unix::fs::symlink(PROGRAM, root.join("usr/bin/orchestrate")).unwrap();
        Some(Self(directory))
    }

    fn run(&self, fleet: &Fleet, words: &[&str]) -> Printed {
        let mut command = Command::new(self.0.path().join("root/usr/bin").join(words[0]));
        command.arg("-c").arg(fleet.path("ops1")).args(&words[1..]);
        command.env_clear().env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin").stdin(Stdio::null());
        Printed::of(command.output().unwrap())
    }

    /// Runs until the command says this: a busy machine may take longer than a command waits.
    fn until(&self, fleet: &Fleet, words: &[&str], stdout: &str) {
        let mut last = None;
        for _ in 0..60 {
            let printed = self.run(fleet, words);
            if (printed.stdout.as_str(), printed.code) == (stdout, Some(0)) {
                return;
            }
            last = Some(printed);
            pause();
        }
        panic!("{words:?} does not say {stdout:?}: {last:?}");
    }
}

#[test]
fn the_program_called_by_salts_names_takes_salts_command_lines() {
    let Some(installed) = Installed::new() else { return };
    let Some(fleet) = Fleet::up(2, false) else { return };
    fleet.keys_until("ops1", "minions_pre", &["web-1", "web-2"]);
    let accepted = installed.run(&fleet, &["salt-key", "-A", "-y"]);
    assert_eq!(accepted.stdout, "Key for minion web-1 accepted.\nKey for minion web-2 accepted.\n");
    let all = ["salt", "*", "test.ping", "--static", "--out", "json", "--out-indent", "-1"];
    installed.until(&fleet, &all, "{\"web-1\": true, \"web-2\": true}\n");
    installed.until(&fleet, &["salt-run", "manage.up"], "- web-1\n- web-2\n");
    installed.until(&fleet, &["salt-run", "manage.down", "--out", "json"], "[]\n");

    let sent = installed.run(&fleet, &["salt", "-L", "web-2", "test.echo", "hello", "--async"]);
    let jid = sent.stdout.trim().strip_prefix("Executed command with job ID: ").unwrap().to_owned();
    installed.until(&fleet, &["salt-run", "jobs.lookup_jid", &jid], "web-2:\n    hello\n");

    // Hosts of a roster need no fleet.
    std::fs::write(fleet.path("ops1/roster"), "web-9: 10.0.0.9\n").unwrap();
    let hosts = installed.run(&fleet, &["salt-ssh", "-H", "--out", "json", "--out-indent", "-1"]);
    assert!(
        hosts.stdout.ends_with("roster\": {\"web-9\": \"10.0.0.9\"}}\n") && hosts.code == Some(0),
        "{hosts:?}"
    );

    // This one is not the fleet's: it acts on the machine that it is called on.
    let local = installed.run(&fleet, &["salt-call", "--local", "grains.get", "id"]);
    assert_eq!((local.stdout.as_str(), local.code), ("local:\n    ops1\n", Some(0)), "{local:?}");
}
