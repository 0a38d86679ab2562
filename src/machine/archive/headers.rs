//! Refuses a tar whose descriptions of entries are larger than any path.
//!
//! Long paths and other attributes are entries of their own (pax `x` and `g`, GNU `L` and `K`), and the reader of a tar keeps
//! them in memory: a small archive may unpack to one of any size. This follows the headers of the stream that it passes on.

use std::io::{self, Read};

/// The most bytes of one description: 1 MiB.
const MOST: u64 = 1 << 20;

const BLOCK: usize = 512;

/// A stream whose descriptions are limited.
pub struct LimitedHeaders<R> {
    inner: R,
    part: Part,
    /// The size of the next entry, if a description names it.
    size: Option<u64>,
}

/// The part of the archive that comes next.
enum Part {
    /// A header, or the rest of one; `true` for the continued map of a sparse file.
    Header(Vec<u8>, bool),
    /// The rest of an entry's blocks, and what came of a description.
    Contents { left: u64, description: Option<Vec<u8>> },
}

impl<R> LimitedHeaders<R> {
    /// Follows a stream from its first byte.
    pub const fn new(inner: R) -> Self {
        Self { inner, part: Part::Header(vec![], false), size: None }
    }

    fn follow(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            let count = match &mut self.part {
                Part::Header(block, _) => {
                    let count = bytes.len().min(BLOCK - block.len());
                    block.extend_from_slice(&bytes[..count]);
                    count
                }
                Part::Contents { left, description } => {
                    let count = usize::try_from(*left).unwrap_or(usize::MAX).min(bytes.len());
                    if let Some(description) = description {
                        description.extend_from_slice(&bytes[..count]);
                    }
                    *left -= count as u64;
                    count
                }
            };
            bytes = &bytes[count..];
            self.go_on()?;
        }
        Ok(())
    }

    /// Continues with the next part where this one is complete.
    fn go_on(&mut self) -> io::Result<()> {
        let next = match &self.part {
            Part::Header(block, is_map) if block.len() == BLOCK => {
                // A sparse file's map may continue in blocks that its size does not count.
                let goes_on = if *is_map { block[504] == 1 } else { block[156] == b'S' && block[482] == 1 };
                if *is_map {
                    let left = self.size.take().unwrap_or_default();
                    if goes_on {
                        self.size = Some(left);
                        Part::Header(vec![], true)
                    } else {
                        Part::Contents { left: padded(left), description: None }
                    }
                } else {
                    let size = self.size.take().unwrap_or_else(|| size_of(block));
                    let is_description = matches!(block[156], b'x' | b'g' | b'L' | b'K');
                    if is_description && size > MOST {
                        return Err(io::Error::new(
                            io::ErrorKind::InvalidData,
                            format!("the description of an entry has {size} bytes, more than {MOST}"),
                        ));
                    }
                    if goes_on {
                        self.size = Some(size);
                        Part::Header(vec![], true)
                    } else {
                        let description = (block[156] == b'x').then(Vec::new);
                        Part::Contents { left: padded(size), description }
                    }
                }
            }
            _ => return self.end_contents(),
        };
        self.part = next;
        self.end_contents()
    }

    fn end_contents(&mut self) -> io::Result<()> {
        if let Part::Contents { left: 0, description } = &self.part {
            if let Some(description) = description {
                self.size = named_size(description);
            }
            self.part = Part::Header(vec![], false);
        }
        Ok(())
    }
}

impl<R: Read> Read for LimitedHeaders<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.follow(&buffer[..count])?;
        Ok(count)
    }
}

fn padded(size: u64) -> u64 {
    size.checked_next_multiple_of(BLOCK as u64).unwrap_or(u64::MAX)
}

/// The size in a header: octal digits, or a binary number.
fn size_of(block: &[u8]) -> u64 {
    let field = &block[124..136];
    if field[0] & 0x80 != 0 {
        return field[4..].iter().fold(0, |size, byte| size << 8 | u64::from(*byte));
    }
    let digits = field.iter().filter(|byte| byte.is_ascii_digit());
    digits.fold(0, |size: u64, digit| size.saturating_mul(8).saturating_add(u64::from(digit - b'0')))
}

/// The size that a pax description names: `LENGTH size=NUMBER`.
fn named_size(description: &[u8]) -> Option<u64> {
    let mut lines = description.rsplit(|byte| *byte == b'\n');
    let named =
        lines.find_map(|line| std::str::from_utf8(line).ok()?.split_once(' ')?.1.strip_prefix("size="));
    named?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tar of entries: their types, sizes in the header, and contents.
    fn tar(entries: &[(u8, &[u8])]) -> Vec<u8> {
        let mut all = vec![];
        for (kind, contents) in entries {
            let mut header = tar::Header::new_gnu();
            header.set_entry_type(tar::EntryType::new(*kind));
            header.set_size(contents.len() as u64);
            header.set_path("a").unwrap();
            header.set_cksum();
            all.extend_from_slice(header.as_bytes());
            all.extend_from_slice(contents);
            all.resize(all.len().next_multiple_of(BLOCK), 0);
        }
        all.resize(all.len() + 2 * BLOCK, 0);
        all
    }

    fn read(bytes: &[u8], at_once: usize) -> io::Result<Vec<u8>> {
        let (mut stream, mut all) = (LimitedHeaders::new(bytes), vec![]);
        let mut buffer = vec![0; at_once];
        loop {
            match stream.read(&mut buffer)? {
                0 => return Ok(all),
                count => all.extend_from_slice(&buffer[..count]),
            }
        }
    }

    #[test]
    fn a_description_that_is_too_large_is_refused_wherever_it_is() {
        let large = vec![b'x'; 3 << 20];
        let pax = b"20 path=abcdefghijk\n";
        for at_once in [1, 511, 512, 70_000] {
            let fine = tar(&[(b'0', &large), (b'x', pax), (b'0', b"abc"), (b'L', b"long"), (b'5', b"")]);
            assert_eq!(read(&fine, at_once.max(100)).unwrap(), fine);
            for kind in *b"xgLK" {
                let bad = tar(&[(b'0', b"abc"), (b'5', b""), (kind, &large)]);
                let error = read(&bad, at_once).unwrap_err().to_string();
                assert!(error.contains("the description of an entry has 3145728 bytes"), "{error}");
            }
        }
    }

    #[test]
    fn a_file_that_looks_like_a_large_description_is_none_of_them() {
        let inner = tar(&[(b'x', &vec![b'y'; 2 << 20])]);
        // Also where a description names the size of the file.
        let size = format!("16 size={}\n", inner.len());
        let mut outer = tar(&[(b'x', size.as_bytes()), (b'0', &inner)]);
        outer[1024 + 124..1024 + 136].copy_from_slice(b"00000000000\0");
        assert_eq!(read(&outer, 4096).unwrap(), outer);
        assert_eq!(
            size_of(&[&[0; 124][..], &[0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2], &[0; 376]].concat()),
            258
        );
    }
}
