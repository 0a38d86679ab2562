//! The mode of SELinux: that of the kernel, and the configured one.

use std::path::Path;

use crate::file::{self, FileError};
use crate::lines::Lines;

/// The file with the mode in which the machine starts.
pub const CONFIG: &str = "/etc/selinux/config";

/// The kernel's files with the present mode. See selinux(8).
const KERNEL: [&str; 2] = ["/sys/fs/selinux/enforce", "/selinux/enforce"];

/// What SELinux does with a forbidden access.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Mode {
    /// It refuses the access.
    Enforcing,
    /// It only logs the access.
    Permissive,
    /// SELinux is off.
    Disabled,
}

impl Mode {
    /// Reads a mode by its first letter, as a number, or as on and off.
    pub fn of(word: &str) -> Option<Self> {
        let word = word.to_lowercase();
        match word.as_str() {
            "1" | "on" => Some(Self::Enforcing),
            "0" | "off" => Some(Self::Permissive),
            _ if word.starts_with('e') => Some(Self::Enforcing),
            _ if word.starts_with('p') => Some(Self::Permissive),
            _ if word.starts_with('d') => Some(Self::Disabled),
            _ => None,
        }
    }

    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            Self::Enforcing => "Enforcing",
            Self::Permissive => "Permissive",
            Self::Disabled => "Disabled",
        }
    }

    /// The mode of the kernel.
    pub fn now() -> Self {
        let found = KERNEL.iter().find_map(|path| std::fs::read_to_string(path).ok());
        match found.as_deref().map(str::trim) {
            None => Self::Disabled,
            Some("0") => Self::Permissive,
            Some(_) => Self::Enforcing,
        }
    }

    /// The mode in a configuration.
    pub fn configured(text: &str) -> Option<Self> {
        let word = text.lines().find_map(|line| line.trim().strip_prefix("SELINUX="))?;
        ["enforcing", "permissive", "disabled"]
            .contains(&word.trim().to_lowercase().as_str())
            .then(|| Self::of(word))?
    }

    /// The configuration with this mode. All other lines stay.
    pub fn configure(self, text: &str) -> String {
        let line = format!("SELINUX={}", self.word().to_lowercase());
        let mut is_there = false;
        let mut lines = Lines::of(text);
        for at in 0..lines.count() {
            if lines.get(at).trim_start().starts_with("SELINUX=") {
                is_there = true;
                lines.set(at, &line);
            }
        }
        if !is_there {
            lines.push(line);
        }
        lines.text()
    }
}

/// The text of the configuration. None if the file does not exist.
///
/// # Errors
/// It cannot be read.
pub fn configuration() -> Result<Option<String>, FileError> {
    file::text_if_there(Path::new(CONFIG))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_modes() {
        for (word, mode) in [
            ("enforcing", Some(Mode::Enforcing)),
            ("True", None),
            ("ON", Some(Mode::Enforcing)),
            ("0", Some(Mode::Permissive)),
            ("Disabled", Some(Mode::Disabled)),
        ] {
            assert_eq!(Mode::of(word), mode, "{word}");
        }
    }

    #[test]
    fn only_the_line_of_the_mode_changes() {
        let text = "# SELINUX= can be one of\nSELINUX=permissive\nSELINUXTYPE=targeted\n";
        assert_eq!(Mode::configured(text), Some(Mode::Permissive));
        assert_eq!(Mode::Disabled.configure(text), text.replace("=permissive", "=disabled"));
        assert_eq!(
            Mode::Enforcing.configure("SELINUXTYPE=targeted\n"),
            "SELINUXTYPE=targeted\nSELINUX=enforcing\n"
        );
        assert_eq!(Mode::configured("SELINUXTYPE=targeted\n"), None);
    }
}
