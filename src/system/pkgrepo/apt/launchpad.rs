//! A new archive of Launchpad: Ubuntu's own program adds it, as in Salt, because only Launchpad knows its key.
//!
//! See add-apt-repository(1).

use std::path::Path;

use super::managed::Spec;
use super::{Live, called, line};
use crate::operation::{Operation, Operations, act, refused, with};
use crate::pkgrepo::{failure, repo, would_configure};
use crate::{Call, Intent};
use machine::process::Command;
use model::{Outcome, Value};

const PROGRAM: &str = "/usr/bin/add-apt-repository";

/// True if the program is installed.
pub(super) fn is_there() -> bool {
    Path::new(PROGRAM).is_file()
}

/// Runs the program, unless the declaration wants more than the program does.
pub(super) fn add(call: &Call<'_>, spec: &Spec, live: &Live) -> Intent<Operations> {
    let line = line(call).unwrap_or_default();
    let is_ubuntu = call.minion.grains.get("os").and_then(Value::as_str) == Some("Ubuntu");
    let is_plain = spec.says_only(&line) && !call.fields.has("ppa_auth");
    if !(live.adds_archives && is_ubuntu && is_plain) {
        return refused(failure(call, &advice(&line)));
    }
    let archive = called(call);
    let command = Command::argv([PROGRAM, "--yes", "--no-update", &archive]).env("LC_ALL", "C.UTF-8");
    let done = Outcome::succeeded(format!("Configured package repo '{}'", call.name));
    let changes = repo(&archive);
    act(would_configure(call, changes.clone()), vec![Operation::run(command)], with(done, changes))
        .or_fail(format!("Failed to configure repo '{}'", call.name))
}

fn advice(line: &str) -> String {
    format!(
        "Only Launchpad knows the key of this archive. On Ubuntu {PROGRAM} (package software-properties-common) asks it, for a public \
         archive without other arguments. Else write keyid and keyserver: keyserver.ubuntu.com, or key_url, beside it; best with a \
         line of its own: '{line}', with [signed-by=/etc/apt/keyrings/…]"
    )
}
