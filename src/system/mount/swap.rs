//! Swap space.

use super::Live;
use super::fstab::{self, Entry, EntryResult, Means};
use crate::operation::{Operation, Operations, act, refused};
use crate::{Call, Intent};
use machine::mount;
use model::{Map, Outcome, Value, Verdict};

pub(super) fn diff(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let name = call.name;
    let (mut operations, mut changes) = (vec![], Map::new());
    let (mut foreseen, mut done);
    if live.swap.is_some() {
        foreseen = format!("Swap {name} already active");
        done = foreseen.clone();
    } else {
        foreseen = format!("Swap {name} is set to be activated");
        done = format!("Swap {name} activated");
        operations.push(Operation::run(mount::swap_on(&live.device)));
    }
    let looks = live.swap.is_none();
    if call.fields.boolean("persist") != Some(false) {
        let Some(table) = &live.table else {
            return refused(format!("Bad config file \"{}\"", live.config.display()));
        };
        let entry = Entry {
            device: name.to_owned(),
            point: "none".to_owned(),
            kind: "swap".to_owned(),
            options: "defaults".to_owned(),
            dump: "0".to_owned(),
            pass: "0".to_owned(),
        };
        let (text, became) = fstab::set(table, &entry, &Means::Fields(vec!["device".to_owned()]), true);
        if became != EntryResult::Present {
            let (word, said) = match became {
                EntryResult::New => ("new", ". Added new entry to the fstab."),
                _ => ("update", ". Updated the entry in the fstab."),
            };
            if live.swap.is_some() {
                foreseen = format!("Swap {name} is set to be added to the fstab");
            } else {
                foreseen = format!("Swap {name} is set to be added to the fstab and to be activated");
            }
            done.push_str(said);
            changes.insert("persist".into(), word.into());
            operations.push(Operation::write(&live.config, text));
        }
    }
    let verdict = if operations.is_empty() { Verdict::Succeeded } else { Verdict::WouldChange };
    let foreseen = Outcome { verdict, changes: changes.clone(), ..Outcome::succeeded(foreseen) };
    let intent = act(foreseen, operations, Outcome { changes, ..Outcome::succeeded(done) });
    if looks {
        intent.or_fail(format!("Swap {name} failed to activate")).then_look(name, look)
    } else {
        intent
    }
}

fn look(name: &str) -> Result<Map, String> {
    let device = mount::resolved(name);
    let swaps = mount::swaps().map_err(|error| format!("'/proc/swaps' cannot be read: {error}"))?;
    let found = swaps.into_iter().find(|swap| swap.device == device);
    let swap = found.ok_or_else(|| format!("Swap {name} failed to activate"))?;
    Ok([
        ("type".into(), Value::from(swap.kind)),
        ("size".into(), swap.size.into()),
        ("used".into(), swap.used.into()),
        ("priority".into(), swap.priority.into()),
    ]
    .into_iter()
    .collect())
}
