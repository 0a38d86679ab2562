//! The wanted packages: names, and conditions on their versions.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use indexmap::IndexMap;

use machine::package::{Family, compare_deb, compare_rpm, native};
use model::{Fields, NodeKind, glob};

/// Packages by name, each with a version as it is written, if any.
pub(super) type Wants = IndexMap<String, Option<String>>;

/// The packages under `pkgs`, or the `name` alone with its `version`.
pub(super) fn of(fields: &Fields, name: &str) -> Wants {
    let text = model::fields::text;
    let version = || if fields.takes("version") { fields.text("version") } else { None };
    let Some(list) = fields.list("pkgs") else {
        return [(normal(name), version().filter(|version| !version.is_empty()))].into_iter().collect();
    };
    let mut wants = Wants::new();
    for node in list {
        match &node.kind {
            NodeKind::Map(map) => {
                wants.extend(map.iter().map(|(key, entry)| (normal(&key.to_string()), text(&entry.node))));
            }
            _ => wants.extend(text(node).map(|name| (normal(&name), None))),
        }
    }
    wants
}

/// A name without the architecture of this machine.
pub(super) fn normal(name: &str) -> String {
    let native = native(Family::Debian);
    let bare = name.rsplit_once(':').filter(|(_, of)| [native, "all", "any"].contains(of));
    bare.map_or(name, |(bare, _)| bare).to_owned()
}

/// The comparison of versions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    pub family: Family,
    /// None: the condition decides.
    pub ignore_epoch: Option<bool>,
    /// True if a newer version than the given one is accepted.
    pub allow_updates: bool,
}

const OPERATORS: [&str; 9] = ["<=", ">=", "==", "!=", "<<", ">>", "<", ">", "="];

/// Operator and version of each condition, separated by commas.
fn conditions(text: &str) -> Vec<(&str, &str)> {
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    parts
        .map(|part| {
            let operator = OPERATORS.into_iter().find(|operator| part.starts_with(operator)).unwrap_or("");
            let version = part[operator.len()..].trim();
            (if matches!(operator, "" | "=") { "==" } else { operator }, version)
        })
        .collect()
}

/// True if a version is more than one exact version.
pub(super) fn is_open(wanted: &str) -> bool {
    wanted.contains(['<', '>', '*', '?', '[', ',', '!'])
}

impl Rules {
    /// True when one of the versions fulfils all conditions.
    pub fn fulfilled(self, versions: &[String], wanted: &str) -> bool {
        versions.iter().any(|version| self.fits(version, wanted))
    }

    /// True when a version fulfils all conditions.
    pub fn fits(self, version: &str, wanted: &str) -> bool {
        let all = conditions(wanted);
        let only = all.len() == 1;
        all.into_iter().all(|(operator, desired)| {
            let operator = if only && self.allow_updates && operator == "==" { ">=" } else { operator };
            self.holds(version, operator, desired)
        })
    }

    fn holds(self, version: &str, operator: &str, desired: &str) -> bool {
        if operator == "==" && glob::is_match(desired, version) {
            return true;
        }
        let by_need = !operator.contains(['<', '>']) && !desired.contains(':');
        let bare = |text: &str| match text.split_once(':') {
            Some((_, rest)) if self.ignore_epoch.unwrap_or(by_need) => rest.to_owned(),
            _ => text.to_owned(),
        };
        let order = self.compare(&bare(version), &bare(desired));
        match operator {
            "<" | "<<" => order == Ordering::Less,
            "<=" => order != Ordering::Greater,
            ">" | ">>" => order == Ordering::Greater,
            ">=" => order != Ordering::Less,
            "!=" => order != Ordering::Equal,
            _ => order == Ordering::Equal,
        }
    }

    /// The newest available version, or the installed one if it is as new.
    pub fn newest(self, candidate: Option<String>, installed: Option<&Vec<String>>) -> Option<String> {
        match (candidate, installed.and_then(|versions| versions.last())) {
            (Some(candidate), Some(installed)) if self.compare(&candidate, installed).is_le() => {
                Some(installed.clone())
            }
            (candidate, installed) => candidate.or_else(|| installed.cloned()),
        }
    }

    /// The order of two versions.
    pub fn compare(self, one: &str, other: &str) -> Ordering {
        match self.family {
            Family::Debian => compare_deb(one, other),
            Family::RedHat => compare_rpm(one, other),
        }
    }
}

/// A name with its version as Salt writes it: `name=1.2`, `name>=1.2`.
pub(super) fn shown(name: &str, wanted: Option<&str>) -> String {
    match wanted {
        Some(version) if version.starts_with(['<', '>', '=']) => format!("{name}{version}"),
        Some(version) => format!("{name}={version}"),
        None => name.to_owned(),
    }
}

/// The differences between two listings, in Salt's shape.
pub(super) fn difference(
    old: &BTreeMap<String, Vec<String>>,
    new: &BTreeMap<String, Vec<String>>,
) -> IndexMap<String, (String, String)> {
    let text = |all: &BTreeMap<String, Vec<String>>, name: &str| {
        all.get(name).map(|versions| versions.join(",")).unwrap_or_default()
    };
    let mut names: Vec<&String> = old.keys().chain(new.keys()).collect();
    names.sort_unstable();
    names.dedup();
    let pairs = names.into_iter().map(|name| (name.clone(), (text(old, name), text(new, name))));
    pairs.filter(|(_, (old, new))| old != new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_fulfil_conditions_as_in_salt() {
        let rules =
            |ignore_epoch, allow_updates| Rules { family: Family::Debian, ignore_epoch, allow_updates };
        let plain = rules(None, false);
        for (version, wanted, fits) in [
            ("1.2-1", "1.2-1", true),
            ("1:1.2-1", "1.2-1", true),
            ("1:1.2-1", "1:1.2-1", true),
            ("1:1.2-1", ">=1.2", true),
            ("1.2-1", "1.2*", true),
            ("1.2-1", "1.3*", false),
            ("1.2-1", "=1.2-1", true),
            ("1.2-1", ">=1.2,<2", true),
            ("2.0", ">= 1.2, < 2", false),
            ("1.2-1", "!=1.2-1", false),
            ("1.3", "1.2", false),
        ] {
            assert_eq!(plain.fits(version, wanted), fits, "{version} {wanted}");
        }
        assert!(rules(None, true).fits("1.3", "1.2"));
        assert!(!rules(Some(false), false).fits("1:1.2", "1.2"));
        assert!(is_open("1.*") && is_open(">1") && !is_open("1.2~rc1+b"));
    }

    #[test]
    fn a_name_of_this_machine_needs_no_architecture() {
        assert_eq!(normal("a:all"), "a");
        assert_eq!(normal("a:sparc"), "a:sparc");
    }
}
