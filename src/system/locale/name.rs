//! Names of locales: `en_GB.UTF-8@variant UTF-8`.

use machine::lines::Lines;

/// The parts of a name.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Name {
    language: String,
    codeset: String,
    modifier: String,
    charmap: String,
}

impl Name {
    /// Reads a name; missing parts are empty.
    pub fn parse(text: &str) -> Self {
        let (name, charmap) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        let (name, modifier) = name.split_once('@').unwrap_or((name, ""));
        let (language, codeset) = name.split_once('.').unwrap_or((name, ""));
        let owned = str::to_owned;
        Self {
            language: owned(language),
            codeset: owned(codeset),
            modifier: owned(modifier),
            charmap: owned(charmap.trim()),
        }
    }

    /// True if both mean the same locale: `locale -a` writes `utf8`.
    pub fn is_same(&self, other: &Self) -> bool {
        let plain = |codeset: &str| codeset.to_lowercase().replace('-', "");
        self.language == other.language
            && self.modifier == other.modifier
            && plain(&self.codeset) == plain(&other.codeset)
    }

    /// `en_GB`, with its modifier.
    pub fn language(&self) -> String {
        if self.modifier.is_empty() {
            self.language.clone()
        } else {
            format!("{}@{}", self.language, self.modifier)
        }
    }

    /// The encoding.
    pub fn charset(&self) -> String {
        let given = [&self.charmap, &self.codeset].into_iter().find(|text| !text.is_empty());
        given.cloned().unwrap_or_else(|| "UTF-8".to_owned())
    }

    /// As in the list of locales: `en_GB.UTF-8 UTF-8`.
    pub fn line(&self) -> String {
        let codeset = if self.codeset.is_empty() { String::new() } else { format!(".{}", self.codeset) };
        let modifier = if self.modifier.is_empty() { String::new() } else { format!("@{}", self.modifier) };
        format!("{}{codeset}{modifier} {}", self.language, self.charset())
    }
}

/// The text with this value in its first matching line; the line is added at the end if there is none.
pub(super) fn with_line(text: &str, is_it: impl Fn(&str) -> bool, wanted: &str) -> String {
    let mut lines = Lines::of(text);
    match lines.position(is_it) {
        Some(at) => lines.set(at, wanted),
        None => lines.push(wanted),
    }
    lines.text()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_the_same_however_its_encoding_is_written() {
        let name = Name::parse("en_GB.UTF-8");
        assert!(name.is_same(&Name::parse("en_GB.utf8")));
        assert!(!name.is_same(&Name::parse("en_GB")));
        assert!(!name.is_same(&Name::parse("en_GB.UTF-8@euro")));
        assert_eq!(name.line(), "en_GB.UTF-8 UTF-8");
        assert_eq!(Name::parse("fr_FR ISO-8859-1").line(), "fr_FR ISO-8859-1");
        assert_eq!(Name::parse("de_DE@euro ISO-8859-15").line(), "de_DE@euro ISO-8859-15");
    }
}
