//! Scripts of `/etc/init.d`, and the links of run levels to them.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::Order;
use crate::process::{Command, Finished};

/// Programs that switch links, and the words between the service and its script.
const UPDATE_RC: &str = "/usr/sbin/update-rc.d";
const SERVICE: [&str; 2] = ["/usr/sbin/service", "/sbin/service"];

/// The usual run levels, and the one that comes before all.
const WORKING: &str = "2345S";
const ALL: &str = "0123456S";

fn path(name: &str) -> String {
    format!("/etc/init.d/{name}")
}

/// The scripts that exist.
pub(super) fn names() -> BTreeSet<String> {
    let entries = fs::read_dir("/etc/init.d").into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    names.filter(|name| exists(name)).collect()
}

/// True if there is a script of that name.
pub(super) fn exists(name: &str) -> bool {
    let is_program = || {
        fs::symlink_metadata(path(name)).is_ok_and(|of| of.is_file() && of.permissions().mode() & 0o111 != 0)
    };
    name != "README" && !name.contains('/') && is_program()
}

/// The links of these run levels: whether it starts there, and its name.
fn links(levels: &str) -> impl Iterator<Item = (bool, String)> {
    levels.chars().flat_map(|level| {
        let entries = fs::read_dir(format!("/etc/rc{level}.d")).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        names.filter_map(|name| {
            let (starts, name) = link(&name)?;
            Some((starts, name.to_owned()))
        })
    })
}

/// `S01name` starts a service, `K01name` stops it. The number has two digits, and names may begin with a digit.
fn link(name: &str) -> Option<(bool, &str)> {
    let starts = name.starts_with('S');
    let rest = name.strip_prefix(['S', 'K'])?;
    let number = rest.get(..2)?;
    let is_number = number.chars().all(|digit| digit.is_ascii_digit());
    is_number.then(|| (starts, &rest[2..])).filter(|(_, name)| !name.is_empty())
}

/// The services that start in any usual run level.
pub(super) fn enabled() -> BTreeSet<String> {
    links(WORKING).filter(|(starts, _)| *starts).map(|(_, name)| name).collect()
}

/// The command that asks whether a service runs: its script, or a search for command lines that match a pattern.
pub(super) fn status(name: &str, pattern: Option<&str>) -> Command {
    match pattern {
        Some(pattern) => processes(pattern),
        None => call(name, "status"),
    }
}

/// The command that lists the processes whose command line matches a pattern.
pub(super) fn processes(pattern: &str) -> Command {
    Command::argv(["pgrep", "-f", "--", pattern])
}

/// The meaning of the answer. This process has the pattern too, if it was given on its command line.
pub(super) fn is_running(asked: &Finished, pattern: Option<&str>) -> bool {
    let own = std::process::id().to_string();
    match pattern {
        Some(_) => asked.stdout_text().lines().any(|pid| pid.trim() != own),
        None => asked.is_success(),
    }
}

/// `service` gives a script the environment that it has when the machine starts.
fn call(name: &str, word: &str) -> Command {
    let name = name.trim_end_matches(".service");
    match SERVICE.iter().find(|program| Path::new(program).exists()) {
        Some(program) => Command::argv([*program, name, word]),
        None => Command::argv([path(name).as_str(), word]),
    }
}

/// The commands that send an order to a script.
pub(super) fn commands(name: &str, order: Order) -> Vec<Command> {
    if !matches!(order, Order::Enable | Order::Disable) {
        return vec![call(name, order.word())];
    }
    let name = name.trim_end_matches(".service");
    let is_linked = links(ALL).any(|(_, known)| known == name);
    let all = switches(name, order == Order::Enable, Path::new(UPDATE_RC).exists(), is_linked);
    all.into_iter().map(Command::argv).collect()
}

/// How links are switched: a service without links gets them first.
fn switches(name: &str, on: bool, is_debian: bool, is_linked: bool) -> Vec<Vec<&str>> {
    let first = match (is_debian, is_linked) {
        (_, true) => None,
        (true, false) => Some(vec!["update-rc.d", name, if on { "defaults" } else { "defaults-disabled" }]),
        (false, false) => Some(vec!["chkconfig", "--add", name]),
    };
    let then = match (is_debian, on) {
        (true, true) => vec!["update-rc.d", name, "enable"],
        (true, false) => vec!["update-rc.d", name, "disable"],
        (false, true) => vec!["chkconfig", name, "on"],
        (false, false) => vec!["chkconfig", name, "off"],
    };
    first.into_iter().chain([then]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_name_scripts_behind_two_digits() {
        for (name, found) in [
            ("S01nginx", Some((true, "nginx"))),
            ("K20nginx", Some((false, "nginx"))),
            ("S013proxy", Some((true, "3proxy"))),
            ("README", None),
            ("S1x", None),
            ("S01", None),
        ] {
            assert_eq!(link(name), found, "{name}");
        }
    }

    #[test]
    fn what_no_run_level_names_is_made_known_first() {
        for (on, is_debian, is_linked, lines) in [
            (true, true, true, vec!["update-rc.d a enable"]),
            (true, true, false, vec!["update-rc.d a defaults", "update-rc.d a enable"]),
            (false, true, false, vec!["update-rc.d a defaults-disabled", "update-rc.d a disable"]),
            (true, false, true, vec!["chkconfig a on"]),
            (true, false, false, vec!["chkconfig --add a", "chkconfig a on"]),
            (false, false, true, vec!["chkconfig a off"]),
        ] {
            let found: Vec<String> =
                switches("a", on, is_debian, is_linked).iter().map(|words| words.join(" ")).collect();
            assert_eq!(found, lines);
        }
    }
}
