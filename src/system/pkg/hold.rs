//! `pkg.held`, `pkg.unheld`, and `hold` of `pkg.installed`.

use super::PackageState;
use super::want;
use super::work::{Done, Report, Work, pair};
use crate::{Call, Intent};
use model::{Map, Outcome, Value};

/// Packages to hold or to release.
#[derive(Clone, Debug)]
pub(super) struct Holds {
    pub wanted: bool,
    /// Those that are not in the wanted state yet.
    pub changing: Vec<String>,
    /// Those that are.
    kept: Vec<String>,
}

impl Holds {
    pub fn of(ground: &PackageState, names: Vec<String>, wanted: bool) -> Self {
        let is_so = |name: &String| ground.packages.held.contains(name) == wanted;
        let (kept, changing) = names.into_iter().partition(is_so);
        Self { wanted, changing, kept }
    }

    fn words(&self) -> (&'static str, &'static str) {
        if self.wanted { ("install", "hold") } else { ("hold", "install") }
    }

    /// Adds their result to the changes of the packages.
    pub fn merge_into(&self, changes: &mut Map) {
        let (old, new) = self.words();
        for name in &self.changing {
            let before = changes.get(name.as_str()).and_then(Value::as_map).cloned();
            let joined = |key: &str, word: &str| {
                let text =
                    before.as_ref().and_then(|map| map.get(key)).and_then(Value::as_str).unwrap_or_default();
                if text.is_empty() { word.to_owned() } else { format!("{text}\n{word}") }
            };
            changes.insert(name.as_str().into(), pair(&joined("old", old), &joined("new", new)));
        }
    }

    pub fn changed_lines(&self) -> Vec<String> {
        let word = if self.wanted { "now" } else { "no longer" };
        self.changing.iter().map(|name| format!("Package {name} is {word} being held.")).collect()
    }

    pub fn kept_lines(&self) -> Vec<String> {
        let not = if self.wanted { "" } else { "not " };
        self.kept.iter().map(|name| format!("Package {name} is already set {not}to be held.")).collect()
    }

    fn foreseen_lines(&self) -> Vec<String> {
        let not = if self.wanted { "" } else { "not " };
        self.changing.iter().map(|name| format!("Package {name} is set {not}to be held.")).collect()
    }
}

/// All is installed as wanted; the holds may differ.
pub(super) fn settled(ground: &PackageState, comment: String, holds: Option<Holds>) -> Intent<Box<Work>> {
    let Some(holds) = holds else { return Intent::Settled(Outcome::succeeded(comment)) };
    let with = |lines: Vec<String>| {
        let all = lines.into_iter().chain(holds.kept_lines());
        all.fold(comment.clone(), |text, line| format!("{text}.\n{line}"))
    };
    if holds.changing.is_empty() {
        return Intent::Settled(Outcome::succeeded(with(vec![])));
    }
    let mut changes = Map::new();
    holds.merge_into(&mut changes);
    let foreseen =
        Outcome { changes: changes.clone(), ..Outcome::would_change(with(holds.foreseen_lines())) };
    let done = Outcome { changes, ..Outcome::succeeded(with(holds.changed_lines())) };
    act(ground, foreseen, done, holds.wanted, holds.changing)
}

fn act(
    ground: &PackageState,
    foreseen: Outcome,
    done: Outcome,
    wanted: bool,
    names: Vec<String>,
) -> Intent<Box<Work>> {
    let mut work = Work::new(ground, Held { wanted, names: names.clone(), done });
    if wanted {
        work.holds = names;
    } else {
        work.unholds = names;
    }
    Intent::Act { foreseen, step: Box::new(work) }
}

pub(super) fn diff(call: &Call<'_>, ground: &PackageState) -> Intent<Box<Work>> {
    let wanted = call.function.verb == "held";
    let flag = |name: &str| call.fields.takes(name) && call.fields.boolean(name) == Some(true);
    let named: Vec<String> = want::of(call.fields, call.name).into_keys().collect();
    let held = &ground.packages.held;
    if !wanted {
        let is_meant = |name: &&String| flag("all") || named.contains(name);
        let letting_go: Vec<String> = held.iter().filter(is_meant).cloned().collect();
        return planned(ground, vec![], letting_go);
    }
    let holding: Vec<String> = named.iter().filter(|name| !held.contains(*name)).cloned().collect();
    let others = held.iter().filter(|name| flag("replace") && !named.contains(name));
    planned(ground, holding, others.cloned().collect())
}

/// The comments of `held` and `unheld`.
fn planned(ground: &PackageState, holding: Vec<String>, letting_go: Vec<String>) -> Intent<Box<Work>> {
    if holding.is_empty() && letting_go.is_empty() {
        return Intent::Settled(Outcome::succeeded("No changes made"));
    }
    let foreseen = holding.iter().map(|name| format!("The following package would be held: {name}"));
    let foreseen = foreseen
        .chain(letting_go.iter().map(|name| format!("The following package would be unheld: {name}")));
    let foreseen: Vec<String> = foreseen.collect();
    let done = holding.iter().map(|name| format!("Package {name} is now being held"));
    let done = done.chain(letting_go.iter().map(|name| format!("Package {name} is no longer being held.")));
    let done: Vec<String> = done.collect();
    let mut changes = Map::new();
    for (names, wanted) in [(&holding, true), (&letting_go, false)] {
        let (old, new) = if wanted { ("install", "hold") } else { ("hold", "install") };
        let word = if wanted { "now" } else { "no longer" };
        for name in names {
            let shown: [(&str, Value); 4] = [
                ("name", name.as_str().into()),
                ("changes", pair(old, new)),
                ("result", true.into()),
                ("comment", format!("Package {name} is {word} being held.").into()),
            ];
            changes.insert(name.as_str().into(), shown.into_iter().collect());
        }
    }
    let foreseen = Outcome { changes: changes.clone(), ..Outcome::would_change(foreseen.join("\n")) };
    let done = Outcome { changes, ..Outcome::succeeded(done.join("\n")) };
    let mut work = Work::new(ground, Held { wanted: true, names: holding.clone(), done });
    work.holds = holding;
    work.unholds = letting_go;
    Intent::Act { foreseen, step: Box::new(work) }
}

/// The report when they are held or released.
#[derive(Debug)]
struct Held {
    wanted: bool,
    names: Vec<String>,
    done: Outcome,
}

impl Report for Held {
    fn said(&self, done: &Done<'_>) -> Outcome {
        let failed: Vec<&str> = self
            .names
            .iter()
            .filter(|name| done.after.held.contains(*name) != self.wanted)
            .map(String::as_str)
            .collect();
        match (failed.is_empty(), done.errors.is_empty()) {
            (true, true) => self.done.clone(),
            _ => {
                let why = done.errors.join("\n");
                let names = failed.join(", ");
                Outcome::failed(format!(
                    "An error was encountered while holding/unholding package(s): {names}\n{why}"
                ))
            }
        }
    }
}
