//! `lvm.*`: physical volumes, volume groups and logical volumes.
//!
//! ```yaml
//! /dev/nvme1n1:
//!   lvm.pv_present: []
//! data:
//!   lvm.vg_present:
//!     - devices: /dev/nvme1n1
//! logs:
//!   lvm.lv_present:
//!     - vgname: data
//!     - size: 20G
//!     - resizefs: True
//! ```
//!
//! Law: the contents of a device are never lost unless the SLS says so. A device that holds a file system or a partition table is
//! refused unless `force` is set. A logical volume becomes smaller only with `force`. A missing device fails a real run; in a
//! test run an earlier state may create it.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.lvm.html>.

mod logical;
mod spec;
#[cfg(test)]
mod tests;

use std::path::Path;

use super::{Call, Intent, LocalState};
use crate::operation::{Operation, Operations, act, change, changes_of, refused, settled, with};
use machine::disk;
use machine::lvm::{self, Volumes, real};
use machine::process::Command;
use model::{Function, Map, Outcome, chain};

/// The state module `lvm`.
pub struct Lvm;

/// The volumes, and the contents of the device of a new physical volume.
#[derive(Clone, Debug)]
pub struct Live {
    /// The volumes, or why they are not known: an earlier state may install LVM.
    volumes: Result<Volumes, String>,
    /// A file system or the like on the device of a new physical volume.
    holds: Option<String>,
}

impl LocalState for Lvm {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        let volumes = lvm::volumes().await.map_err(|error| chain(&error));
        let name = call.name;
        let mut holds = None;
        if call.function.verb == "pv_present" && Path::new(name).exists() {
            holds = disk::contents(name).await.map_err(|error| Outcome::failed(chain(&error)))?;
        }
        Ok(Live { volumes, holds })
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        match call.function.verb {
            "pv_present" => pv_present(&call, &live),
            "pv_absent" => pv_absent(&call, &live),
            "vg_present" => vg_present(&call, &live),
            "vg_absent" => vg_absent(&call, &live),
            "lv_present" => logical::present(&call, &live),
            _ => logical::absent(&call, &live),
        }
    }
}

/// The given options of a program, each as two words.
fn options(call: &Call<'_>, names: &[&str]) -> Vec<String> {
    let given = names.iter().filter_map(|name| Some((*name, call.fields.text(name)?)));
    given.flat_map(|(name, value)| [format!("--{name}"), value]).collect()
}

fn forces(call: &Call<'_>) -> bool {
    call.fields.boolean("force") == Some(true)
}

/// The report.
struct Plan {
    foreseen: String,
    done: String,
    failure: String,
    changes: Map,
}

impl Plan {
    /// If the present state is not known, the real run fails with the reason.
    fn intent(self, live: &Live, words: Vec<String>) -> Intent<Operations> {
        change(self.foreseen, self.done, self.changes, vec![Operation::run(Command::argv(words))])
            .or_fail(self.failure)
            .unless_unread(live.volumes.as_ref().err().map(String::as_str))
    }
}

/// Words of a command line.
fn words(first: &[&str], options: Vec<String>, last: &[&str]) -> Vec<String> {
    let own = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    own(first).into_iter().chain(options).chain(own(last)).collect()
}

fn is_physical(live: &Live, device: &str) -> bool {
    live.volumes.as_ref().is_ok_and(|all| all.physical.iter().any(|it| it.device == real(device)))
}

fn pv_present(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let name = call.name;
    if is_physical(live, name) {
        return settled(format!("Physical Volume {name} already present"));
    }
    if let Some(holds) = live.holds.as_ref().filter(|_| !forces(call)) {
        return refused(format!(
            "{name} holds {holds}, which a physical volume would destroy. If that is meant, set 'force' to True"
        ));
    }
    let plan = Plan {
        foreseen: format!("Physical Volume {name} is set to be created"),
        done: format!("Created Physical Volume {name}"),
        failure: format!("Failed to create Physical Volume {name}"),
        changes: changes_of("created", true),
    };
    let first: &[&str] = if forces(call) { &["pvcreate", "--yes"] } else { &["pvcreate"] };
    plan.intent(live, words(first, options(call, &spec::PHYSICAL), &[name]))
}

