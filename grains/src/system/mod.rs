//! Facts of the machine under Salt's names and with Salt's values, as far as small files tell them.
//!
//! What Salt finds by running programs or asking the network is left out; the names here are those that templates ask
//! for. See <https://docs.saltproject.io/en/3007/ref/grains/all/salt.grains.core.html>.

mod distribution;
mod hardware;
mod network;

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::Grains;

/// Reads all facts below `root`; a missing file leaves its facts out.
pub fn facts(root: &Path) -> Grains {
    let mut grains = Grains::new();
    kernel(root, &mut grains);
    distribution::add(root, &mut grains);
    hardware::add(root, &mut grains);
    network::add(root, &mut grains);
    grains
}

fn kernel(root: &Path, grains: &mut Grains) {
    for (name, file) in [("kernel", "ostype"), ("kernelrelease", "osrelease"), ("kernelversion", "version")] {
        if let Some(text) = read(root, &format!("proc/sys/kernel/{file}")) {
            put(grains, name, text);
        }
    }
    let arch = read(root, "proc/sys/kernel/arch").unwrap_or_else(|| built_for().to_owned());
    put(grains, "cpuarch", arch);
}

/// The machine this was built for; kernels before 6.1 do not tell theirs in a file.
const fn built_for() -> &'static str {
    if cfg!(target_arch = "aarch64") { "aarch64" } else { "x86_64" }
}

/// The trimmed text of a file; none if it cannot be read.
fn read(root: &Path, path: &str) -> Option<String> {
    fs::read_to_string(root.join(path)).ok().map(|text| text.trim().to_owned())
}

fn put(grains: &mut Grains, name: &str, value: impl Into<Value>) {
    grains.insert(name.to_owned(), value.into());
}

#[cfg(test)]
mod tests;
