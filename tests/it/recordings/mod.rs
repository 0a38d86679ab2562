//! Files and messages as each version wrote them: every later version reads them, for ever.
//!
//! A folder for each version is below this one. `ORCHESTRATE_RECORDINGS=write ./test recordings::` writes that of this version anew: do
//! it once before a release, and never change the folder of an older one. `docs/decisions/0050-formats.md` has the table of formats. The
//! keys in the folders belong to no fleet.

mod files;
mod messages;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// The folders of all versions.
fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/recordings")
}

/// The folder of a part of this version's recording, empty; none unless it is to be written.
fn written(part: &str) -> Option<PathBuf> {
    let is_write = std::env::var_os("ORCHESTRATE_RECORDINGS").is_some_and(|word| word == "write");
    let path = directory().join(env!("CARGO_PKG_VERSION")).join(part);
    is_write.then(|| {
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a directory");
        path
    })
}

/// That part of the recordings of all versions. There is at least one.
fn all(part: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory()).expect("the recordings");
    let folders = entries.map(|entry| entry.expect("an entry").path().join(part));
    let found: Vec<PathBuf> = folders.filter(|path| path.is_dir()).collect();
    assert!(!found.is_empty(), "no version has recorded {part}");
    found
}

fn bytes(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn json(path: &Path) -> Value {
    serde_json::from_slice(&bytes(path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn write_json(path: &Path, value: &impl serde::Serialize) {
    let text = serde_json::to_string_pretty(value).expect("JSON");
    fs::write(path, format!("{text}\n")).expect("a recording");
}

/// What an older version wrote is all there; a newer one may add fields.
#[track_caller]
fn has_all(read: &impl serde::Serialize, recorded: &Value, place: &Path) {
    let read = serde_json::to_value(read).expect("JSON");
    assert!(is_in(recorded, &read), "{}: recorded {recorded:#}, read {read:#}", place.display());
}

fn is_in(part: &Value, whole: &Value) -> bool {
    match (part, whole) {
        (Value::Object(part), Value::Object(whole)) => part
            .iter()
            .all(|(key, part)| part.is_null() || whole.get(key).is_some_and(|whole| is_in(part, whole))),
        (Value::Array(part), Value::Array(whole)) => {
            part.len() == whole.len() && part.iter().zip(whole).all(|(part, whole)| is_in(part, whole))
        }
        _ => part == whole,
    }
}

fn copy_all(from: &Path, to: &Path) {
    use std::os::unix::fs::PermissionsExt;

    fs::create_dir_all(to).expect("a directory");
    fs::set_permissions(to, fs::Permissions::from_mode(0o700)).expect("a mode");
    for entry in fs::read_dir(from).expect("a directory") {
        let path = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy_all(&path, &target);
        } else {
            fs::write(&target, bytes(&path)).expect("a file");
            // Git keeps no modes.
            fs::set_permissions(&target, fs::Permissions::from_mode(0o600)).expect("a mode");
        }
    }
}

#[test]
fn a_field_that_is_lost_is_found() {
    let (one, two) = (serde_json::json!({"a": [1], "b": null}), serde_json::json!({"a": [1], "c": 2}));
    assert!(is_in(&one, &two) && !is_in(&two, &one));
    assert!(!is_in(&one, &serde_json::json!({"a": []})));
}
