//! `test.provider`: the file in which Salt implements a module on this machine.
//!
//! Trees use it to distinguish systems: `salt['test.provider']('service') == 'systemd_service'`. The names are those of
//! Salt 3007.

use super::call::{Bound, CallError};
use super::signature::{required, takes};
use super::{Context, Function};
use model::{Shape, Value};

pub(super) const FUNCTIONS: &[Function] = &[Function {
    name: "test.provider",
    signature: takes(&[required("module", Shape::Text, "the module: service, pkg …")]),
    doc: "Returns the name of Salt's file for a module on this machine: systemd_service for 'service', \
          aptpkg for 'pkg'.",
    returns: "a text, empty if there is no such module",
    does: &[],
    call: provider,
}];

fn provider(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let module = bound.text("module");
    let start = format!("{module}.");
    if !context.names().iter().any(|name| name.starts_with(&start)) {
        return Ok("".into());
    }
    let grain = |name: &str| context.minion.grains.get(name).and_then(Value::as_str).unwrap_or_default();
    Ok(file(&module, grain("os"), grain("os_family"), grain("init")).into())
}

/// Salt's file for a module, if its name differs.
fn file<'m>(module: &'m str, os: &str, family: &str, init: &str) -> &'m str {
    match module {
        "cmd" => "cmdmod",
        "group" => "groupadd",
        "ini" => "ini_manage",
        "log" => "logmod",
        "random" => "mod_random",
        "shadow" => "linux_shadow",
        "sys" => "sysmod",
        "sysctl" => "linux_sysctl",
        "user" => "useradd",
        "service" => match (init, os, family) {
            ("systemd", ..) => "systemd_service",
            (_, "Debian" | "Raspbian" | "Devuan", _) => "debian_service",
            (_, "Ubuntu" | "Mint", _) => "upstart_service",
            (_, "Alpine" | "Gentoo", _) => "gentoo_service",
            (.., "RedHat" | "Suse") => "rh_service",
            _ => "service",
        },
        "pkg" => match family {
            "Debian" => "aptpkg",
            "RedHat" => "yumpkg",
            "Suse" => "zypperpkg",
            "Alpine" => "apkpkg",
            "Arch" => "pacmanpkg",
            _ => "pkg",
        },
        "kernelpkg" if family == "RedHat" => "kernelpkg_linux_yum",
        "kernelpkg" => "kernelpkg_linux_apt",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::file;

    /// The answers of Salt 3007.15 on such machines.
    #[test]
    fn files_are_named_as_in_salt() {
        for (module, os, family, init, expected) in [
            ("service", "Debian", "Debian", "systemd", "systemd_service"),
            ("service", "Debian", "Debian", "unknown", "debian_service"),
            ("service", "CentOS", "RedHat", "sysvinit", "rh_service"),
            ("pkg", "Debian", "Debian", "systemd", "aptpkg"),
            ("pkg", "Amazon", "RedHat", "systemd", "yumpkg"),
            ("kernelpkg", "Debian", "Debian", "systemd", "kernelpkg_linux_apt"),
            ("cmd", "Debian", "Debian", "systemd", "cmdmod"),
            ("file", "Debian", "Debian", "systemd", "file"),
        ] {
            assert_eq!(file(module, os, family, init), expected, "{module} of {os}");
        }
    }
}
