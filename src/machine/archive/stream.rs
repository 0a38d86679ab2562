//! The bytes of a tar archive, decompressed.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

use crate::file::{self, FileError};
use crate::process;

/// A program that takes longer than this to decompress hangs.
const DEADLINE: Duration = Duration::from_secs(1800);

/// The bytes of a tar archive, decompressed.
pub(super) enum Stream {
    Plain(File),
    Gzip(Box<flate2::read::MultiGzDecoder<File>>),
    Program(Program),
}

/// A program that decompresses, in its own process group. It is ended when this value is dropped, or at its deadline.
pub(super) struct Program {
    child: Child,
    /// Dropped when the program need not be watched any more.
    _watched: mpsc::Sender<()>,
}

impl Stream {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let mut file = file::open(path).map_err(FileError::into_io)?;
        let mut head = [0; 6];
        let size = file.read(&mut head)?;
        file.rewind()?;
        let program = match &head[..size] {
            [0x1f, 0x8b, ..] => return Ok(Self::Gzip(Box::new(flate2::read::MultiGzDecoder::new(file)))),
            [0xfd, b'7', b'z', b'X', b'Z', ..] => "xz",
            [b'B', b'Z', b'h', ..] => "bzip2",
            [0x28, 0xb5, 0x2f, 0xfd, ..] => "zstd",
            _ => return Ok(Self::Plain(file)),
        };
        Program::start(program, file, DEADLINE)
            .map(Self::Program)
            .map_err(|error| io::Error::new(error.kind(), format!("{program} cannot be started: {error}")))
    }

    /// The output of a program that failed is not complete.
    pub(super) fn end(mut self) -> io::Result<()> {
        if matches!(self, Self::Program(_)) {
            io::copy(&mut self, &mut io::sink())?;
        }
        let Self::Program(mut program) = self else { return Ok(()) };
        if program.child.wait()?.success() {
            Ok(())
        } else {
            Err(io::Error::other("it cannot be decompressed"))
        }
    }
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Plain(file) => file.read(buffer),
            Self::Gzip(stream) => stream.read(buffer),
            Self::Program(program) => program.child.stdout.as_mut().map_or(Ok(0), |out| out.read(buffer)),
        }
    }
}

impl Program {
    pub(super) fn start(name: &str, file: File, deadline: Duration) -> io::Result<Self> {
        let mut command = Command::new(name);
        command.arg("-dc").stdin(file).stdout(Stdio::piped()).stderr(Stdio::null());
        process::detach(&mut command)?;
        let child = command.spawn()?;
        let group = group_of(&child);
        let (watched, gone) = mpsc::channel();
        thread::spawn(move || {
            if gone.recv_timeout(deadline) == Err(mpsc::RecvTimeoutError::Timeout) {
                end_group(group);
            }
        });
        Ok(Self { child, _watched: watched })
    }

    #[cfg(test)]
    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Program {
    /// Nobody else can have its number until it is waited for.
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) {
            end_group(group_of(&self.child));
            let _ = self.child.wait();
        }
    }
}

fn group_of(child: &Child) -> Option<Pid> {
    i32::try_from(child.id()).ok().map(Pid::from_raw)
}

fn end_group(group: Option<Pid>) {
    if let Some(group) = group {
        let _ = killpg(group, Signal::SIGKILL);
    }
}
