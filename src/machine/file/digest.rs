//! Digests of texts and files.

use std::io::Read;

use sha2::Digest;

/// A digest algorithm.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Algorithm {
    /// MD5.
    Md5,
    /// SHA-1.
    Sha1,
    /// SHA-224.
    Sha224,
    /// SHA-256.
    Sha256,
    /// SHA-384.
    Sha384,
    /// SHA-512.
    Sha512,
}

impl Algorithm {
    /// Every algorithm with its name, the longest digest first.
    pub const ALL: &[(&str, Self)] = &[
        ("sha512", Self::Sha512),
        ("sha384", Self::Sha384),
        ("sha256", Self::Sha256),
        ("sha224", Self::Sha224),
        ("sha1", Self::Sha1),
        ("md5", Self::Md5),
    ];

    /// The algorithm of that name.
    pub fn parse(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, it)| *it)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, it)| *it == self).map_or("", |(name, _)| name)
    }

    /// The algorithm whose digests have this many hexadecimal digits.
    pub fn of_length(digits: usize) -> Option<Self> {
        Self::ALL.iter().map(|(_, it)| *it).find(|it| it.digits() == digits)
    }

    /// How many hexadecimal digits its digests have.
    pub fn digits(self) -> usize {
        match self {
            Self::Md5 => 32,
            Self::Sha1 => 40,
            Self::Sha224 => 56,
            Self::Sha256 => 64,
            Self::Sha384 => 96,
            Self::Sha512 => 128,
        }
    }

    /// The digest of some bytes, in hexadecimal digits.
    pub fn digest(self, bytes: &[u8]) -> String {
        self.digest_of(|feed| {
            feed(bytes);
            Ok(())
        })
        .unwrap_or_default()
    }

    fn digest_of(
        self,
        source: impl FnOnce(&mut dyn FnMut(&[u8])) -> std::io::Result<()>,
    ) -> std::io::Result<String> {
        fn with<D: Digest>(
            source: impl FnOnce(&mut dyn FnMut(&[u8])) -> std::io::Result<()>,
        ) -> std::io::Result<String> {
            let mut digest = D::new();
            source(&mut |bytes| digest.update(bytes))?;
            Ok(digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
        }
        match self {
            Self::Md5 => with::<md5::Md5>(source),
            Self::Sha1 => with::<sha1::Sha1>(source),
            Self::Sha224 => with::<sha2::Sha224>(source),
            Self::Sha256 => with::<sha2::Sha256>(source),
            Self::Sha384 => with::<sha2::Sha384>(source),
            Self::Sha512 => with::<sha2::Sha512>(source),
        }
    }
}

pub(super) fn of_file(file: &mut impl Read, algorithm: Algorithm) -> std::io::Result<String> {
    algorithm.digest_of(|feed| {
        let mut buffer = vec![0; 64 << 10];
        loop {
            let count = file.read(&mut buffer)?;
            if count == 0 {
                return Ok(());
            }
            feed(&buffer[..count]);
        }
    })
}