fn pv_absent(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let name = call.name;
    if live.volumes.is_ok() && !is_physical(live, name) {
        return settled(format!("Physical Volume {name} does not exist"));
    }
    let plan = Plan {
        foreseen: format!("Physical Volume {name} is set to be removed"),
        done: format!("Removed Physical Volume {name}"),
        failure: format!("Failed to remove Physical Volume {name}"),
        changes: changes_of("removed", true),
    };
    plan.intent(live, words(&["pvremove", "--yes"], vec![], &[name]))
}

fn has_group(live: &Live, name: &str) -> bool {
    live.volumes.as_ref().is_ok_and(|all| all.groups.iter().any(|group| group.name == name))
}

fn vg_present(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let name = call.name;
    let devices = call.fields.comma_texts("devices").unwrap_or_default();
    let named: Vec<&str> = devices.iter().map(String::as_str).collect();
    if has_group(live, name) {
        return vg_extended(call, live, &named);
    }
    let plan = Plan {
        foreseen: format!("Volume Group {name} is set to be created"),
        done: format!("Created Volume Group {name}"),
        failure: format!("Failed to create Volume Group {name}"),
        changes: changes_of("created", format!("Volume group \"{name}\" successfully created")),
    };
    let mut more = options(call, &spec::GROUPS);
    more.extend(forces(call).then(|| "--yes".to_owned()));
    let last: Vec<&str> = std::iter::once(name).chain(named).collect();
    plan.intent(live, words(&["vgcreate"], more, &last))
}

/// The devices of an existing group.
fn vg_extended(call: &Call<'_>, live: &Live, devices: &[&str]) -> Intent<Operations> {
    let name = call.name;
    let mut lines = vec![format!("Volume Group {name} already present")];
    let (mut missing, mut new) = (vec![], vec![]);
    let physical = live.volumes.as_ref().map(|all| all.physical.as_slice()).unwrap_or_default();
    for device in devices {
        match physical.iter().find(|it| it.device == real(device)).map(|it| it.group.as_str()) {
            Some(group) if group == name => lines.push(format!("{device} is part of Volume Group")),
            Some("" | "#orphans_lvm2") => new.push(*device),
            Some(other) => return refused(format!("{}\n{device} is part of {other}", lines.join("\n"))),
            None => {
                lines.push(format!("pv {device} is not present"));
                missing.push(*device);
            }
        }
    }
    let comment = lines.join("\n");
    if new.is_empty() && missing.is_empty() {
        return settled(comment);
    }
    let added = |devices: &[&str]| -> Map {
        devices.iter().map(|device| ((*device).into(), format!("added to {name}").into())).collect()
    };
    let all: Vec<&str> = new.iter().chain(&missing).copied().collect();
    let foreseen = format!("Volume Group {name} already present\n{} will be added", all.join(", "));
    let foreseen = with(Outcome::would_change(foreseen), added(&all));
    let outcome = if missing.is_empty() { Outcome::succeeded(comment) } else { Outcome::failed(comment) };
    let run = (!new.is_empty()).then(|| {
        let first: &[&str] = if forces(call) { &["vgextend", "--yes", name] } else { &["vgextend", name] };
        Operation::run(Command::argv(words(first, vec![], &new)))
    });
    act(foreseen, run.into_iter().collect(), with(outcome, added(&new)))
        .or_fail(format!("Failed to extend Volume Group {name}"))
}

fn vg_absent(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let name = call.name;
    if live.volumes.is_ok() && !has_group(live, name) {
        return settled(format!("Volume Group {name} already absent"));
    }
    let plan = Plan {
        foreseen: format!("Volume Group {name} is set to be removed"),
        done: format!("Removed Volume Group {name}"),
        failure: format!("Failed to remove Volume Group {name}"),
        changes: changes_of("removed", format!("Volume group \"{name}\" successfully removed")),
    };
    plan.intent(live, words(&["vgremove", "--force"], vec![], &[name]))
}
