//! Jobs that systemd starts at set times: the declaration that a run stores, and the two units of the job.

use std::path::{Path, PathBuf};

use super::file::{self, FileError};

/// The directory of declarations. Only root can read them: arguments of a job may be secrets, and all users can read units.
pub const DIRECTORY: &str = "/etc/orchestrate/schedule";

const UNITS: &str = "/etc/systemd/system";

/// systemd accepts names of up to 255 letters, suffixes included.
const LONGEST: usize = 220;

/// The files of one job.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Files {
    /// The declaration.
    pub declaration: PathBuf,
    /// The unit of the service.
    pub service: PathBuf,
    /// The unit of the timer.
    pub timer: PathBuf,
    /// The name of the timer for `systemctl`, without its suffix.
    pub unit: String,
}

impl Files {
    /// The files of a job; nothing if its name is empty or too long for a unit.
    pub fn of(job: &str) -> Option<Self> {
        let stem = escape(job);
        if stem.is_empty() || stem.len() > LONGEST {
            return None;
        }
        let unit = format!("orchestrate-job-{stem}");
        Some(Self {
            declaration: Path::new(DIRECTORY).join(format!("{stem}.json")),
            service: Path::new(UNITS).join(format!("{unit}.service")),
            timer: Path::new(UNITS).join(format!("{unit}.timer")),
            unit,
        })
    }
}

/// The declaration of a job, by its name or by the path of its declaration; none if there is no such job.
///
/// # Errors
/// It cannot be read.
pub fn declaration(job: &str) -> Result<Option<String>, FileError> {
    if Path::new(job).parent() == Some(Path::new(DIRECTORY)) {
        return file::text_if_there(Path::new(job));
    }
    Files::of(job).map_or(Ok(None), |files| file::text_if_there(&files.declaration))
}

/// A name as a part of a unit's name. See systemd-escape(1). Dashes stay, since the name is not a path.
fn escape(name: &str) -> String {
    let mut escaped = String::new();
    for byte in name.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b':' => {
                escaped.push(char::from(byte));
            }
            other => escaped.push_str(&format!("\\x{other:02x}")),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_leads_out_of_the_directories() {
        let files = Files::of("../a b").expect("a name");
        assert_eq!(files.declaration, Path::new(r"/etc/orchestrate/schedule/..\x2fa\x20b.json"));
        assert_eq!(files.timer, Path::new(r"/etc/systemd/system/orchestrate-job-..\x2fa\x20b.timer"));
        assert_eq!(files.unit, r"orchestrate-job-..\x2fa\x20b");
        assert_eq!(Files::of(""), None);
        assert_eq!(Files::of(&"é".repeat(30)), None, "each letter is eight");
    }
}
