//! The report of `pkg.installed` when all is done.

use std::collections::BTreeMap;

use super::hold::Holds;
use super::want::{self, Rules, Wants};
use super::work::{Done, Report, pair, trouble};
use machine::package::Packages;
use model::{Map, Outcome, Value};

/// The report when all is done.
#[derive(Debug)]
pub(super) struct Installed {
    pub rules: Rules,
    pub wants: Wants,
    pub targets: Vec<String>,
    pub again: Vec<String>,
    pub is_by_file: bool,
    pub holds: Option<Holds>,
    /// The packages that were marked for purging.
    pub wanted_again: Vec<String>,
}

impl Installed {
    fn is_there(&self, name: &str, after: &Packages) -> bool {
        let wanted = self.wants.get(name).and_then(|wanted| wanted.as_deref());
        match (after.installed.get(name), wanted) {
            (None, _) => false,
            (Some(_), None) => true,
            (Some(versions), Some(wanted)) => self.rules.fulfilled(versions, wanted),
        }
    }

    fn shown(&self, name: &str) -> String {
        let wanted = self.wants.get(name).and_then(|wanted| wanted.as_deref()).filter(|_| !self.is_by_file);
        want::shown(name, wanted)
    }

    fn list<'a>(&self, names: impl IntoIterator<Item = &'a String>) -> (usize, String) {
        let shown: Vec<String> = names.into_iter().map(|name| self.shown(name)).collect();
        (shown.len(), shown.join(", "))
    }
}

impl Report for Installed {
    fn is_met(&self, after: &Packages) -> bool {
        self.again.is_empty() && self.targets.iter().all(|name| self.is_there(name, after))
    }

    fn said(&self, done: &Done<'_>) -> Outcome {
        let mut changes: Map = done.changes();
        for name in self.again.iter().filter(|name| !done.changed.contains_key(*name)) {
            let versions = |all: &BTreeMap<String, Vec<String>>| {
                all.get(name).map(|all| all.join(",")).unwrap_or_default()
            };
            let value: Value = pair(&versions(&done.before.installed), &versions(&done.after.installed));
            changes.insert(name.as_str().into(), value);
        }
        if !done.errors.is_empty() {
            return Outcome { changes, ..Outcome::failed(trouble("installing", &done.errors)) };
        }
        changes.extend(self.wanted_again.iter().map(|name| (name.as_str().into(), pair("", "installed"))));
        let mut lines = vec![];
        let (there, failed): (Vec<&String>, Vec<&String>) =
            self.targets.iter().partition(|name| self.is_there(name, done.after));
        if !failed.is_empty() {
            let (_, names) = self.list(failed.iter().copied());
            lines.push(format!("The following packages failed to install/update: {names}"));
        }
        let (count, names) = self.list(there);
        match count {
            0 => {}
            _ if names.chars().count() < 20 => {
                lines.push(format!("The following packages were installed/updated: {names}"));
            }
            1 => lines.push("1 targeted package was installed/updated.".to_owned()),
            _ => lines.push(format!("{count} targeted packages were installed/updated.")),
        }
        if let Some(holds) = &self.holds {
            holds.merge_into(&mut changes);
            lines.extend(holds.changed_lines());
        }
        let rest =
            self.wants.keys().filter(|name| !self.targets.contains(name) && !self.again.contains(name));
        match self.list(rest) {
            (0, _) => {}
            (count, names) if count <= 20 => {
                lines.push(format!("The following packages were already installed: {names}"));
            }
            (count, _) => lines.push(format!("{count} targeted packages were already installed")),
        }
        lines.extend(self.holds.iter().flat_map(Holds::kept_lines));
        lines.extend(self.again.iter().map(|name| format!("Package {} was reinstalled.", self.shown(name))));
        let comment = lines.join("\n");
        let outcome = if failed.is_empty() { Outcome::succeeded(comment) } else { Outcome::failed(comment) };
        Outcome { changes, ..outcome }
    }
}
