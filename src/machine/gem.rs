//! Packages of Ruby, by `gem`.
//!
//! See <https://guides.rubygems.org/command-reference/>.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::process::{AskError, Command};

/// How `gem` is called.
#[derive(Clone, Debug, Default)]
pub struct Gem {
    /// The program.
    pub program: Option<String>,
    /// The user who calls it.
    pub user: Option<String>,
}

/// Packages by their names, and their versions.
pub type Gems = BTreeMap<String, Vec<String>>;

impl Gem {
    /// A command of `gem`.
    pub fn command<'a>(&'a self, words: impl IntoIterator<Item = &'a str>) -> Command {
        let program = self.program.as_deref().unwrap_or("gem");
        let mut command = Command::argv(std::iter::once(program).chain(words));
        command.user = self.user.clone();
        command
    }

    /// The installed packages whose names begin with this one.
    ///
    /// # Errors
    /// `gem` cannot be run, or fails.
    pub async fn list(&self, name: &str) -> Result<Gems, AskError> {
        Ok(read(&self.command(["list", "--local", name]).ask().await?.stdout_text()))
    }

    /// True since RubyGems 3, which has only `--no-document`.
    ///
    /// # Errors
    /// `gem` cannot be run, or fails.
    pub async fn is_3(&self) -> Result<bool, AskError> {
        let said = self.command(["--version"]).ask().await?.stdout_text();
        Ok(compare(said.trim(), "3") != Ordering::Less)
    }

    /// The sources of packages.
    ///
    /// # Errors
    /// `gem` cannot be run, or fails.
    pub async fn sources(&self) -> Result<Vec<String>, AskError> {
        let said = self.command(["sources"]).ask().await?.stdout_text();
        // The output begins with a heading and an empty line.
        Ok(said.lines().skip(2).map(str::to_owned).collect())
    }
}

/// Lines such as `rake (13.0.6, default: 12.3.3)`.
fn read(table: &str) -> Gems {
    let row = |line: &str| {
        let (name, rest) = line.trim_end().strip_suffix(')')?.split_once(" (")?;
        let version = |text: &str| -> Option<String> {
            // A version may be for one platform: `1.15.0 x86_64-linux`.
            text.trim().trim_start_matches("default: ").split(' ').next().map(str::to_owned)
        };
        Some((name.to_owned(), rest.split(", ").filter_map(version).collect()))
    };
    table.lines().filter_map(row).collect()
}

/// True if a version fulfils all conditions: `1.2`, `>= 1.2, < 2`, `~> 1.2`. Nothing if one is not valid.
///
/// See <https://guides.rubygems.org/patterns/#semantic-versioning>.
pub fn fulfils(version: &str, conditions: &str) -> Option<bool> {
    let mut all = true;
    for condition in conditions.split(',').map(str::trim) {
        let end = condition.find(|letter| !"<>=!~".contains(letter)).unwrap_or(condition.len());
        let (operator, wanted) = condition.split_at(end);
        let wanted = wanted.trim();
        let is_version = !wanted.is_empty()
            && wanted.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '.' || letter == '-');
        if !is_version {
            return None;
        }
        let order = compare(version, wanted);
        all &= match operator {
            "" | "=" => order == Ordering::Equal,
            "!=" => order != Ordering::Equal,
            ">" => order == Ordering::Greater,
            "<" => order == Ordering::Less,
            ">=" => order != Ordering::Less,
            "<=" => order != Ordering::Greater,
            "~>" => order != Ordering::Less && compare(version, &bump(wanted)) == Ordering::Less,
            _ => return None,
        };
    }
    Some(all)
}

/// The first version that `~>` excludes: 2 for 1.2, 1.3 for 1.2.3.
fn bump(version: &str) -> String {
    let mut numbers: Vec<u64> = version.split('.').map_while(|part| part.parse().ok()).collect();
    if numbers.len() > 1 {
        numbers.pop();
    }
    if let Some(last) = numbers.last_mut() {
        *last += 1;
    }
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(".")
}

/// A part of a version: letters are older than numbers.
#[derive(Debug, Eq, Ord, PartialEq, PartialOrd)]
enum Part {
    Letters(String),
    Number(u64),
}

/// The order of versions of gems: zeros at the end are ignored, and letters make a version older (`1.0.rc1 < 1.0`).
fn compare(one: &str, other: &str) -> Ordering {
    let (one, other) = (parts(one), parts(other));
    for at in 0..one.len().max(other.len()) {
        let zero = Part::Number(0);
        let order = one.get(at).unwrap_or(&zero).cmp(other.get(at).unwrap_or(&zero));
        if order != Ordering::Equal {
            return order;
        }
    }
    Ordering::Equal
}

fn parts(version: &str) -> Vec<Part> {
    let mut parts = vec![];
    let mut rest = version;
    while let Some(first) = rest.chars().next() {
        let is_same = |letter: char| {
            letter.is_ascii_alphanumeric() && letter.is_ascii_digit() == first.is_ascii_digit()
        };
        let end = rest.find(|letter| !is_same(letter)).unwrap_or(rest.len());
        let (part, after) = rest.split_at(end);
        match (part, part.parse()) {
            // A dash means `.pre.`.
            ("", _) if first == '-' => parts.push(Part::Letters("pre".to_owned())),
            ("", _) => {}
            (_, Ok(number)) => parts.push(Part::Number(number)),
            (letters, Err(_)) => parts.push(Part::Letters(letters.to_owned())),
        }
        rest = if part.is_empty() { &rest[first.len_utf8()..] } else { after };
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_versions_of_each_package() {
        let table =
            "\n*** LOCAL GEMS ***\n\nrake (13.0.6, default: 12.3.3)\nnokogiri (1.15.0 x86_64-linux)\n";
        let gems = read(table);
        assert_eq!(gems["rake"], ["13.0.6", "12.3.3"]);
        assert_eq!(gems["nokogiri"], ["1.15.0"]);
        assert_eq!(gems.len(), 2);
    }

    #[test]
    fn conditions_are_those_of_rubygems() {
        for (version, conditions, holds) in [
            ("1.2.3", "1.2.3", true),
            ("1.2.0", "1.2", true),
            ("1.2.3", ">= 1.2", true),
            ("1.2.3", ">1.2, <2", true),
            ("2.0", ">= 1.2, < 2", false),
            ("1.9", "~> 1.2", true),
            ("2.0", "~> 1.2", false),
            ("1.2.9", "~> 1.2.3", true),
            ("1.3", "~> 1.2.3", false),
            ("1.0.rc1", "< 1.0", true),
            ("1.0.0-x", "< 1.0", true),
            ("1.10", "> 1.9", true),
            ("1.0", "!= 1.0", false),
        ] {
            assert_eq!(fulfils(version, conditions), Some(holds), "{version} {conditions}");
        }
        assert_eq!(fulfils("1.0", "=> 1"), None);
        assert_eq!(fulfils("1.0", "latest version"), None);
    }
}
