//! apt's sources: lines of `sources.list` and `*.list`, and the paragraphs of `*.sources`, which are only read.
//!
//! See sources.list(5).

use std::path::{Path, PathBuf};

use super::Stanza;
use crate::file::{self, FileError};
use crate::text;

/// The file for a source without a file of its own.
pub const MAIN: &str = "/etc/apt/sources.list";

/// The directory of all other files.
pub const PARTS: &str = "/etc/apt/sources.list.d";

/// One source.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Source {
    /// True if it is commented out.
    pub is_disabled: bool,
    /// `deb` or `deb-src`.
    pub kind: String,
    /// The options in brackets, in order: `arch`, `signed-by`.
    pub options: Vec<(String, String)>,
    /// Its URI.
    pub uri: String,
    /// The suite: `bookworm`, or a directory that ends with a slash.
    pub suite: String,
    /// Its components; none for a directory.
    pub components: Vec<String>,
    /// The comment after `#`.
    pub comment: String,
}

impl Source {
    /// Reads a line; nothing if it is not a source, commented out or not.
    pub fn parse(line: &str) -> Option<Self> {
        let line = line.trim();
        let (is_disabled, line) = line.strip_prefix('#').map_or((false, line), |rest| (true, rest));
        let (line, comment) = line.split_once('#').unwrap_or((line, ""));
        let line = line.trim();
        let (kind, rest) = line.split_once(char::is_whitespace)?;
        if !["deb", "deb-src"].contains(&kind) {
            return None;
        }
        let rest = rest.trim_start();
        let (options, rest) = match rest.strip_prefix('[') {
            Some(inner) => inner.split_once(']')?,
            None => ("", rest),
        };
        let (uri, rest) = uri(rest.trim_start())?;
        let mut words = rest.split_whitespace().map(str::to_owned);
        Some(Self {
            is_disabled,
            kind: kind.to_owned(),
            options: options.split_whitespace().filter_map(option).collect(),
            uri: uri.to_owned(),
            suite: words.next()?,
            components: words.collect(),
            comment: comment.trim().to_owned(),
        })
    }

    /// The line of this source.
    pub fn line(&self) -> String {
        let options: Vec<String> = self.options.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let options = if options.is_empty() { String::new() } else { format!("[{}]", options.join(" ")) };
        let comment = if self.comment.is_empty() { String::new() } else { format!("#{}", self.comment) };
        let words = [if self.is_disabled { "#" } else { "" }, &self.kind, &options, &self.uri, &self.suite];
        let words = words.into_iter().chain(self.components.iter().map(String::as_str)).chain([&*comment]);
        words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// The words of an option.
    pub fn option(&self, name: &str) -> Option<&str> {
        self.options.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Its architectures; none for all.
    pub fn architectures(&self) -> Vec<String> {
        let words = self.option("arch").unwrap_or_default().split(',');
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    }

    /// Sets its architectures.
    pub fn set_architectures(&mut self, all: &[String]) {
        match self.options.iter_mut().find(|(key, _)| key == "arch") {
            Some((_, value)) => *value = all.join(","),
            None => self.options.push(("arch".to_owned(), all.join(","))),
        }
        self.options.retain(|(key, value)| key != "arch" || !value.is_empty());
    }

    /// The keys that must have signed it: a file, or fingerprints.
    pub fn signed_by(&self) -> &str {
        self.option("signed-by").unwrap_or_default()
    }

    /// True if both are the same suite at the same URI.
    pub fn is_beside(&self, other: &Self) -> bool {
        let place = |it: &Self| it.uri.trim_end_matches('/').to_owned();
        self.kind == other.kind && self.suite == other.suite && place(self) == place(other)
    }

    /// True if both have a component in common, or neither has any.
    pub fn shares_with(&self, other: &Self) -> bool {
        let (mine, others) = (&self.components, &other.components);
        (mine.is_empty() && others.is_empty()) || mine.iter().any(|component| others.contains(component))
    }

    /// True if both have an architecture in common.
    pub fn overlaps(&self, other: &Self) -> bool {
        let (mine, others) = (self.architectures(), other.architectures());
        mine.is_empty() || others.is_empty() || mine.iter().any(|one| others.contains(one))
    }

    /// True if both have the same meaning; comments and order are ignored.
    pub fn says_the_same(&self, other: &Self) -> bool {
        let sorted = |words: &[String]| {
            let mut words = words.to_vec();
            words.sort();
            words
        };
        let options = |it: &Self| {
            let mut all: Vec<(String, Vec<String>)> = vec![];
            for (key, value) in &it.options {
                let words: Vec<String> = value.split(',').map(str::to_owned).collect();
                all.push((key.clone(), sorted(&words)));
            }
            all.sort();
            all
        };
        self.is_beside(other)
            && self.is_disabled == other.is_disabled
            && sorted(&self.components) == sorted(&other.components)
            && options(self) == options(other)
    }
}

/// The URI at the beginning, and the rest; the URI of a disc has blanks in brackets.
fn uri(text: &str) -> Option<(&str, &str)> {
    let from = if text.starts_with("cdrom:[") { text.find(']')? } else { 0 };
    let length = text.get(from..)?.find(char::is_whitespace)? + from;
    Some(text.split_at(length))
}

fn option(word: &str) -> Option<(String, String)> {
    word.split_once('=').map(|(key, value)| (key.to_owned(), value.to_owned()))
}

/// A source and its place.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct PlacedSource {
    /// The file.
    pub path: PathBuf,
    /// The line, counted from 0.
    pub at: usize,
    /// The text of the line.
    pub line: String,
    /// Its meaning.
    pub source: Source,
}

/// The sources of a machine.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Sources {
    /// Files of lines and their contents, in apt's order.
    pub files: Vec<(PathBuf, String)>,
    /// Files of paragraphs, `*.sources`, and their contents.
    pub paragraphs: Vec<(PathBuf, String)>,
    /// The paragraphs.
    pub stanzas: Vec<Stanza>,
}

