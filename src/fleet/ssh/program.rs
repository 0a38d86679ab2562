//! The program that is shipped to hosts.

use std::path::{Path, PathBuf};

use machine::file::{self, Algorithm, FileError};

/// A program that can be shipped.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Program {
    /// The architecture, as `uname -m` prints it.
    pub architecture: &'static str,
    /// The file.
    pub path: PathBuf,
    /// Its SHA-256 in hexadecimal digits.
    pub sha256: String,
    /// Its bytes.
    pub size: u64,
}

/// Why a file cannot be shipped.
#[derive(Debug, thiserror::Error)]
pub enum ProgramError {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] FileError),
    /// It is not a program, or a program of another system.
    #[error("{} is not a Linux program for x86_64 or aarch64", .0.display())]
    Foreign(PathBuf),
}

/// The numbers of architectures in ELF headers, `e_machine` of elf(5).
const ARCHITECTURES: [(u16, &str); 2] = [(62, "x86_64"), (183, "aarch64")];

impl Program {
    /// Looks at a file.
    ///
    /// # Errors
    ///
    /// It cannot be read, or is not such a program.
    pub fn read(path: &Path) -> Result<Self, ProgramError> {
        let foreign = || ProgramError::Foreign(path.to_owned());
        let failed = |source| FileError::Read { path: path.to_owned(), source };
        let mut header = [0; 20];
        let mut opened = std::fs::File::open(path).map_err(failed)?;
        std::io::Read::read_exact(&mut opened, &mut header).map_err(|_| foreign())?;
        let machine = u16::from_le_bytes([header[18], header[19]]);
        let known = ARCHITECTURES.iter().find(|(number, _)| *number == machine);
        let (_, architecture) = known.filter(|_| header.starts_with(b"\x7fELF")).ok_or_else(foreign)?;
        let size = opened.metadata().map_err(failed)?.len();
        let sha256 = file::digest(path, Algorithm::Sha256)?;
        Ok(Self { architecture, path: path.to_owned(), sha256, size })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_program_can_be_shipped_and_a_text_cannot() {
        let own = Program::read(Path::new("/bin/sh")).unwrap();
        assert_eq!(own.architecture, std::env::consts::ARCH);
        assert_eq!(own.size, std::fs::metadata("/bin/sh").unwrap().len());
        assert_eq!(own.sha256.len(), 64);
        for path in ["/etc/passwd", "/dev/null"] {
            assert!(matches!(Program::read(Path::new(path)), Err(ProgramError::Foreign(_))), "{path}");
        }
    }
}
