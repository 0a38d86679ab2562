//! The bytes of a tar archive, decompressed.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// The bytes of a tar archive, decompressed.
pub(super) enum Stream {
    Plain(File),
    Gzip(Box<flate2::read::MultiGzDecoder<File>>),
    Program(Child),
}

impl Stream {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let mut head = [0; 6];
        let size = file.read(&mut head)?;
        let file = File::open(path)?;
        let program = match &head[..size] {
            [0x1f, 0x8b, ..] => return Ok(Self::Gzip(Box::new(flate2::read::MultiGzDecoder::new(file)))),
            [0xfd, b'7', b'z', b'X', b'Z', ..] => "xz",
            [b'B', b'Z', b'h', ..] => "bzip2",
            [0x28, 0xb5, 0x2f, 0xfd, ..] => "zstd",
            _ => return Ok(Self::Plain(file)),
        };
        let child =
            Command::new(program).arg("-dc").stdin(file).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        child
            .map(Self::Program)
            .map_err(|error| io::Error::new(error.kind(), format!("{program} cannot be started: {error}")))
    }

    /// A program that failed has not told everything.
    pub(super) fn end(mut self) -> io::Result<()> {
        if matches!(self, Self::Program(_)) {
            io::copy(&mut self, &mut io::sink())?;
        }
        let Self::Program(mut child) = self else { return Ok(()) };
        if child.wait()?.success() { Ok(()) } else { Err(io::Error::other("it cannot be decompressed")) }
    }
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Plain(file) => file.read(buffer),
            Self::Gzip(stream) => stream.read(buffer),
            Self::Program(child) => child.stdout.as_mut().map_or(Ok(0), |out| out.read(buffer)),
        }
    }
}
