//! Paragraphs of apt's `*.sources`.

use std::path::{Path, PathBuf};

use super::apt::Source;

/// One paragraph: every type, in every suite, at every URI that it names.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Stanza {
    /// The file.
    pub path: PathBuf,
    /// Its lines, the first and the one after the last, counted from 0.
    pub lines: (usize, usize),
    fields: Vec<(String, String)>,
}

impl Stanza {
    /// All paragraphs of a file that name a source.
    pub fn all(path: &Path, text: &str) -> Vec<Self> {
        let (mut found, mut current) = (vec![], Self { path: path.to_owned(), ..Self::default() });
        let lines: Vec<&str> = text.lines().chain([""]).collect();
        for (at, line) in lines.iter().enumerate() {
            if line.trim().is_empty() {
                let next = Self { path: path.to_owned(), lines: (at + 1, at + 1), fields: vec![] };
                let mut ended = std::mem::replace(&mut current, next);
                ended.lines.1 = at;
                found.push(ended);
            } else if line.starts_with('#') {
            } else if line.starts_with([' ', '\t']) {
                if let Some((_, value)) = current.fields.last_mut() {
                    value.push('\n');
                    value.push_str(line.trim());
                }
            } else if let Some((name, value)) = line.split_once(':') {
                current.fields.push((name.trim().to_lowercase(), value.trim().to_owned()));
            }
        }
        found.retain(|stanza| !stanza.words("uris").is_empty());
        found
    }

    fn field(&self, name: &str) -> &str {
        self.fields.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    fn words(&self, name: &str) -> Vec<String> {
        self.field(name).split_whitespace().map(str::to_owned).collect()
    }

    /// Its meaning for that suite at that URI, as a line; nothing if it does not name them.
    pub fn source_like(&self, wanted: &Source) -> Option<Source> {
        let uris = self.words("uris");
        let uri = uris.iter().find(|uri| uri.trim_end_matches('/') == wanted.uri.trim_end_matches('/'))?;
        if !self.words("types").contains(&wanted.kind) || !self.words("suites").contains(&wanted.suite) {
            return None;
        }
        let is_disabled = ["no", "false", "without", "off", "disable"].contains(&self.field("enabled"));
        let known = [("architectures", "arch"), ("signed-by", "signed-by"), ("trusted", "trusted")];
        let options = known.into_iter().filter_map(|(field, option)| {
            let words = self.words(field);
            (!words.is_empty()).then(|| (option.to_owned(), words.join(",")))
        });
        Some(Source {
            is_disabled,
            kind: wanted.kind.clone(),
            options: options.collect(),
            uri: uri.clone(),
            suite: wanted.suite.clone(),
            components: self.words("components"),
            comment: String::new(),
        })
    }

    /// True if it names one type, one URI and one suite.
    pub fn is_single(&self) -> bool {
        ["types", "uris", "suites"].iter().all(|field| self.words(field).len() == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paragraph_means_all_that_it_names() {
        let text = "# Debian\nTypes: deb deb-src\nURIs: http://x/debian/\nSuites: s s-updates\nComponents: main\n contrib\n\
                    Signed-By: /k.gpg\n\nTypes: deb\nURIs: http://y\nSuites: ./\nEnabled: no\n";
        let all = Stanza::all(Path::new("f"), text);
        assert_eq!(all.iter().map(|stanza| stanza.lines).collect::<Vec<_>>(), [(0, 7), (8, 12)]);
        let wanted = |line: &str| Source::parse(line).expect("a source");
        let like = |index: usize, line: &str| {
            all[index].source_like(&wanted(line)).map(|source: Source| source.line())
        };
        assert_eq!(
            like(0, "deb-src http://x/debian s-updates main").as_deref(),
            Some("deb-src [signed-by=/k.gpg] http://x/debian/ s-updates main contrib")
        );
        assert_eq!(like(0, "deb http://x/debian t main"), None);
        assert_eq!(like(1, "deb http://y/ ./").as_deref(), Some("# deb http://y ./"));
        assert_eq!([all[0].is_single(), all[1].is_single()], [false, true]);
    }
}
