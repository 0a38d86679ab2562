//! A place where nothing must be mounted.

use super::{Live, fstab};
use crate::operation::{Operation, Operations, act};
use crate::{Call, Intent};
use machine::mount;
use model::{Map, Outcome, Verdict};

pub(super) fn diff(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let (name, fields) = (call.name, call.fields);
    let device = fields.text("device");
    let (mut operations, mut changes) = (vec![], Map::new());
    let (mut foreseen, mut done);
    // Another device at the place is not meant.
    if live.mounted.is_some() && (device.is_none() || live.is_device) {
        foreseen = format!("Mount point {name} is mounted but should not be");
        done = "Target was successfully unmounted".to_owned();
        changes.insert("umount".into(), true.into());
        let place = live.point.display().to_string();
        // By its place: a device may be mounted at several.
        let mut command = mount::unmount(&place);
        command.user = fields.text("user");
        operations.push(Operation::run(command));
    } else {
        foreseen = "Target was already unmounted".to_owned();
        done = foreseen.clone();
    }
    if fields.boolean("persist") == Some(true) {
        let table = live.table.as_deref().unwrap_or_default();
        let kept: Vec<_> = fstab::entries(table).filter(|entry| entry.point == name).collect();
        let is_it = |entry: &fstab::Entry| device.as_ref().is_none_or(|device| entry.device == *device);
        if kept.iter().any(is_it) {
            let purge = format!(
                "Mount point {name} is unmounted but needs to be purged from {} to be made persistent",
                live.config.display()
            );
            if changes.is_empty() {
                foreseen = purge;
            }
            done.push_str(". Removed target from fstab");
            changes.insert("persist".into(), "purged".into());
            operations.push(Operation::write(&live.config, fstab::remove(table, name, device.as_deref())));
        } else {
            let missing = match device.filter(|_| !kept.is_empty()) {
                Some(device) => format!(". fstab entry for device {device} not found"),
                None => ". fstab entry not found".to_owned(),
            };
            if changes.is_empty() {
                foreseen.push_str(&missing);
            }
            done.push_str(&missing);
        }
    }
    let verdict = if changes.is_empty() { Verdict::Succeeded } else { Verdict::WouldChange };
    let foreseen = Outcome { verdict, changes: changes.clone(), ..Outcome::succeeded(foreseen) };
    act(foreseen, operations, Outcome { changes, ..Outcome::succeeded(done) })
}
