//! A file system that must be mounted.

use super::fstab::{self, Entry, EntryResult, Means};
use super::{Live, options};
use crate::operation::{Operation, Operations, act, changes_of, refused, report};
use crate::{Call, Intent, file};
use machine::file::Permissions;
use machine::mount;
use machine::process::Command;
use model::{Map, Outcome, Verdict};

/// The operations on a mount, and their report.
#[derive(Default)]
struct Plan {
    foreseen: String,
    done: String,
    changes: Map,
    operations: Vec<Operation>,
}

/// A command, run as the declared user.
fn as_user(call: &Call<'_>, mut command: Command) -> Operation {
    command.user = call.fields.text("user");
    Operation::run(command)
}

fn mount_now(call: &Call<'_>, live: &Live, wanted: &[String]) -> Operation {
    let device = call.fields.required_text("device");
    as_user(call, mount::mount(&live.point, &device, &call.fields.required_text("fstype"), wanted))
}

fn mount_anew(call: &Call<'_>, live: &Live, wanted: &[String]) -> Operation {
    let mut wanted = wanted.to_vec();
    if !wanted.iter().any(|option| option == "remount") {
        wanted.push("remount".to_owned());
    }
    mount_now(call, live, &wanted)
}

/// A watched state has changed: the file system is remounted.
pub(super) fn react(call: &Call<'_>) -> Intent<Operations> {
    let name = call.name;
    let verb = call.function.verb;
    if verb != "mounted" {
        return Intent::Settled(Outcome::succeeded(format!("Watch not supported in {verb} at this time")));
    }
    let live = Live { point: name.into(), ..Live::default() };
    let wanted = options::written(call.fields, "opts");
    act(
        Outcome::would_change(format!("{name} would be remounted")),
        vec![mount_anew(call, &live, &wanted)],
        Outcome::succeeded(format!("{name} remounted")),
    )
}

pub(super) fn diff(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let fields = call.fields;
    let wanted = options::written(fields, "opts");
    let mounts = fields.boolean("mount") != Some(false);
    let plan = match &live.mounted {
        Some(now) if mounts => there(call, live, now, &wanted),
        Some(_) => Ok(Plan::default()),
        None if mounts => absent(call, live, &wanted),
        None => Ok(unmounted(call, live)),
    };
    let plan = match plan {
        Ok(plan) => plan,
        Err(intent) => return *intent,
    };
    if fields.boolean("persist") == Some(false) {
        return finish(plan, None);
    }
    let Some(table) = &live.table else {
        return refused(format!("Bad config file \"{}\"", live.config.display()));
    };
    let fields_known = fields.texts("match_on").filter(|known| *known != ["auto"]);
    if let Some(unknown) =
        fields_known.iter().flatten().find(|field| !fstab::FIELDS.contains(&field.as_str()))
    {
        let known = fstab::FIELDS.join(", ");
        return refused(format!("Unrecognized key in match_on: '{unknown}'; it knows {known}"));
    }
    let kind = fields.required_text("fstype");
    let entry = Entry {
        device: fields.required_text("device").replace("\\ ", "\\040"),
        point: trimmed(call.name).replace(' ', "\\040"),
        options: wanted.join(",").replace("\\ ", "\\040"),
        dump: fields.integer("dump").unwrap_or(0).to_string(),
        pass: fields.integer("pass_num").unwrap_or(0).to_string(),
        kind,
    };
    let (text, became) = fstab::set(table, &entry, &Means::of(fields_known, &live.places), true);
    finish(plan, Some((became, Operation::write(&live.config, text), (call, mounts))))
}

fn trimmed(name: &str) -> &str {
    if name == "/" { name } else { name.trim_end_matches('/') }
}

type FstabChange<'a> = (EntryResult, Operation, (&'a Call<'a>, bool));

/// Adds the entry for the next start.
fn finish(mut plan: Plan, kept: Option<FstabChange<'_>>) -> Intent<Operations> {
    if let Some((became, write, (call, mounts))) = kept {
        let name = trimmed(call.name);
        let is_quiet = !["mount", "umount"].iter().any(|key| plan.changes.contains_key(*key));
        let (foreseen, done, change) = match (became, mounts) {
            (EntryResult::Present, _) => (String::new(), ". Entry already exists in the fstab.", None),
            (EntryResult::New, true) => (
                format!(
                    "{name} is mounted, but needs to be written to the fstab in order to be made persistent."
                ),
                ". Added new entry to the fstab.",
                Some("new"),
            ),
            (EntryResult::New, false) => (
                format!("{name} needs to be written to the fstab in order to be made persistent."),
                ". Added new entry to the fstab.",
                Some("new"),
            ),
            (EntryResult::Changed, true) => (
                format!("{name} is mounted, but its fstab entry must be updated."),
                ". Updated the entry in the fstab.",
                Some("update"),
            ),
            (EntryResult::Changed, false) => (
                format!("The {name} fstab entry must be updated."),
                ". Updated the entry in the fstab.",
                Some("update"),
            ),
        };
        plan.done.push_str(done);
        if let Some(change) = change {
            // A test run reports only the mount if that must be made.
            if is_quiet {
                plan.foreseen = format!("{}. {foreseen}", plan.foreseen);
            }
            plan.changes.insert("persist".into(), change.into());
            plan.operations.push(write);
        }
    }
    let outcome = |verdict, comment: String| Outcome {
        verdict,
        changes: plan.changes.clone(),
        ..Outcome::succeeded(comment)
    };
    let verdict = if plan.changes.is_empty() { Verdict::Succeeded } else { Verdict::WouldChange };
    let (foreseen, done) = (outcome(verdict, plan.foreseen), outcome(Verdict::Succeeded, plan.done));
    act(foreseen, plan.operations, done)
}

