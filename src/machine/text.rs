//! Text of the machine: files whose bytes need not be UTF-8, and text as programs of the system print it.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;

/// The character of byte 0. A byte that is not part of UTF-8 is the character of this number plus the byte: U+10FF80 to U+10FFFF.
const RAW: u32 = 0x0010_FF00;

/// Reads bytes as text, and loses none of them: [`to_bytes`] gives the same bytes again. A byte that is not part of UTF-8 is a
/// character of a private area. Such a character of the file itself is read as its bytes.
pub fn from_bytes(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for letter in chunk.valid().chars() {
            if raw_byte(letter).is_some() {
                text.extend(letter.encode_utf8(&mut [0; 4]).bytes().filter_map(raw));
            } else {
                text.push(letter);
            }
        }
        text.extend(chunk.invalid().iter().copied().filter_map(raw));
    }
    text
}

/// The bytes of a text of [`from_bytes`], and of any other text.
pub fn to_bytes(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    for letter in text.chars() {
        match raw_byte(letter) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    bytes
}

/// The path that a text of [`from_bytes`] names.
pub fn to_path(text: &str) -> PathBuf {
    PathBuf::from(OsString::from_vec(to_bytes(text)))
}

/// The text of a path, or of a name; see [`from_bytes`].
pub fn of_path(path: impl AsRef<OsStr>) -> String {
    from_bytes(path.as_ref().as_bytes())
}

/// Text of bytes for people; it is not written anywhere. U+FFFD is shown for what is not UTF-8.
pub fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The same for a text of [`from_bytes`].
pub fn shown_text(text: &str) -> Cow<'_, str> {
    if text.chars().all(|letter| raw_byte(letter).is_none()) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(shown(&to_bytes(text)))
}

fn raw(byte: u8) -> Option<char> {
    char::from_u32(RAW + u32::from(byte))
}

fn raw_byte(letter: char) -> Option<u8> {
    let byte = u32::from(letter).checked_sub(RAW)?;
    u8::try_from(byte).ok().filter(|byte| *byte >= 0x80)
}

/// Decodes text that was printed in one line: `
/// ` is a new line and `\t` a tab. Before any other letter a backslash only protects the letter. A backslash at the very end
/// stays.
pub fn unescaped(text: &str) -> String {
    unescaped_with(text, &[])
}

/// The same for a program that escapes more letters; each comes with its meaning.
pub fn unescaped_with(text: &str, more: &[(char, char)]) -> String {
    let meant = |letter: char| more.iter().find(|(it, _)| *it == letter).map_or(letter, |(_, meant)| *meant);
    let mut letters = text.chars();
    let mut out = String::new();
    while let Some(letter) = letters.next() {
        out.push(match letter {
            '\\' => match letters.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some(other) => meant(other),
                None => '\\',
            },
            other => other,
        });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_byte_is_lost() {
        let every: Vec<u8> = (0..=255).collect();
        let private = "\u{10FF80}a\u{10FFFF}\u{10FF7F}".as_bytes().to_vec();
        for bytes in [every, private, b"/srv/B\xfccher\r\n\xc3\xbc".to_vec(), "grün".into(), vec![0xf4, 0x8f]]
        {
            assert_eq!(to_bytes(&from_bytes(&bytes)), bytes);
        }
        assert_eq!(from_bytes("grün".as_bytes()), "grün");
        assert_eq!(shown_text(&from_bytes(b"B\xfccher")), "B\u{fffd}cher");
    }

    #[test]
    fn a_backslash_protects_the_next_letter() {
        assert_eq!(unescaped_with(r"a\0b\0\n\\0", &[('0', '\0')]), "a\0b\0\n\\0");
        assert_eq!(unescaped(r#"a\nb\\n \"c\" \td\"#), "a\nb\\n \"c\" \td\\");
    }
}
