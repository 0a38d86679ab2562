//! `blockdev.formatted` and `blockdev.tuned`: file systems on disks, and the kernel's settings for disks.
//!
//! ```yaml
//! /dev/nvme1n1:
//!   blockdev.formatted:
//!     - fs_type: ext4
//!   mount.mounted:
//!     - name: /data
//!     - device: /dev/nvme1n1
//!     - fstype: ext4
//!     - mkmnt: True
//!     - require:
//!       - blockdev: /dev/nvme1n1
//! ```
//!
//! Law: the contents of a disk are never lost unless the SLS says so. A disk that holds another file system, a partition table, a
//! part of LVM or of a RAID is refused unless `force` is set; so is a disk whose contents cannot be recognized.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.blockdev.html>.

mod spec;

use std::os::unix::fs::FileTypeExt;
use std::path::Path;

use super::{Call, Intent, LocalState};
use crate::operation::{Operation, Operations, act, refused, settled, with};
use machine::disk::{self, KernelSettings};
use model::{Function, Map, Outcome, chain};

/// The state module `blockdev`.
pub struct Blockdev;

/// The present state of a device.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Live {
    /// Its contents, and whether the wanted file system can be made here.
    Contents {
        /// The name of a file system or the like.
        now: Option<String>,
        /// True if the program that makes it is installed.
        is_known: bool,
    },
    /// The kernel's settings for it.
    Tuned(KernelSettings),
}

impl LocalState for Blockdev {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        let failed = |error| Outcome::failed(chain(&error));
        let name = call.name;
        if call.function.verb == "tuned" {
            let is_disk =
                std::fs::metadata(name).is_ok_and(|metadata| metadata.file_type().is_block_device());
            if !is_disk {
                let why = format!("Changes to {name} cannot be applied. Not a block device.");
                return Err(Outcome::failed(why));
            }
            return disk::tuning(name).await.map(Live::Tuned).map_err(failed);
        }
        if !Path::new(name).exists() {
            return Err(Outcome::failed(format!("{name} does not exist")));
        }
        let mut now = disk::contents(name).await.map_err(failed)?;
        if now.is_none() {
            let has_data = disk::has_data(name)
                .map_err(|error| Outcome::failed(format!("{name} cannot be read: {error}")))?;
            now = has_data.then(|| UNKNOWN.to_owned());
        }
        Ok(Live::Contents { now, is_known: disk::makes(&kind(&call)).await })
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        match live {
            Live::Contents { now, is_known } => formatted(&call, now.unwrap_or_default(), is_known),
            Live::Tuned(now) => tuned(&call, now),
        }
    }
}

/// Data without the signature of any format.
const UNKNOWN: &str = "data that are not recognized";

/// `blkid` has one name for all file systems of this family.
fn is_fat(kind: &str) -> bool {
    ["fat", "msdos", "vfat"].contains(&kind)
}

/// The wanted file system.
fn kind(call: &Call<'_>) -> String {
    call.fields.text("fs_type").unwrap_or_else(|| "ext4".to_owned())
}

fn formatted(call: &Call<'_>, now: String, is_known: bool) -> Intent<Operations> {
    let (name, kind) = (call.name, kind(call));
    if now == kind || is_fat(&now) && is_fat(&kind) {
        return settled(format!("{name} already formatted with {kind}"));
    }
    if !is_known {
        return refused(format!("Invalid fs_type: {kind}"));
    }
    if !now.is_empty() && call.fields.boolean("force") != Some(true) {
        return refused(format!(
            "{name} holds {now}, which formatting would destroy. If that is meant, set 'force' to True"
        ));
    }
    let changes: Map =
        [("new".into(), kind.as_str().into()), ("old".into(), now.as_str().into())].into_iter().collect();
    let foreseen = Outcome::would_change(format!("Changes to {name} will be applied "));
    let done = Outcome::succeeded(format!("{name} has been formatted with {kind}"));
    let operation = Operation::run(disk::make(name, &kind, &options(call, &kind, &now)));
    act(with(foreseen, changes.clone()), vec![operation], with(done, changes))
        .or_fail(format!("Failed to format {name}"))
}

/// The options of `mkfs`. A present file system is overwritten only with `force`, and without a question on a terminal.
fn options(call: &Call<'_>, kind: &str, now: &str) -> Vec<String> {
    let fields = call.fields;
    let (is_ext, is_fat) = (kind.starts_with("ext"), is_fat(kind));
    let mut words = vec![];
    match fields.integer("inode_size") {
        Some(size) if is_ext => words.extend(["-I".to_owned(), size.to_string()]),
        Some(size) if kind == "xfs" => words.extend(["-i".to_owned(), format!("size={size}")]),
        _ => {}
    }
    if let Some(lazy) = fields.boolean("lazy_itable_init").filter(|_| is_ext) {
        words.extend(["-E".to_owned(), format!("lazy_itable_init={}", u8::from(lazy))]);
    }
    if let Some(bits) = fields.integer("fat").filter(|_| is_fat) {
        words.extend(["-F".to_owned(), bits.to_string()]);
    }
    let is_forced = fields.boolean("force") == Some(true);
    match kind {
        "xfs" | "btrfs" if is_forced && !now.is_empty() => words.push("-f".to_owned()),
        _ if is_ext && is_forced => words.push("-F".to_owned()),
        _ => {}
    }
    words
}

fn tuned(call: &Call<'_>, now: KernelSettings) -> Intent<Operations> {
    let (name, fields) = (call.name, call.fields);
    let (mut words, mut changes) = (vec![], Map::new());
    let mut change = |what: &str, word: String, old: String, new: String| {
        changes.insert(what.into(), format!("Changed from {old} to {new}").into());
        words.push(word);
    };
    for (what, word, old) in [
        ("read-ahead", "--setra", now.read_ahead),
        ("filesystem-read-ahead", "--setfra", now.filesystem_read_ahead),
    ] {
        let new = fields.integer(what).and_then(|new| u64::try_from(new).ok());
        if let Some(new) = new.filter(|new| *new != old) {
            change(what, format!("{word}={new}"), old.to_string(), new.to_string());
        }
    }
    for (what, word, is_so) in
        [("read-only", "--setro", now.read_only), ("read-write", "--setrw", !now.read_only)]
    {
        if fields.boolean(what) == Some(true) && !is_so {
            change(what, word.to_owned(), "False".to_owned(), "True".to_owned());
        }
    }
    if words.is_empty() {
        return settled(format!("Block device {name} already in correct state"));
    }
    let words = words.iter().flat_map(|word| word.splitn(2, '=').map(str::to_owned)).collect::<Vec<_>>();
    act(
        with(Outcome::would_change(format!("Changes to {name} will be applied ")), changes.clone()),
        vec![Operation::run(disk::tune(name, &words))],
        with(Outcome::succeeded(format!("Block device {name} successfully modified ")), changes),
    )
    .or_fail(format!("Failed to modify block device {name}"))
}

#[cfg(test)]
mod tests;