/// Something is mounted there.
fn there(
    call: &Call<'_>,
    live: &Live,
    now: &mount::Mounted,
    wanted: &[String],
) -> Result<Plan, Box<Intent<Operations>>> {
    let fields = call.fields;
    let kind = fields.required_text("fstype");
    let device = fields.required_text("device");
    if !live.is_device {
        if let Some(pattern) = fields.texts("device_name_regex").and_then(|all| matching(&all, &now.device)) {
            let pattern = pattern.map_err(|reason| Box::new(refused(reason)))?;
            let comment =
                format!("An umount will not be forced because device matched device_name_regex: {pattern}");
            return Ok(Plan { foreseen: comment.clone(), done: comment, ..Plan::default() });
        }
        let real = if live.device == device { String::new() } else { format!(" ({})", live.device) };
        let why = format!(
            "Forced unmount because devices don't match. Wanted: {device}{real}, current: {}",
            now.device
        );
        let mut changes = changes_of("umount", why);
        changes.insert("mount".into(), true.into());
        let place = live.point.display().to_string();
        return Ok(Plan {
            foreseen: format!(
                "An umount would have been forced because devices do not match.  Watched: {device}"
            ),
            done: "Target was successfully mounted".to_owned(),
            changes,
            operations: vec![as_user(call, mount::unmount(&place)), mount_now(call, live, wanted)],
        });
    }
    let lacking = options::lacking(fields, wanted, &kind, now);
    if lacking.is_empty() {
        let comment = "Target was already mounted".to_owned();
        return Ok(Plan { foreseen: comment.clone(), done: comment, ..Plan::default() });
    }
    let lacking = lacking.join(",");
    // These options take effect only with a new mount.
    let is_fresh = ["nfs", "cvfs"].contains(&kind.as_str()) || kind.starts_with("fuse");
    let place = live.point.display().to_string();
    let (why, operations) = if is_fresh {
        let why = format!("Forced unmount and mount because options ({lacking}) changed");
        (why, vec![as_user(call, mount::unmount(&place)), mount_now(call, live, wanted)])
    } else {
        let why = format!("Forced remount because options ({lacking}) changed");
        (why, vec![mount_anew(call, live, wanted)])
    };
    Ok(Plan {
        foreseen: format!("Remount would be forced because options ({lacking}) changed"),
        done: "Target was already mounted".to_owned(),
        changes: changes_of("umount", why),
        operations,
    })
}

/// The device, if one of the patterns matches it.
fn matching(patterns: &[String], device: &str) -> Option<Result<String, String>> {
    patterns.iter().find_map(|pattern| match file::begins(pattern, device) {
        Ok(true) => Some(Ok(device.to_owned())),
        Ok(false) => None,
        Err(reason) => Some(Err(reason)),
    })
}

/// Nothing is mounted there.
fn absent(call: &Call<'_>, live: &Live, wanted: &[String]) -> Result<Plan, Box<Intent<Operations>>> {
    let name = trimmed(call.name);
    let makes = call.fields.boolean("mkmnt") == Some(true);
    let foreseen = match (live.exists, makes) {
        (true, _) => format!("{name} would be mounted"),
        (false, true) => format!("{name} would be created and mounted"),
        (false, false) => format!("{name} does not exist and would not be created"),
    };
    if !live.exists && !makes {
        let foreseen = Outcome::would_change(foreseen);
        return Err(Box::new(report(foreseen, Outcome::failed("Mount directory is not present"))));
    }
    let mut operations = directories(live);
    operations.push(mount_now(call, live, wanted));
    Ok(Plan {
        foreseen,
        done: "Target was successfully mounted".to_owned(),
        changes: changes_of("mount", true),
        operations,
    })
}

fn directories(live: &Live) -> Vec<Operation> {
    let permissions = Permissions { mode: Some(0o755), ..Permissions::default() };
    live.missing.iter().map(|path| Operation::MakeDirectory { path: path.clone(), permissions }).collect()
}

/// It must not be mounted now.
fn unmounted(call: &Call<'_>, live: &Live) -> Plan {
    let name = trimmed(call.name);
    match (live.exists, call.fields.boolean("mkmnt") == Some(true)) {
        (true, _) => Plan {
            foreseen: format!("{name} would not be mounted"),
            done: format!("{name} not mounted"),
            ..Plan::default()
        },
        (false, true) => Plan {
            foreseen: format!("{name} would be created, but not mounted"),
            done: format!("{name} was created, not mounted"),
            changes: changes_of("directory", name),
            operations: directories(live),
        },
        (false, false) => Plan {
            foreseen: format!("{name} does not exist and would neither be created nor mounted"),
            done: format!("{name} not present and not mounted"),
            ..Plan::default()
        },
    }
}
