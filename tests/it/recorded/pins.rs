//! What we answer where we differ from Salt on purpose, in a file beside the record: a test fails when that changes too.
//!
//! `ORCHESTRATE_PINS=write` writes the files anew, for what was run. Unit tests use this module as well, by its path.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex};

use regex::Regex;
use serde_json::Value as Json;

/// The answers of one record.
pub(crate) struct Pins {
    file: PathBuf,
    pinned: BTreeMap<String, Json>,
    found: Mutex<BTreeMap<String, Json>>,
}

impl Pins {
    /// Those of a file, named from the top of the repository.
    pub(crate) fn of(file: &str) -> Self {
        let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let top = crate_folder.ancestors().find(|folder| folder.join("Cargo.lock").exists());
        let file = top.expect("the top of the repository").join(file);
        let text = std::fs::read_to_string(&file).unwrap_or_else(|_| "{}".to_owned());
        let pinned = serde_json::from_str(&text).expect("a mapping of answers");
        Self { file, pinned, found: Mutex::default() }
    }

    /// What is wrong with a case: it differs and is no deviation, is a deviation and does not differ, or differs otherwise than
    /// it did. An exemption that is not of this case alone is given only where the case differs.
    pub(crate) fn judged(
        &self,
        case: &str,
        why: Option<&str>,
        difference: Option<String>,
        ours: impl FnOnce() -> Json,
    ) -> Option<String> {
        match (difference, why) {
            (Some(difference), None) => Some(format!("{case}: {difference}")),
            (None, Some(why)) => Some(format!("{case} no longer differs: {why}")),
            (Some(_), Some(_)) => self.difference(case, ours()),
            (None, None) => None,
        }
    }

    /// How an answer that differs from Salt's also differs from the one that is pinned.
    fn difference(&self, case: &str, ours: Json) -> Option<String> {
        let ours = settled(&ours);
        let pinned = self.pinned.get(case);
        let complaint = (pinned != Some(&ours) && !is_written()).then(|| match pinned {
            Some(pinned) => format!("{case}: we differ from Salt in another way now: {ours}, not {pinned}"),
            None => format!("{case}: our answer is not pinned: {ours}"),
        });
        self.found.lock().expect("the answers").insert(case.to_owned(), ours);
        complaint
    }

    /// True when an answer was compared with a pin whose case this holds for.
    pub(crate) fn has_used(&self, is_meant: impl Fn(&str) -> bool) -> bool {
        self.found.lock().expect("the answers").keys().any(|case| is_meant(case))
    }

    /// Pins that no answer was compared with, though their cases were run.
    pub(crate) fn unused(&self, was_run: impl Fn(&str) -> bool) -> Vec<String> {
        let found = self.found.lock().expect("the answers");
        let is_stale = |case: &str| was_run(case) && !found.contains_key(case);
        if is_written() {
            let kept = self.pinned.iter().filter(|(case, _)| !found.contains_key(*case) && !is_stale(case));
            let all: BTreeMap<&String, &Json> = kept.chain(found.iter()).collect();
            if !all.is_empty() || self.file.exists() {
                let text = serde_json::to_string_pretty(&all).expect("JSON");
                std::fs::write(&self.file, text + "\n").expect("the pins");
            }
            return vec![];
        }
        let stale = self.pinned.keys().filter(|case| is_stale(case));
        stale.map(|case| format!("{case} is pinned, and is as in Salt, or no case")).collect()
    }
}

/// Without what is another at each run or on each machine.
fn settled(value: &Json) -> Json {
    match value {
        Json::String(text) => settled_text(text).into(),
        Json::Array(list) => list.iter().map(settled).collect(),
        Json::Object(map) => map.iter().map(|(key, it)| (settled_text(key), settled(it))).collect(),
        other => other.clone(),
    }
}

fn settled_text(text: &str) -> String {
    let mut text = text.replace(env!("CARGO_MANIFEST_DIR"), "$TOP");
    for (pattern, with) in VOLATILE.iter() {
        text = pattern.replace_all(&text, *with).into_owned();
    }
    text
}

/// Temporary directories and files, and the times that names of copies end in.
static VOLATILE: LazyLock<[(Regex, &str); 2]> = LazyLock::new(|| {
    [
        (r"[^\s'\x22]*\.tmp[A-Za-z0-9]{6}", "$$TMP"),
        (r"[0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9]{2}-[0-9]{2}-[0-9]{2}", "$$TIME"),
    ]
    .map(|(pattern, with)| (Regex::new(pattern).expect("a pattern"), with))
});

#[expect(clippy::disallowed_methods, reason = "a test has no settings but the environment")]
fn is_written() -> bool {
    std::env::var("ORCHESTRATE_PINS").is_ok_and(|asked| asked == "write")
}
