//! dnf's and yum's repositories: sections of `*.repo`.
//!
//! See dnf.conf(5).

use std::path::{Path, PathBuf};

use indexmap::IndexMap;

use crate::machine::file::{self, FileError};

/// Where the directories of repositories are named, the first that is there.
const CONFIGURATIONS: [&str; 4] =
    ["/etc/yum/yum.conf", "/etc/yum.conf", "/etc/dnf/dnf.conf", "/etc/tdnf/tdnf.conf"];

/// The directories where none are named.
const DIRECTORIES: [&str; 2] = ["/etc/yum/repos.d", "/etc/yum.repos.d"];

/// The directory that is made where there is none.
pub const USUAL: &str = "/etc/yum.repos.d";

/// A repository: a section of a file.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Section {
    /// Its name, in brackets.
    pub id: String,
    /// Its options, names in lower case; lines that go on are parted by line ends.
    pub options: IndexMap<String, String>,
    /// Its comments, without `#`.
    pub comments: Vec<String>,
    /// Its lines, the first and the one after the last, counted from 0.
    pub lines: (usize, usize),
}

/// The files of a machine and what they hold.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Repositories {
    /// The directories that are looked through and are there.
    pub directories: Vec<PathBuf>,
    /// Every `*.repo` in them.
    pub files: Vec<(PathBuf, String)>,
}

impl Repositories {
    /// Reads them, from these directories or from those that the configuration names.
    ///
    /// # Errors
    ///
    /// The system's own, other than "not found".
    pub fn read(directories: &[String]) -> Result<Self, FileError> {
        let named = if directories.is_empty() { configured()? } else { directories.to_vec() };
        let mut found = Self::default();
        for directory in named.iter().map(PathBuf::from).filter(|directory| directory.is_dir()) {
            let names = file::names(&directory);
            let names = names.map_err(|source| FileError::Read { path: directory.clone(), source })?;
            for name in names.iter().filter(|name| name.ends_with(".repo")) {
                let path = directory.join(name);
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

    /// What a file holds.
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

/// The sections of a file.
pub fn sections(text: &str) -> Vec<Section> {
    let mut found: Vec<Section> = vec![];
    for (at, line) in text.lines().enumerate() {
        let trimmed = line.trim();
        if let Some(id) = trimmed.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            found.push(Section { id: id.to_owned(), lines: (at, at + 1), ..Section::default() });
            continue;
        }
        let Some(section) = found.last_mut() else { continue };
        section.lines.1 = at + 1;
        if let Some(comment) = trimmed.strip_prefix('#') {
            section.comments.push(comment.trim().to_owned());
        } else if trimmed.is_empty() || trimmed.starts_with(';') {
        } else if line.starts_with([' ', '\t']) {
            if let Some((_, value)) = section.options.last_mut() {
                value.push('\n');
                value.push_str(trimmed);
            }
        } else if let Some((name, value)) = trimmed.split_once(['=', ':']) {
            section.options.insert(name.trim().to_lowercase(), value.trim().to_owned());
        }
    }
    found
}

/// A text with the options and comments of a section changed, or with the section at its end: `None` takes an option out. What
/// is not named stays, in its place.
pub fn with(
    text: &str,
    id: &str,
    changes: &[(String, Option<String>)],
    comments: Option<&[String]>,
) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let known = sections(text).into_iter().find(|section| section.id == id);
    let (from, to) = known.as_ref().map_or((lines.len(), lines.len()), |section| section.lines);
    let own: Vec<String> = match known {
        Some(_) => lines[from..to].iter().map(|line| (*line).to_owned()).collect(),
        None => vec![format!("[{id}]"), String::new()],
    };
    let mut left: Vec<&(String, Option<String>)> = changes.iter().collect();
    let (mut kept, mut skips) = (vec![], false);
    for line in own {
        let goes_on = line.starts_with([' ', '\t']) && !line.trim().is_empty();
        if goes_on && skips {
            continue;
        }
        skips = false;
        if comments.is_some() && line.trim_start().starts_with('#') {
            continue;
        }
        let name = line.split_once(['=', ':']).filter(|_| !goes_on && !line.starts_with(['#', ';', '[']));
        let name = name.map(|(name, _)| name.trim().to_lowercase());
        match name.and_then(|name| left.iter().position(|(key, _)| *key == name)) {
            None => kept.push(line),
            Some(position) => {
                skips = true;
                kept.extend(option(left.remove(position)));
            }
        }
    }
    let blank = kept.iter().rev().take_while(|line| line.trim().is_empty()).count();
    let tail = kept.split_off(kept.len() - blank);
    kept.extend(left.into_iter().filter_map(option));
    kept.extend(comments.unwrap_or_default().iter().map(|comment| format!("# {comment}")));
    let before = lines[..from].iter().map(|line| (*line).to_owned());
    let after = lines[to..].iter().map(|line| (*line).to_owned());
    before.chain(kept).chain(tail).chain(after).map(|line| format!("{line}\n")).collect()
}

fn option((name, value): &(String, Option<String>)) -> Option<String> {
    value.as_ref().map(|value| format!("{name}={}", value.replace('\n', "\n ")))
}

/// A text without a section; what stands before the next one goes with it.
pub fn without(text: &str, id: &str) -> String {
    let Some(section) = sections(text).into_iter().find(|section| section.id == id) else {
        return text.to_owned();
    };
    let lines = text.lines().enumerate();
    let kept = lines.filter(|(at, _)| !(section.lines.0..section.lines.1).contains(at));
    kept.map(|(_, line)| format!("{line}\n")).collect()
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
        assert_eq!((all[0].comments.clone(), all[0].lines), (vec!["why".to_owned()], (1, 8)));
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
