//! Texts as Python's `configparser` reads and writes them: whole texts, without comments.

use super::{Entry, Ini, Rule};

/// Sections in their order, each with its keys and values.
pub type Sections = Vec<(String, Vec<(String, String)>)>;

/// The section whose keys all other sections have too.
const DEFAULT: &str = "DEFAULT";

/// Why `configparser` cannot read a text. Lines are counted from 1.
#[derive(Debug, thiserror::Error)]
pub enum IniError {
    /// A line is before all sections.
    #[error("line {line} is before all sections")]
    Headless {
        /// The line.
        line: usize,
    },
    /// A section begins again.
    #[error("line {line}: there is a section '{name}' already")]
    SectionAgain {
        /// The line.
        line: usize,
        /// Its name.
        name: String,
    },
    /// A key of a section occurs again.
    #[error("line {line}: section '{section}' has a key '{key}' already")]
    KeyAgain {
        /// The line.
        line: usize,
        /// The section.
        section: String,
        /// The key.
        key: String,
    },
    /// A line is neither a section nor a key.
    #[error("line {line} is neither a section nor a key with a value")]
    Stray {
        /// The line.
        line: usize,
    },
}

/// The sections of a text. References such as `%(name)s` stay as they are written.
///
/// # Errors
///
/// The text is not complete, or ambiguous.
pub fn read(text: &str) -> Result<Sections, IniError> {
    let ini = Ini::new(text, Rule::Python);
    let (mut all, mut defaults): (Sections, Vec<(String, String)>) = (vec![], vec![]);
    for section in ini.sections() {
        let first = |entry: &Entry| entry.lines.first().map_or(0, |at| at + 1);
        let stray = section.strays.first().map(|at| at + 1);
        if section.name.is_empty() {
            if let Some(line) = section.entries.first().map(first).into_iter().chain(stray).min() {
                return Err(IniError::Headless { line });
            }
            continue;
        }
        let is_default = section.name == DEFAULT;
        let name = section.name;
        if all.iter().any(|(known, _)| *known == name) {
            return Err(IniError::SectionAgain { line: section.lines.start + 1, name });
        }
        let mut keys = if is_default { std::mem::take(&mut defaults) } else { vec![] };
        for entry in section.entries {
            if keys.iter().any(|(known, _)| *known == entry.key) {
                return Err(IniError::KeyAgain { line: first(&entry), section: name, key: entry.key });
            }
            keys.push((entry.key, entry.value));
        }
        if let Some(line) = stray {
            return Err(IniError::Stray { line });
        }
        if is_default {
            defaults = keys;
        } else {
            all.push((name, keys));
        }
    }
    for (_, keys) in &mut all {
        let own = std::mem::replace(keys, defaults.clone());
        for (key, value) in own {
            match keys.iter_mut().find(|(known, _)| *known == key) {
                Some((_, inherited)) => *inherited = value,
                None => keys.push((key, value)),
            }
        }
    }
    Ok(all)
}

/// The text of sections: keys in lower case, continuation lines of a value indented.
pub fn write(sections: &Sections) -> String {
    let line = |(key, value): &(String, String)| {
        format!("{} = {}\n", key.to_lowercase(), value.replace('\n', "\n\t"))
    };
    let section = |(name, keys): &(String, Vec<(String, String)>)| {
        format!("[{name}]\n{}\n", keys.iter().map(line).collect::<String>())
    };
    sections.iter().map(section).collect()
}
