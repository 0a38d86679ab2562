//! Facts of the machine under Salt's names and with Salt's values, as far as small files tell them.
//!
//! What Salt finds by running programs or asking the network is left out; the names here are those that templates ask
//! for. See <https://docs.saltproject.io/en/3007/ref/grains/all/salt.grains.core.html>.

mod boot;
mod distribution;
mod graphics;
mod hardware;
mod interfaces;
mod network;
mod process;
mod resolver;
mod salt;
mod virtualization;

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::Grains;

pub use interfaces::Interface;
pub use process::Process;
pub(crate) use salt::server_id;

/// What processor this machine has, as `uname -m` calls it: `x86_64`, `aarch64`, `armv7l`, `ppc64le` …
pub fn machine() -> Option<String> {
    nix::sys::utsname::uname().ok()?.machine().to_str().map(str::to_owned)
}

/// Reads all facts below `root`; a missing file leaves its facts out. `machine` is for kernels that do not name their processor.
pub(crate) fn facts(root: &Path, machine: Option<&str>) -> Grains {
    let mut grains = Grains::new();
    kernel(root, machine, &mut grains);
    distribution::add(root, &mut grains);
    hardware::add(root, &mut grains);
    network::add(root, &mut grains);
    resolver::add(root, &mut grains);
    boot::add(root, &mut grains);
    virtualization::add(root, &mut grains);
    grains
}

/// The facts that no file tells: the interfaces' addresses and the process that asks.
pub(crate) fn add_given(sources: &crate::Sources, grains: &mut Grains) {
    salt::add(grains);
    graphics::add(&sources.root, sources.looks_for_gpus, grains);
    interfaces::add(&sources.interfaces, grains);
    if let Some(process) = &sources.process {
        process::add(&sources.root, process, &sources.environment, grains);
    }
    let language = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| sources.environment.get(*name));
    let mut locale = serde_json::Map::new();
    if let Some((language, encoding)) = language.and_then(|text| text.split_once('.')) {
        locale.insert("defaultlanguage".to_owned(), language.into());
        locale.insert("defaultencoding".to_owned(), encoding.into());
        locale.insert("detectedencoding".to_owned(), "utf-8".into());
    }
    if let Some(zone) = boot::time_zone(&sources.root) {
        locale.insert("timezone".to_owned(), zone.into());
    }
    if !locale.is_empty() {
        put(grains, "locale_info", locale);
    }
}

fn kernel(root: &Path, machine: Option<&str>, grains: &mut Grains) {
    for (name, file) in [("kernel", "ostype"), ("kernelrelease", "osrelease"), ("kernelversion", "version")] {
        if let Some(text) = read(root, &format!("proc/sys/kernel/{file}")) {
            put(grains, name, text);
        }
    }
    if let Some(arch) = read(root, "proc/sys/kernel/arch").or_else(|| machine.map(str::to_owned)) {
        put(grains, "cpuarch", arch);
    }
}

/// The trimmed text of a file; none if it cannot be read.
fn read(root: &Path, path: &str) -> Option<String> {
    fs::read_to_string(root.join(path)).ok().map(|text| text.trim().to_owned())
}

/// The names in a directory, sorted; none if it cannot be read.
fn names_in(root: &Path, path: &str) -> Vec<String> {
    let entries = fs::read_dir(root.join(path)).into_iter().flatten().flatten();
    let mut names: Vec<_> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    names
}

fn put(grains: &mut Grains, name: &str, value: impl Into<Value>) {
    grains.insert(name.to_owned(), value.into());
}

#[cfg(test)]
mod tests;
