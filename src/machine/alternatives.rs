//! Alternatives: the program that a name stands for, by `update-alternatives`.

use std::path::Path;

use super::process::{Command, RunError};

/// The facts of a name; empty for an unknown name.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Group {
    /// Its alternatives with their priorities, in the program's order.
    pub paths: Vec<(String, i64)>,
    /// The alternative that is in use.
    pub current: Option<String>,
    /// True if the one with the highest priority is used automatically.
    pub is_auto: bool,
}

/// Why a name could not be read.
#[derive(Debug, thiserror::Error)]
pub enum AlternativesError {
    /// The program cannot be started.
    #[error("the alternatives of '{name}' cannot be looked at")]
    Start {
        /// The name.
        name: String,
        /// The reason.
        source: RunError,
    },
    /// The program does not report them.
    #[error("update-alternatives cannot report the alternatives of '{name}': {said}")]
    Refused {
        /// The name.
        name: String,
        /// The output of the program.
        said: String,
    },
}

impl Group {
    /// True when a path is registered.
    pub fn has(&self, path: &str) -> bool {
        self.paths.iter().any(|(known, _)| known == path)
    }

    /// The alternative with the highest priority, without the one that is left out.
    pub fn best_without(&self, path: Option<&str>) -> Option<&str> {
        let left = self.paths.iter().filter(|(known, _)| Some(known.as_str()) != path);
        // Of several with the same priority the first one wins.
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

/// `update-alternatives` with these words.
pub fn command(words: &[&str]) -> Command {
    let all = std::iter::once("update-alternatives").chain(words.iter().copied());
    Command::argv(all).env("LC_ALL", "C")
}

/// The alternatives of a name.
///
/// # Errors
///
/// The program is missing, or reports an error.
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
