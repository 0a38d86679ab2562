//! dnf's and yum's repositories: sections of `*.repo`.
//!
//! See dnf.conf(5).

use std::path::{Path, PathBuf};

use indexmap::IndexMap;

use crate::file::{self, FileError};
use crate::ini::{Ini, Rule};
use crate::lines::Lines;
use crate::text;

/// The configuration files that may name the directories of repositories; the first that exists counts.
const CONFIGURATIONS: [&str; 4] =
    ["/etc/yum/yum.conf", "/etc/yum.conf", "/etc/dnf/dnf.conf", "/etc/tdnf/tdnf.conf"];

/// The directories if the configuration names none.
const DIRECTORIES: [&str; 2] = ["/etc/yum/repos.d", "/etc/yum.repos.d"];

/// The directory that is made if there is none.
pub const USUAL: &str = "/etc/yum.repos.d";

/// A repository: a section of a file.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Section {
    /// Its name, in brackets.
    pub id: String,
    /// Its options, names in lower case; continuation lines are separated by line ends.
    pub options: IndexMap<String, String>,
    /// Its comments, without `#`.
    pub comments: Vec<String>,
}

/// The files of a machine and their contents.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Repositories {
    /// The directories that exist.
    pub directories: Vec<PathBuf>,
    /// Every `*.repo` in them.
    pub files: Vec<(PathBuf, String)>,
}

impl Repositories {
    /// Reads them, from these directories or from those that the configuration names.
    ///
    /// # Errors
    ///
    /// I/O errors other than "not found".
    pub fn read(directories: &[String]) -> Result<Self, FileError> {
        let named = if directories.is_empty() { configured()? } else { directories.to_vec() };
        let mut found = Self::default();
        for directory in named.iter().map(PathBuf::from).filter(|directory| directory.is_dir()) {
            let names = file::names(&directory);
            let names = names.map_err(|source| FileError::Read { path: directory.clone(), source })?;
            for name in names.iter().filter(|name| name.ends_with(".repo")) {
                let path = directory.join(text::to_path(name));
                found.files.extend(file::text_if_there(&path)?.map(|text| (path, text)));
            }
            found.directories.push(directory);
        }
        Ok(found)
    }

    /// The repository of that name, and its file.
    pub fn find(&self, id: &str) -> Option<(&Path, Section)> {
        self.files.iter().find_map(|(path, text)| {
            let section = sections(text).into_iter().find(|section| section.id == id)?;
            Some((path.as_path(), section))
        })
    }

    /// The contents of a file.
    pub fn text(&self, path: &Path) -> Option<&str> {
        self.files.iter().find(|(known, _)| known == path).map(|(_, text)| text.as_str())
    }
}

fn configured() -> Result<Vec<String>, FileError> {
    for path in CONFIGURATIONS {
        let Some(text) = file::text_if_there(Path::new(path))? else { continue };
        let main = sections(&text).into_iter().find(|section| section.id == "main");
        let named = main.and_then(|section| section.options.get("reposdir").cloned());
        if let Some(named) = named {
            let words = named.split([',', '\n', ' ']).map(str::trim).filter(|word| !word.is_empty());
            return Ok(words.map(str::to_owned).collect());
        }
        break;
    }
    Ok(DIRECTORIES.map(str::to_owned).to_vec())
}

fn read(text: &str) -> Ini {
    Ini::new(text, Rule::Python)
}

/// The sections of a file.
pub fn sections(text: &str) -> Vec<Section> {
    let ini = read(text);
    let named = ini.sections().into_iter().filter(|section| !section.name.is_empty());
    named
        .map(|section| Section {
            comments: ini.remarks(&section.name),
            id: section.name,
            options: section.entries.into_iter().map(|entry| (entry.key, entry.value)).collect(),
        })
        .collect()
}

/// A text with changed options and comments of a section; a new section is added at the end. `None` removes an option. Options
/// that are not named stay, in their places.
pub fn with(
    text: &str,
    id: &str,
    changes: &[(String, Option<String>)],
    comments: Option<&[String]>,
) -> String {
    let mut ini = read(text);
    if !ini.has_section(id) {
        let mut lines = Lines::of(text);
        lines.push(format!("[{id}]"));
        lines.push("");
        ini = read(&lines.text());
    }
    for (name, value) in changes {
        match value {
            Some(value) => ini.set(id, name, value),
            None => {
                ini.remove(id, name);
            }
        }
    }
    if let Some(comments) = comments {
        ini.set_remarks(id, comments);
    }
    ini.text()
}

/// A text without a section; all lines up to the next section are removed.
pub fn without(text: &str, id: &str) -> String {
    let mut ini = read(text);
    if ini.remove_section(id).is_some() { ini.text() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "# ours\n[a]\nname=A\nbaseurl=http://x\n  http://y\n# why\nEnabled = 1\n\n[b]\nname=B\n";

    #[test]
    fn sections_are_read() {
        let all = sections(TEXT);
        assert_eq!(all.iter().map(|section| section.id.as_str()).collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(all[0].options["baseurl"], "http://x\nhttp://y");
        assert_eq!(all[0].options["enabled"], "1");
        assert_eq!(all[0].comments, ["why"]);
    }

    #[test]
    fn only_what_is_named_changes() {
        let set = |name: &str, value: &str| (name.to_owned(), Some(value.to_owned()));
        let changes =
            [set("baseurl", "http://z\nhttp://w"), ("enabled".to_owned(), None), set("gpgcheck", "1")];
        assert_eq!(
            with(TEXT, "a", &changes, None),
            "# ours\n[a]\nname=A\nbaseurl=http://z\n http://w\n# why\ngpgcheck=1\n\n[b]\nname=B\n"
        );
        let comments = ["new".to_owned()];
        assert_eq!(with("[b]\nname=B\n# old\n", "b", &[], Some(&comments)), "[b]\nname=B\n# new\n");
        assert_eq!(
            with(TEXT, "c", &[set("name", "C")], Some(&comments)),
            format!("{TEXT}[c]\nname=C\n# new\n\n")
        );
        assert_eq!(without(TEXT, "a"), "# ours\n[b]\nname=B\n");
        assert_eq!(without(TEXT, "c"), TEXT);
    }
}