impl Sources {
    /// Reads them.
    ///
    /// # Errors
    ///
    /// I/O errors other than "not found".
    pub fn read() -> Result<Self, FileError> {
        let mut found = Self::default();
        let main = PathBuf::from(MAIN);
        if let Some(text) = file::text_if_there(&main)? {
            found.files.push((main, text));
        }
        let directory = Path::new(PARTS);
        let names = file::names(directory);
        let names = names.map_err(|source| FileError::Read { path: directory.to_owned(), source })?;
        for name in names {
            let path = directory.join(text::to_path(&name));
            let Some(text) = file::text_if_there(&path)? else { continue };
            if name.ends_with(".list") {
                found.files.push((path, text));
            } else if name.ends_with(".sources") {
                found.stanzas.extend(Stanza::all(&path, &text));
                found.paragraphs.push((path, text));
            }
        }
        Ok(found)
    }

    /// The sources of all lines.
    pub fn placed(&self) -> Vec<PlacedSource> {
        let lines = self.files.iter().flat_map(|(path, text)| {
            text.lines().enumerate().filter_map(|(at, line)| {
                let source = Source::parse(line)?;
                Some(PlacedSource { path: path.clone(), at, line: line.trim().to_owned(), source })
            })
        });
        lines.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_and_written() {
        for (line, written) in [
            ("deb http://x/debian bookworm main contrib", "deb http://x/debian bookworm main contrib"),
            (
                "#deb  [ arch=amd64,i386 signed-by=/k.gpg ]  http://x/ ./ # why",
                "# deb [arch=amd64,i386 signed-by=/k.gpg] http://x/ ./ #why",
            ),
            (
                "deb cdrom:[Debian GNU/Linux 12]/ bookworm main",
                "deb cdrom:[Debian GNU/Linux 12]/ bookworm main",
            ),
            ("deb-src [trusted=yes] file:/srv ./", "deb-src [trusted=yes] file:/srv ./"),
        ] {
            let source = Source::parse(line).expect("a source");
            assert_eq!(source.line(), written);
            assert_eq!(Source::parse(written), Some(source));
        }
        for line in ["", "# a comment", "deb http://x", "deb [arch=amd64 http://x y z", "## deb http://x y"] {
            assert_eq!(Source::parse(line), None, "{line}");
        }
    }

    #[test]
    fn order_and_a_last_slash_make_no_other_source() {
        let read = |line: &str| Source::parse(line).expect("a source");
        let one = read("deb [signed-by=/k arch=amd64,i386] http://x/ s main contrib # a");
        assert!(one.says_the_same(&read("deb [arch=i386,amd64 signed-by=/k] http://x s contrib main")));
        assert!(!one.says_the_same(&read("deb [arch=amd64 signed-by=/k] http://x s contrib main")));
        assert!(!one.says_the_same(&read("# deb [arch=i386,amd64 signed-by=/k] http://x s contrib main")));
        assert!(one.overlaps(&read("deb http://x s main")));
        assert!(!one.overlaps(&read("deb [arch=arm64] http://x s main")));
    }
}
