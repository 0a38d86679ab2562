//! `disk.*` and `mount.*`: file systems, their use and their mount points.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.disk.html>.

use super::Function;
use super::call::{Bound, CallError};
use super::signature::{flag, maybe, required, takes, text};
use machine::file;
use machine::mount::unescaped;
use machine::process::Command;
use model::Effect::{ReadsMachine, RunsPrograms};
use model::{Map, Shape, Value};

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "disk.usage",
        signature: takes(&[maybe("args", Shape::Text, "options of df")]),
        doc: "Returns size and use of the mounted file systems, in kilobytes.",
        returns: "a mapping by mount point",
        does: &[ReadsMachine, RunsPrograms],
        call: |_, bound| table(bound, "-P", ["filesystem", "1K-blocks", "used", "available", "capacity"]),
    },
    Function {
        name: "disk.inodeusage",
        signature: takes(&[maybe("args", Shape::Text, "options of df")]),
        doc: "Returns number and use of the inodes of the mounted file systems.",
        returns: "a mapping by mount point",
        does: &[ReadsMachine, RunsPrograms],
        call: |_, bound| table(bound, "-iP", ["filesystem", "inodes", "used", "free", "use"]),
    },
    Function {
        name: "disk.percent",
        signature: takes(&[maybe("args", Shape::Text, "only this mount point")]),
        doc: "Returns the use of the mounted file systems in percent, or of one of them.",
        returns: "a mapping by mount point, or a text",
        does: &[ReadsMachine, RunsPrograms],
        call: |_, bound| {
            let all = table(
                &Bound { function: bound.function.clone(), ..Bound::default() },
                "-P",
                ["filesystem", "1K-blocks", "used", "available", "capacity"],
            )?;
            let all = all.as_map().cloned().unwrap_or_default();
            let full = |entry: &Value| entry.traverse("capacity", ":").cloned().unwrap_or_default();
            if bound.is_true("args") {
                let entry = all.get(bound.text("args").as_str());
                return Ok(entry.map_or_else(|| Value::Map(Map::new()), full));
            }
            Ok(Value::Map(all.iter().map(|(name, entry)| (name.clone(), full(entry))).collect()))
        },
    },
    Function {
        name: "mount.active",
        signature: takes(&[flag("extended", false, "accepted as in Salt, without effect")]),
        doc: "Returns the mounts of the machine.",
        returns: "a mapping by mount point",
        does: &[ReadsMachine],
        call: |_, bound| {
            let text = mounts(bound)?;
            Ok(text.lines().filter_map(mount).collect())
        },
    },
    Function {
        name: "mount.is_mounted",
        signature: takes(&[required("name", Shape::Text, "the mount point")]),
        doc: "Returns whether a path is a mount point.",
        returns: "a boolean",
        does: &[ReadsMachine],
        call: |_, bound| {
            let (text, name) = (mounts(bound)?, bound.text("name"));
            Ok(text.lines().filter_map(mount).any(|(place, _)| place == name).into())
        },
    },
    Function {
        name: "mount.fstab",
        signature: takes(&[text("config", "/etc/fstab", "the table of file systems")]),
        doc: "Returns the entries of a file of mounts.",
        returns: "a mapping by mount point",
        does: &[ReadsMachine],
        call: |_, bound| {
            let text = file::read_text(bound.text("config")).unwrap_or_default();
            let lines = text.lines().map(str::trim).filter(|line| !line.starts_with('#'));
            Ok(lines.filter_map(fstab_entry).collect())
        },
    },
];

fn mounts(bound: &Bound) -> Result<String, CallError> {
    file::read_text("/proc/self/mounts").map_err(|error| bound.failed(&error))
}

fn mount(line: &str) -> Option<(String, Value)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [device, place, kind, options, ..] = words[..] else { return None };
    let options: Vec<&str> = options.split(',').collect();
    let entry = [
        ("alt_device", Value::Null),
        ("device", unescaped(device).into()),
        ("fstype", kind.into()),
        ("opts", options.into()),
    ];
    Some((unescaped(place), entry.into_iter().collect()))
}

fn fstab_entry(line: &str) -> Option<(String, Value)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [device, place, kind, ..] = words[..] else { return None };
    let word = |index: usize, default: &str| Value::from(words.get(index).copied().unwrap_or(default));
    let options: Vec<&str> = words.get(3).copied().unwrap_or("defaults").split(',').collect();
    let entry: Value = [
        ("device", Value::from(unescaped(device))),
        ("fstype", kind.into()),
        ("opts", options.into()),
        ("dump", word(4, "0")),
        ("pass", word(5, "0")),
    ]
    .into_iter()
    .collect();
    Some((unescaped(place), entry))
}

/// The letters of `df` that `args` may hold.
fn table(bound: &Bound, option: &str, names: [&str; 5]) -> Result<Value, CallError> {
    const LETTERS: &str = "aBhHiklPtTx";
    let args = bound.text("args");
    if let Some(letter) = args.chars().find(|letter| !LETTERS.contains(*letter)) {
        return Err(bound.fails(format!("df has no option '{letter}' here")));
    }
    let mut words = vec!["df".to_owned(), option.to_owned()];
    if option == "-P" && !args.contains(['h', 'H', 'k', 'B']) {
        words.push("-k".to_owned());
    }
    if !args.is_empty() {
        words.push(format!("-{args}"));
    }
    let finished = Command::argv(words).env("LC_ALL", "C").run_blocking();
    let text = finished.map_err(|error| bound.failed(&error))?.stdout_text();
    let entries = text.lines().skip(1).filter_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let place = words.get(5..)?.join(" ");
        let entry: Value = names.iter().copied().zip(words).collect();
        Some((place, entry))
    });
    Ok(entries.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_fstab_is_read() {
        let (place, entry) = fstab_entry("UUID=a /with\\040blank ext4 ro,noatime 0 2").expect("an entry");
        assert_eq!(place, "/with blank");
        assert_eq!(
            entry.to_json(),
            serde_json::json!({"device": "UUID=a", "fstype": "ext4", "opts": ["ro", "noatime"], "dump": "0", "pass": "2"})
        );
    }
}
