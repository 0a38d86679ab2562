//! What a machine says of the Salt that runs on it: `saltversion`, `saltversioninfo`, `pythonversion` …
//!
//! There is no Salt here, but trees ask which one there is (`grains['saltversioninfo'] >= [2018, 3, 1]`) and take other ways for
//! old ones. So the answer is the Salt whose language this program speaks, as its own package installs it. `grains:` of the
//! configuration answers otherwise.

use serde_json::json;
use sha2::{Digest, Sha256};

use super::put;
use crate::Grains;

/// The release whose behaviour is recorded in the tests.
const VERSION: [u32; 2] = [3007, 14];

/// Where Salt's own package puts its Python.
const HOME: &str = "/opt/saltstack/salt";

/// Adds the grains that do not depend on the machine.
pub fn add(grains: &mut Grains) {
    let [major, minor] = VERSION;
    put(grains, "saltversion", format!("{major}.{minor}"));
    put(grains, "saltversioninfo", json!([major, minor]));
    put(grains, "saltpath", format!("{HOME}/lib/python3.10/site-packages/salt"));
    put(grains, "pythonversion", json!([3, 10, 19, "final", 0]));
    put(grains, "pythonexecutable", format!("{HOME}/bin/python3.10"));
    put(
        grains,
        "pythonpath",
        json!([format!("{HOME}/lib/python3.10"), format!("{HOME}/lib/python3.10/site-packages")]),
    );
    put(grains, "package", "onedir");
    put(grains, "master", "salt");
    put(grains, "transactional", false);
    put(grains, "zfs_support", false);
    put(grains, "zfs_feature_flags", false);
}

/// Salt's number for an ID: the last 31 bits of its SHA-256.
pub fn server_id(id: &str) -> u32 {
    let digest = Sha256::digest(id.as_bytes());
    digest.iter().rev().take(4).rev().fold(0, |number, byte| (number << 8) | u32::from(*byte)) & 0x7fff_ffff
}
