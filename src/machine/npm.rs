//! Packages of Node.js, by `npm`.
//!
//! See <https://docs.npmjs.com/cli/commands/npm-ls>.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::process::{AskError, Command};

/// How `npm` is called.
#[derive(Clone, Debug, Default)]
pub struct Npm {
    /// The directory of a project; none for the packages of the machine.
    pub directory: Option<String>,
    /// The user who calls it.
    pub user: Option<String>,
    /// Environment variables.
    pub environment: BTreeMap<String, String>,
}

/// An installed package.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Package {
    /// Its version.
    pub version: String,
    /// Its source: a URL.
    pub origin: String,
}

/// Packages by their names.
pub type Packages = BTreeMap<String, Package>;

impl Npm {
    /// A command of `npm`, for the project or the machine.
    pub fn command(&self, words: &[&str]) -> Command {
        let global = self.directory.is_none().then_some("--global");
        let mut command = Command::argv(std::iter::once("npm").chain(words.iter().copied()).chain(global));
        // npm looks for a project in the working directory.
        command.cwd = Some(self.directory.as_deref().unwrap_or("/").into());
        command.user = self.user.clone();
        let own = self.environment.iter().map(|(name, text)| (name.clone(), Some(text.clone())));
        command.environment.extend(own);
        command
    }

    /// The installed packages, without their dependencies. If `only` names a package (`a@^1.0`), only its matching versions.
    ///
    /// # Errors
    /// `npm` cannot be run, or does not print JSON.
    pub async fn list(&self, only: Option<&str>) -> Result<Packages, AskError> {
        let words = ["list", "--json", "--silent", "--depth=0"].into_iter().chain(only);
        let command = self.command(&words.collect::<Vec<_>>());
        let finished = command.finish().await?;
        // Its code is 1 if something of the project is missing.
        read(&finished.stdout).ok_or_else(|| command.failed(&finished))
    }

    /// True if `npm install` would change the project.
    ///
    /// # Errors
    /// `npm` cannot be run, or fails.
    pub async fn would_install(&self) -> Result<bool, AskError> {
        let words = ["install", "--json", "--dry-run", "--no-audit", "--no-fund"];
        let finished = self.command(&words).ask().await?;
        Ok(changes(&finished.stdout_text()))
    }
}

/// The packages of `npm list --json`.
fn read(text: &[u8]) -> Option<Packages> {
    let whole: Json = serde_json::from_slice(text).ok()?;
    let all = whole.get("dependencies").and_then(Json::as_object);
    let word =
        |package: &Json, key: &str| package.get(key).and_then(Json::as_str).unwrap_or_default().to_owned();
    // A package that a project asks for and does not have has no version.
    let there = all.into_iter().flatten().filter(|(_, package)| package.get("version").is_some());
    let own = |(name, package): (&String, &Json)| {
        let origin =
            [word(package, "resolved"), word(package, "from")].into_iter().find(|origin| !origin.is_empty());
        (name.clone(), Package { version: word(package, "version"), origin: origin.unwrap_or_default() })
    };
    whole.is_object().then(|| there.map(own).collect())
}

/// True if a report of `npm install --json` names changes: numbers since npm 7, lists before. A text that is not a report counts
/// as a change.
fn changes(text: &str) -> bool {
    let report: Option<Json> = text.find('{').and_then(|at| serde_json::from_str(&text[at..]).ok());
    let Some(report) = report else { return true };
    ["added", "removed", "changed", "updated", "moved"].iter().any(|key| match report.get(*key) {
        Some(Json::Number(number)) => number.as_u64() != Some(0),
        Some(Json::Array(list)) => !list.is_empty(),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_not_installed() {
        let text = br#"{"dependencies": {"a": {"version": "1.2.0", "resolved": "https://x/a.tgz"},
            "b": {"required": "^1.0.0", "missing": true}}}"#;
        let read = read(text).expect("packages");
        assert_eq!(read.keys().collect::<Vec<_>>(), ["a"]);
        assert_eq!(read["a"].version, "1.2.0");
        assert_eq!(super::read(b"{}"), Some(Packages::new()));
        assert_eq!(super::read(b"npm: no such thing"), None);
    }

    #[test]
    fn reports_of_all_versions_are_read() {
        assert!(!changes(r#"{"added": 0, "removed": 0, "changed": 0, "audited": 5}"#));
        assert!(changes(r#"{"added": 1, "removed": 0, "changed": 0}"#));
        assert!(!changes(r#"{"added": [], "removed": [], "updated": [], "moved": [], "elapsed": 10}"#));
        assert!(changes("up to date"));
        assert!(changes("npm warn\n{\"added\": [{}]}"));
    }
}
