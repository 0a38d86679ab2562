//! A builder's yard and an instance beside it: artifacts are built, signed, published and deployed by the binary.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::support::{Place, Printed, write_program};

pub struct Yard {
    pub place: Place,
}

impl Yard {
    /// A key, a store in a directory, and nothing deployed.
    pub fn new() -> Self {
        Self::with_store(Place::new(), None)
    }

    /// The same with another store.
    pub fn with_store(place: Place, store: Option<&str>) -> Self {
        let yard = Self { place };
        let store = store.map_or_else(|| yard.path("store").display().to_string(), str::to_owned);
        let public = yard.json("artifact key signing.pem")["public_key"].as_str().unwrap().to_owned();
        yard.configure(&store, &public, "keep: 1, keep_free_bytes: 0");
        yard
    }

    pub fn configure(&self, store: &str, public: &str, more: &str) {
        let srv = self.path("srv").display().to_string();
        let minion = format!(
            "file_client: local\nroot_dir: .\ncachedir: cache\n\
             file_roots: {{base: [{srv}/service/current/states, {srv}/base/current/states]}}\n\
             pillar_roots: {{base: [{srv}/service/current/pillar]}}\n\
             deploy: {{store: '{store}', root: '{srv}', public_keys: ['{public}'], {more}}}\n"
        );
        fs::write(self.path("orchestration/minion"), minion).unwrap();
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.place.path(path)
    }

    pub fn run(&self, words: &str) -> Printed {
        self.place.run(&format!("-c orchestration {words}"))
    }

    /// Runs what must succeed.
    #[track_caller]
    pub fn json(&self, words: &str) -> Value {
        let printed = self.run(&format!("--out json {words}"));
        assert_eq!(printed.code, Some(0), "{}", printed.whole());
        let json: Value = serde_json::from_str(&printed.stdout).expect("JSON");
        json["local"].clone()
    }

    /// Runs what must fail, and gives what was told.
    #[track_caller]
    pub fn refused(&self, words: &str) -> String {
        let printed = self.run(words);
        let code = if printed.stderr.contains("it expired at") { 4 } else { 1 };
        assert_eq!(printed.code, Some(code), "{}", printed.whole());
        assert!(!printed.stderr.contains("panicked"), "{}", printed.whole());
        printed.stderr
    }

    /// A file of the next artifacts.
    pub fn source(&self, path: &str, text: &str) {
        let path = self.path("source").join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        if text.starts_with("#!") {
            return write_program(&path, text);
        }
        fs::write(&path, text).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o644)).unwrap();
    }

    /// Builds, signs and publishes what the source holds.
    pub fn published(&self, service: &str, revision: &str) {
        self.source("revision", revision);
        let sequence = revision.trim_start_matches('r');
        self.json(&format!(
            "artifact build source {service} {revision} --sequence {sequence} --key signing.pem"
        ));
        self.json(&format!("artifact publish artifacts/{service}/{revision}"));
    }

    /// The same, and makes it the current one.
    pub fn promoted(&self, service: &str, revision: &str) {
        self.published(service, revision);
        self.json(&format!("artifact promote {service} {revision} --key signing.pem"));
    }

    /// The revision in service, whose files are checked.
    #[track_caller]
    pub fn current(&self) -> Option<String> {
        let link = self.path("srv/myapp/current");
        let target = fs::read_link(&link).ok()?;
        let revision = target.file_name()?.to_str()?.to_owned();
        let manifest = fs::read(self.path("srv/myapp/releases").join(format!(".{revision}.manifest")));
        let manifest: Value = serde_json::from_slice(&manifest.expect("a manifest")).expect("JSON");
        for entry in manifest["entries"].as_array().unwrap() {
            let path = link.join(entry["path"].as_str().unwrap());
            let facts =
                fs::symlink_metadata(&path).unwrap_or_else(|_| panic!("{} is missing", path.display()));
            if entry["type"] == "file" {
                assert_eq!(facts.len(), entry["size"].as_u64().unwrap(), "{}", path.display());
            }
        }
        assert_eq!(fs::read_to_string(link.join("revision")).unwrap(), revision);
        Some(revision)
    }
}

/// Every path below a directory with what it holds, to see that nothing changed.
pub fn snapshot(root: &Path) -> Vec<String> {
    let mut lines = Vec::new();
    let mut open = vec![root.to_owned()];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(directory).into_iter().flatten() {
            let path = entry.unwrap().path();
            let facts = fs::symlink_metadata(&path).unwrap();
            let held = match () {
                () if facts.is_symlink() => fs::read_link(&path).unwrap().display().to_string(),
                () if facts.is_dir() => {
                    open.push(path.clone());
                    "/".to_owned()
                }
                () => format!("{:?}", fs::read(&path).unwrap()),
            };
            lines.push(format!("{} {:o} {held}", path.display(), facts.permissions().mode()));
        }
    }
    lines.sort();
    lines
}
