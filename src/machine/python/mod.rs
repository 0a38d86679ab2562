//! Packages of Python, by pip.
//!
//! Laws: pip never prompts. Every call has a deadline. pip itself reports what it would install, and installs nothing then. No argument
//! of pip, or of a program that it starts, has the password of a URL.

mod logins;
mod urls;
mod version;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value as Json;

use self::logins::Logins;
use super::file::FileError;
use super::process::{Command, Finished, RunError};

pub use version::fulfils;

/// A call that takes longer than this hangs.
const DEADLINE: Duration = Duration::from_secs(3600);

/// Why pip failed.
#[derive(Debug, thiserror::Error)]
pub enum PipError {
    /// pip is missing.
    #[error("there is no pip at '{path}': a virtual environment, a pip or a Python is needed")]
    Missing {
        /// The path.
        path: String,
    },
    /// It cannot be started.
    #[error("pip {verb}")]
    Start {
        /// Its arguments.
        verb: String,
        /// The reason.
        source: RunError,
    },
    /// It reports an error.
    #[error("{said}")]
    Refused {
        /// Its message.
        said: String,
    },
    /// Its tool would get the password of a URL as an argument.
    #[error(
        "pip would start {tool} with the password for {host} as an argument, which every user of this machine can read: write the URL \
         without the password, and give it to {tool} in its own configuration"
    )]
    Argument {
        /// The tool.
        tool: String,
        /// The scheme and host of the URL.
        host: String,
    },
    /// The file with the passwords of URLs cannot be written.
    #[error("the passwords of URLs cannot be given to pip")]
    Password(#[source] FileError),
    /// Its output cannot be read.
    #[error("what pip {verb} says cannot be read")]
    Unreadable {
        /// Its arguments.
        verb: String,
        /// The reason.
        source: serde_json::Error,
    },
}

/// The pip, its user and its working directory.
#[derive(Clone, Debug, Default)]
pub struct Pip {
    words: Vec<String>,
    /// The user, by name or number.
    pub user: Option<String>,
    /// The working directory.
    pub directory: Option<PathBuf>,
    /// Variables for builds.
    pub variables: BTreeMap<String, String>,
}

/// A package that is installed, or would be.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Package {
    /// Its name, as it writes it.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its source, if it is not an index.
    pub origin: Option<Json>,
}

impl Package {
    /// True if both are the same, from the same source.
    pub fn is(&self, other: &Self) -> bool {
        let part = |it: &Self, pointer: &str| it.origin.as_ref().and_then(|it| it.pointer(pointer)).cloned();
        let parts = ["/url", "/vcs_info/commit_id", "/archive_info/hashes", "/dir_info/editable"];
        self.version == other.version
            && parts.iter().all(|pointer| part(self, pointer) == part(other, pointer))
    }
}

/// Packages by their normal names.
pub type Packages = BTreeMap<String, Package>;

/// The normal form of a name.
///
/// See <https://packaging.python.org/en/latest/specifications/name-normalization/>.
pub fn normal(name: &str) -> String {
    let lower = name.to_ascii_lowercase();
    lower.split(['-', '_', '.']).filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}

impl Pip {
    /// The pip of a virtual environment, a pip by its path, that of a Python, or the machine's own.
    ///
    /// # Errors
    ///
    /// pip is missing.
    pub fn find(place: Option<&str>) -> Result<Self, PipError> {
        let of = |python: &str| vec![python.to_owned(), "-m".to_owned(), "pip".to_owned()];
        let words = match place {
            None => of("python3"),
            Some(place) if Path::new(place).is_dir() => {
                let python = Path::new(place).join("bin/python");
                if !python.exists() {
                    return Err(PipError::Missing { path: place.to_owned() });
                }
                of(&python.display().to_string())
            }
            Some(place) if place.contains('/') && !Path::new(place).exists() => {
                return Err(PipError::Missing { path: place.to_owned() });
            }
            Some(place) if place.rsplit('/').next().is_some_and(|name| name.starts_with("python")) => {
                of(place)
            }
            Some(place) => vec![place.to_owned()],
        };
        Ok(Self { words, ..Self::default() })
    }

    /// Runs it, whatever its exit code.
    ///
    /// # Errors
    ///
    /// It cannot be started, or a URL has a password that it cannot get without showing it.
    pub async fn run(&self, words: &[&str]) -> Result<Finished, PipError> {
        let logins = Logins::of(self, words).await?;
        let words: Vec<&str> = logins.words.iter().map(String::as_str).collect();
        self.start(&words, &logins.variables).await
    }

    /// Whether [`run`](Self::run) refuses these arguments.
    ///
    /// # Errors
    ///
    /// [`PipError::Argument`].
    pub fn check(words: &[String]) -> Result<(), PipError> {
        logins::check_words(words)
    }

    async fn start(
        &self,
        words: &[&str],
        variables: &BTreeMap<String, String>,
    ) -> Result<Finished, PipError> {
        let all = self.words.iter().map(String::as_str).chain(words.iter().copied());
        let mut command = Command::argv(all).timeout(DEADLINE);
        for (name, text) in variables {
            command = command.env(name, text);
        }
        let own = [
            ("PIP_NO_INPUT", "1"),
            ("PIP_DISABLE_PIP_VERSION_CHECK", "1"),
            ("PIP_ROOT_USER_ACTION", "ignore"),
        ];
        for (name, text) in own.into_iter().chain([("LC_ALL", "C.UTF-8")]) {
            command = command.env(name, text);
        }
        command.user.clone_from(&self.user);
        command.cwd.clone_from(&self.directory);
        let verb = || words.first().copied().unwrap_or_default().to_owned();
        command.run().await.map_err(|source| PipError::Start { verb: verb(), source })
    }

