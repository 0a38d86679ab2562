//! `selinux.mode`.

use crate::operation::{Operation, Operations, change, refused, settled};
use crate::{Call, Intent};
use machine::selinux::{CONFIG, Mode};
use model::Map;

pub(super) fn diff(call: &Call<'_>, now: Mode, text: Option<&str>) -> Intent<Operations> {
    let Some(wanted) = Mode::of(call.name) else {
        return refused(format!("{} is not an accepted mode", call.name));
    };
    let configured = text.and_then(Mode::configured);
    // Only a restart of the machine turns it off, or on again.
    let is_now =
        now == wanted || now == Mode::Disabled || (wanted, now) == (Mode::Disabled, Mode::Permissive);
    if is_now && configured == Some(wanted) {
        let later = if now == wanted { "" } else { " from the next restart of the machine on" };
        return settled(format!("SELinux is already in {} mode{later}", wanted.word()));
    }
    let Some(text) = text else {
        return refused(format!("Failed to set SELinux to {} mode: there is no {CONFIG}", wanted.word()));
    };
    let mut operations = vec![];
    if configured != Some(wanted) {
        operations.push(Operation::write(CONFIG, wanted.configure(text)));
    }
    if !is_now {
        operations.push(super::run(&["setenforce", if wanted == Mode::Enforcing { "1" } else { "0" }]));
    }
    // The old mode is the one that differs: the kernel's, or the configured one.
    let old = if now == wanted { configured.map_or("None", Mode::word) } else { now.word() };
    let changes: Map =
        [("old".into(), old.into()), ("new".into(), wanted.word().into())].into_iter().collect();
    let later =
        if now != wanted && [now, wanted].contains(&Mode::Disabled) { ": restart the machine" } else { "" };
    change(
        format!("SELinux mode is set to be changed to {}", wanted.word()),
        format!("SELinux has been set to {} mode{later}", wanted.word()),
        changes,
        operations,
    )
    .or_fail(format!("Failed to set SELinux to {} mode", wanted.word()))
}
