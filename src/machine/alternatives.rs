//! Alternatives: which of several programs a name stands for, by `update-alternatives`.

use std::path::Path;

use super::process::{Command, RunError};

/// What is known of a name; nothing of one that is not known.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Group {
    /// What it may stand for, and how much that counts, in the program's order.
    pub paths: Vec<(String, i64)>,
    /// What it stands for.
    pub current: Option<String>,
    /// True when that is what counts most.
    pub is_auto: bool,
}

/// Why a name could not be looked at.
#[derive(Debug, thiserror::Error)]
pub enum AlternativesError {
    /// The program cannot be started.
    #[error("the alternatives of '{name}' cannot be looked at")]
    Start {
        /// The name.
        name: String,
        /// Why not.
        source: RunError,
    },
    /// It does not tell.
    #[error("update-alternatives does not tell what there is of '{name}': {said}")]
    Refused {
        /// The name.
        name: String,
        /// What it said.
        said: String,
    },
}

impl Group {
    /// True when a path is registered.
    pub fn has(&self, path: &str) -> bool {
        self.paths.iter().any(|(known, _)| known == path)
    }

    /// What counts most, with one left out.
    pub fn best_without(&self, path: Option<&str>) -> Option<&str> {
        let left = self.paths.iter().filter(|(known, _)| Some(known.as_str()) != path);
        // Of those that count the same the first one is meant.
        left.rev().max_by_key(|(_, priority)| *priority).map(|(known, _)| known.as_str())
    }

    fn read(text: &str) -> Self {
        let first = text.lines().next().unwrap_or_default();
        let paths = text.lines().filter_map(|line| {
            let (path, rest) = line.split_once(" - ").filter(|(path, _)| path.starts_with('/'))?;
            let priority = rest.split_whitespace().skip_while(|word| *word != "priority").nth(1)?;
            Some((path.to_owned(), priority.parse().ok()?))
        });
        let is_auto = first.ends_with("auto mode") || first.contains("status is auto");
        Self { paths: paths.collect(), current: None, is_auto }
    }
}

/// The program, told something.
pub fn command(words: &[&str]) -> Command {
    let all = std::iter::once("update-alternatives").chain(words.iter().copied());
    Command::argv(all).env("LC_ALL", "C")
}

/// What is known of a name.
///
/// # Errors
///
/// The program is not there, or does not tell.
pub async fn look(name: &str) -> Result<Group, AlternativesError> {
    let asked = command(&["--display", name]).run().await;
    let asked = asked.map_err(|source| AlternativesError::Start { name: name.to_owned(), source })?;
    if !asked.is_success() {
        let said = asked.stderr_text().trim().to_owned();
        let is_unknown =
            said.is_empty() || ["no alternatives for", "No such file"].iter().any(|it| said.contains(it));
        return if is_unknown {
            Ok(Group::default())
        } else {
            Err(AlternativesError::Refused { name: name.to_owned(), said })
        };
    }
    let link = std::fs::read_link(Path::new("/etc/alternatives").join(name));
    let current = link.ok().map(|path| path.display().to_string());
    Ok(Group { current, ..Group::read(&asked.stdout_text()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_debian_and_red_hat_say_is_read() {
        let debian = "editor - manual mode\n  link best version is /usr/bin/vim\n  link currently points to /bin/nano\n  \
                      link editor is /usr/bin/editor\n  slave editor.1 is /usr/share/man/man1/editor.1\n\
                      /bin/nano - priority 40\n  slave editor.1: /usr/share/man/nano.1\n/usr/bin/vim - priority 50\n";
        let read = Group::read(debian);
        assert!(!read.is_auto);
        assert_eq!(read.paths, [("/bin/nano".to_owned(), 40), ("/usr/bin/vim".to_owned(), 50)]);
        let red_hat = "java - status is auto.\n link currently points to /usr/lib/jvm/17/bin/java\n\
                       /usr/lib/jvm/17/bin/java - family java-17.x86_64 priority 1700\n slave jre: /usr/lib/jvm/17\n\
                       /usr/lib/jvm/11/bin/java - priority 1700\nCurrent `best' version is /usr/lib/jvm/17/bin/java.\n";
        let read = Group::read(red_hat);
        assert!(read.is_auto && read.has("/usr/lib/jvm/11/bin/java") && !read.has("/usr/lib/jvm"));
        assert_eq!(read.best_without(None), Some("/usr/lib/jvm/17/bin/java"));
        assert_eq!(read.best_without(Some("/usr/lib/jvm/17/bin/java")), Some("/usr/lib/jvm/11/bin/java"));
    }
}
