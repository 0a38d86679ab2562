//! What the host's shell runs before the program: it finds or stores the program, checks it, and becomes it.
//!
//! The login shell may be any. So the script is one line in single quotes without any of `' ! \` in it, and `/bin/sh` reads it. It works in
//! a directory that it has entered, so that nobody can put another one in its place: the directory belongs to the user and is closed to
//! others, and so does the program, whose digest is checked each time.

use super::program::Program;
use super::roster::Host;

/// The directory below the home of the user that runs the job.
const DIRECTORY: &str = "${HOME:-.}/.cache/orchestrate-ssh";

/// How the program starts: the shell becomes it.
const START: &str = "exec \"$f\" ssh-job";
/// The same if nothing may be left: the shell waits for the program. In a directory that others use too, it removes only our files.
const START_AND_WIPE: &str =
    "\"$f\" ssh-job; c=$?; rm -rf ./program-* ./trees; d=$(pwd -P); cd /; rmdir \"$d\" 2>/dev/null; exit $c";

/// The command that begins a visit. `mark` begins each line that is meant for the operator. With `wipes` nothing is left on the host.
pub(super) fn command(host: &Host, programs: &[Program], mark: &str, wipes: bool) -> String {
    let start = if wipes { START_AND_WIPE } else { START };
    let directory = host.directory.as_deref().unwrap_or(DIRECTORY);
    let of = |it: &Program| format!("{}) s={}; n={};; ", it.architecture, it.sha256, it.size);
    let programs: String = programs.iter().map(of).collect();
    let script = format!(
        "umask 077; m=\"{mark}\"; no() {{ echo \"$m refused $1\"; exit 1; }}; d=\"{directory}\"; \
         mkdir -p \"$d\" && cd \"$d\" || no \"the directory $d cannot be made or entered\"; \
         [ -O . ] || no \"the directory $d belongs to another user\"; \
         case $(ls -ldn .) in drwx------*) ;; *) no \"the directory $d is open to other users; remove it, or run: chmod 700 $d\";; esac; \
         a=$(uname -m); case $a in {programs}*) no \"there is no program for its architecture, $a\";; esac; f=./program-$s; \
         has() {{ [ -f \"$f\" ] && [ -O \"$f\" ] && [ \"$(sha256sum <\"$f\" | cut -c1-64)\" = $s ]; }}; \
         has || {{ rm -rf \"$f\"; echo \"$m missing $a\"; \
         head -c $n >\"$f.$$\" && chmod 700 \"$f.$$\" && mv -f \"$f.$$\" \"$f\"; \
         has || {{ rm -rf \"$f\" \"$f.$$\"; no \"the program could not be stored in $d\"; }}; }}; \
         echo \"$m ready\"; {start}"
    );
    as_user(host, &script)
}

/// A command of a person, for the host's shell.
pub fn raw_command(host: &Host, words: &str) -> String {
    if host.sudo.is_none() { words.to_owned() } else { as_user(host, words) }
}

fn as_user(host: &Host, script: &str) -> String {
    let sudo = host.sudo.as_ref().map(|user| format!("sudo -n -H -u {user} -- ")).unwrap_or_default();
    format!("exec {sudo}/bin/sh -c '{}'", script.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    fn programs() -> Vec<Program> {
        let sha256 = "0".repeat(64);
        vec![Program { architecture: "x86_64", path: "/p".into(), sha256, size: 7 }]
    }

    #[test]
    fn the_script_is_one_word_to_any_shell_and_has_no_mistake() {
        let host = Host { sudo: Some("root".to_owned()), ..Host::default() };
        for wipes in [false, true] {
            let line = command(&host, &programs(), "mark", wipes);
            let script = line.strip_prefix("exec sudo -n -H -u root -- /bin/sh -c '");
            let script = script.unwrap().strip_suffix('\'').unwrap();
            assert!(!script.contains(['\'', '!', '\\', '\n']), "{script}");
            let checked = Command::new("/bin/sh").args(["-n", "-c", script]).output().unwrap();
            assert!(checked.status.success() && checked.stderr.is_empty(), "{checked:?}");
        }
    }

    #[test]
    fn a_persons_command_goes_to_the_login_shell_and_to_sudo_as_one_word() {
        let plain = raw_command(&Host::default(), "echo 'a b'");
        assert_eq!(plain, "echo 'a b'");
        let host = Host { sudo: Some("app".to_owned()), ..Host::default() };
        assert_eq!(raw_command(&host, "echo 'a'"), "exec sudo -n -H -u app -- /bin/sh -c 'echo '\\''a'\\'''");
    }
}
