//! `num_cpus`, `cpu_model`, `mem_total` and their like.

use std::path::Path;

use super::{names_in, put, read};
use crate::Grains;

/// Adds processors and memory.
pub fn add(root: &Path, grains: &mut Grains) {
    if let Some(text) = read(root, "proc/cpuinfo") {
        processors(&text, grains);
    }
    if let Some(text) = read(root, "proc/meminfo") {
        for (name, field) in [("mem_total", "MemTotal"), ("swap_total", "SwapTotal")] {
            let kibibytes =
                values_of(&text, field).next().and_then(|value| value.split(' ').next()?.parse::<u64>().ok());
            if let Some(kibibytes) = kibibytes {
                put(grains, name, kibibytes / 1024);
            }
        }
    }
    if let Some(id) = read(root, "etc/machine-id") {
        put(grains, "machine_id", id);
    }
    firmware(root, grains);
    disks(root, grains);
}

/// Each processor has its own words, which Salt takes as they come: the last one counts.
fn processors(text: &str, grains: &mut Grains) {
    let (mut count, mut model, mut flags) = (0, "Unknown", "");
    for (name, value) in text.lines().filter_map(|line| line.split_once(':')) {
        let value = value.trim();
        match name.trim() {
            "processor" => count += 1,
            // s390x.
            "# processors" => count = value.parse().unwrap_or(count),
            // x86, where this comes first; s390x, which says nothing else.
            "vendor_id" | "model name" => model = value,
            // POWER.
            "cpu" => model = value,
            // ARM before version 8.
            "Processor" => (model, count) = (value.split('-').next().unwrap_or(value), 1),
            "flags" | "Features" => flags = value,
            _ => {}
        }
    }
    put(grains, "num_cpus", count);
    put(grains, "cpu_model", model);
    put(grains, "cpu_flags", flags.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
}

/// What the firmware tells of itself; containers and some virtual machines have none.
fn firmware(root: &Path, grains: &mut Grains) {
    for (name, file) in [
        ("biosversion", "bios_version"),
        ("biosvendor", "bios_vendor"),
        ("boardname", "board_name"),
        ("manufacturer", "sys_vendor"),
        ("productname", "product_name"),
        ("biosreleasedate", "bios_date"),
        ("uuid", "product_uuid"),
        ("serialnumber", "product_serial"),
    ] {
        if let Some(text) = read(root, &format!("sys/class/dmi/id/{file}")) {
            put(grains, name, if name == "uuid" { text.to_lowercase() } else { text });
        }
    }
}

/// Block devices that turn and those that do not.
fn disks(root: &Path, grains: &mut Grains) {
    let (mut turning, mut solid) = (vec![], vec![]);
    let made_up = |name: &String| ["loop", "ram", "zram"].iter().any(|kind| name.starts_with(kind));
    for device in names_in(root, "sys/block").into_iter().filter(|name| !made_up(name)) {
        match read(root, &format!("sys/block/{device}/queue/rotational")).as_deref() {
            Some("1") => turning.push(device),
            Some("0") => solid.push(device),
            _ => {}
        }
    }
    put(grains, "disks", turning);
    put(grains, "ssds", solid);
}

/// The values of all `name : value` lines.
fn values_of<'a>(text: &'a str, name: &'a str) -> impl Iterator<Item = &'a str> {
    let pairs = text.lines().filter_map(|line| line.split_once(':'));
    pairs.filter(move |(key, _)| key.trim() == name).map(|(_, value)| value.trim())
}
