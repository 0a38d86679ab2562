//! Entries of the table of file systems, independent of present mounts.

use std::path::Path;

use super::fstab::{self, Entry, EntryResult, Means};
use super::{Live, options};
use crate::operation::{Operation, Operations, act, refused, report, settled, with};
use crate::{Call, Intent};
use machine::mount;
use model::{Map, Outcome, Value};

fn place(call: &Call<'_>) -> String {
    let place = call.fields.required_text("fs_file");
    if place == "/" { place } else { place.trim_end_matches('/').to_owned() }
}

fn unknown(call: &Call<'_>) -> String {
    let by = call.fields.text("mount_by").unwrap_or_default();
    format!("Device {} cannot be converted to {by}", call.name)
}

pub(super) fn present(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let (name, fields, place) = (call.name, call.fields, place(call));
    let config = live.config.display().to_string();
    let Some(device) = live.named.clone() else { return refused(unknown(call)) };
    let Some(table) = &live.table else { return refused(format!("Bad config file \"{config}\"")) };
    let entry = Entry {
        device: device.replace(' ', "\\040"),
        point: place.replace(' ', "\\040"),
        kind: fields.required_text("fs_vfstype"),
        options: options::written(fields, "fs_mntops").join(","),
        dump: fields.integer("fs_freq").unwrap_or(0).to_string(),
        pass: fields.integer("fs_passno").unwrap_or(0).to_string(),
    };
    let means = Means::of(fields.texts("match_on"), &live.places);
    let (text, became) = fstab::set(table, &entry, &means, fields.boolean("not_change") != Some(true));
    let mounts = fields.boolean("mount") != Some(false);
    let changes = |word: &str| -> Map { [("persist".into(), Value::from(word))].into_iter().collect() };
    match became {
        EntryResult::Present => report(
            Outcome::succeeded(format!("{place} entry is already in {config}.")),
            Outcome::succeeded(format!("{place} entry was already in {config}.")),
        ),
        EntryResult::Changed => act(
            with(
                Outcome::would_change(format!("{place} entry will be updated in {config}.")),
                changes("change"),
            ),
            vec![Operation::write(&live.config, text)],
            with(Outcome::succeeded(format!("{place} entry updated in {config}.")), changes("change")),
        ),
        EntryResult::New => {
            let mut foreseen = format!("{place} entry will be written in {config}.");
            let mut done = format!("{place} entry added in {config}.");
            let mut operations = vec![Operation::write(&live.config, text)];
            if mounts {
                foreseen.push_str(&format!("\nWill mount {name} on {place}"));
                done.push_str(&format!("\nMounted {name} on {place}"));
                operations.push(Operation::run(mount::mount_as_kept(Path::new(&place))));
            }
            act(
                with(Outcome::would_change(foreseen), changes("new")),
                operations,
                with(Outcome::succeeded(done), changes("new")),
            )
        }
    }
}

pub(super) fn absent(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let place = place(call);
    let config = live.config.display().to_string();
    let table = live.table.as_deref().unwrap_or_default();
    let point = place.replace(' ', "\\040");
    let is_place = |entry: &Entry| entry.point == point;
    if !fstab::entries(table).any(|entry| is_place(&entry)) {
        return settled(format!("{place} entry is already missing in {config}."));
    }
    let Some(device) = live.named.clone() else { return refused(unknown(call)) };
    let device = device.replace(' ', "\\040");
    if !fstab::entries(table).any(|entry| is_place(&entry) && entry.device == device) {
        return settled(format!("{place} entry of {device} is already missing in {config}."));
    }
    let changes: Map = [("persist".into(), Value::from("removed"))].into_iter().collect();
    act(
        with(Outcome::would_change(format!("{place} entry will be removed from {config}.")), changes.clone()),
        vec![Operation::write(&live.config, fstab::remove(table, &point, Some(&device)))],
        with(Outcome::succeeded(format!("{place} entry removed from {config}.")), changes),
    )
}