    async fn ask(&self, words: &[&str]) -> Result<Json, PipError> {
        let finished = self.run(words).await?;
        if !finished.is_success() {
            return Err(PipError::Refused { said: said(&finished) });
        }
        let verb = words.first().copied().unwrap_or_default().to_owned();
        serde_json::from_slice(&finished.stdout).map_err(|source| PipError::Unreadable { verb, source })
    }

    /// The installed packages.
    ///
    /// # Errors
    ///
    /// pip cannot be run, or its output cannot be read.
    pub async fn list(&self) -> Result<Packages, PipError> {
        let listed = self.ask(&["list", "--format", "json"]).await?;
        Ok(packages(&listed, "", None))
    }

    /// The installed packages that are not editable.
    ///
    /// # Errors
    ///
    /// pip cannot be run, or its output cannot be read.
    pub async fn not_edited(&self) -> Result<Packages, PipError> {
        let listed = self.ask(&["list", "--exclude-editable", "--format", "json"]).await?;
        Ok(packages(&listed, "", None))
    }

    /// The newer versions of installed packages, without editable ones.
    ///
    /// # Errors
    ///
    /// pip cannot be run, or its output cannot be read.
    pub async fn outdated(&self) -> Result<Packages, PipError> {
        let mut listed = self.ask(&["list", "--outdated", "--exclude-editable", "--format", "json"]).await?;
        for item in listed.as_array_mut().into_iter().flatten() {
            item["version"] = item["latest_version"].take();
        }
        Ok(packages(&listed, "", None))
    }

    /// The installed packages with their sources; nothing if pip is too old to report them (before 22.2).
    ///
    /// # Errors
    ///
    /// pip cannot be run, or its output cannot be read.
    pub async fn origins(&self) -> Result<Packages, PipError> {
        let asked = match self.ask(&["inspect"]).await {
            Err(PipError::Refused { said }) if said.contains("unknown command") => return Ok(Packages::new()),
            asked => asked?,
        };
        Ok(packages(&asked["installed"], "/metadata", Some("/direct_url")))
    }

    /// The packages that an installation with these words would install; `None` if pip is too old to report them (before 22.2).
    async fn foresee(&self, words: &[String]) -> Result<Option<Packages>, PipError> {
        let mut all = vec!["install", "--dry-run", "--quiet", "--report", "-"];
        all.extend(words.iter().map(String::as_str));
        let asked = match self.ask(&all).await {
            Err(PipError::Refused { said }) if said.contains("no such option") => return Ok(None),
            asked => asked?,
        };
        let mut would = packages(&asked["install"], "/metadata", Some("/download_info"));
        for item in asked["install"].as_array().into_iter().flatten() {
            let name = item.pointer("/metadata/name").and_then(Json::as_str).unwrap_or_default();
            if item["is_direct"] != Json::Bool(true)
                && let Some(package) = would.get_mut(&normal(name))
            {
                package.origin = None;
            }
        }
        Ok(Some(would))
    }

    /// The same without packages that are installed already, from the same source: pip lists a package of a URL or path at each
    /// run. With `again` none is left out.
    ///
    /// # Errors
    ///
    /// The installation would fail; the message of pip.
    pub async fn would(&self, words: &[String], again: bool) -> Result<Option<Packages>, PipError> {
        let Some(mut would) = self.foresee(words).await? else { return Ok(None) };
        if !again && would.values().any(|package| package.origin.is_some()) {
            let origins = self.origins().await.unwrap_or_default();
            would.retain(|name, package| !origins.get(name).is_some_and(|there| there.is(package)));
        }
        Ok(Some(would))
    }
}

/// Its output, of both streams.
pub fn said(finished: &Finished) -> String {
    let (out, err) = (finished.stdout_text(), finished.stderr_text());
    let both = [out.trim(), err.trim()];
    both.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n")
}

fn packages(listed: &Json, below: &str, origin: Option<&str>) -> Packages {
    let text = |item: &Json, name: &str| {
        let found = item.pointer(&format!("{below}/{name}")).and_then(Json::as_str);
        found.map(str::to_owned)
    };
    let items = listed.as_array().into_iter().flatten();
    let each = items.filter_map(|item| {
        let origin = origin.and_then(|pointer| item.pointer(pointer)).cloned();
        Some(Package { name: text(item, "name")?, version: text(item, "version")?, origin })
    });
    each.map(|package| (normal(&package.name), package)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_one_spelling_and_origins_distinguish_packages() {
        assert_eq!(normal("Zope.Interface__x"), "zope-interface-x");
        let of = |commit: &str| Package {
            name: "a".to_owned(),
            version: "1".to_owned(),
            origin: Some(
                serde_json::json!({"url": "u", "vcs_info": {"commit_id": commit, "requested_revision": commit}}),
            ),
        };
        assert!(of("1").is(&of("1")) && !of("1").is(&of("2")));
    }

    #[test]
    fn a_missing_pip_is_an_error() {
        let dir = tempfile::tempdir().expect("a directory");
        for place in [dir.path().to_owned(), dir.path().join("none")] {
            let found = Pip::find(place.to_str());
            assert!(matches!(found, Err(PipError::Missing { .. })), "{}", place.display());
        }
    }
}
