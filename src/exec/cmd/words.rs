//! Words of a command that no shell reads, and programs by name.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::exec::Context;

/// Splits as a POSIX shell does, without anything else that a shell does; nothing where a quotation is not closed.
///
/// See <https://docs.python.org/3/library/shlex.html#shlex.split>.
pub(super) fn split(text: &str) -> Option<Vec<String>> {
    let mut words = vec![];
    let mut word: Option<String> = None;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\'' | '"' => {
                let into = word.get_or_insert_default();
                loop {
                    match letters.next()? {
                        end if end == letter => break,
                        '\\' if letter == '"' => match letters.next()? {
                            escaped @ ('"' | '\\') => into.push(escaped),
                            other => into.extend(['\\', other]),
                        },
                        other => into.push(other),
                    }
                }
            }
            '\\' => word.get_or_insert_default().push(letters.next()?),
            blank if blank.is_ascii_whitespace() => words.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    Some(words)
}

/// The path of a program, looked for in `PATH` where its name has no slash.
pub(in crate::exec) fn which(context: &Context<'_>, name: &str) -> Option<String> {
    const USUAL: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    let is_program =
        |path: &Path| path.is_file() && path.metadata().is_ok_and(|of| of.permissions().mode() & 0o111 != 0);
    if name.is_empty() {
        return None;
    }
    if name.contains('/') {
        return is_program(Path::new(name)).then(|| name.to_owned());
    }
    let path = context.environment.get("PATH").map_or("", String::as_str);
    let directories = path.split(':').chain(USUAL.split(':')).filter(|directory| !directory.is_empty());
    let mut paths = directories.map(|directory| Path::new(directory).join(name));
    paths.find(|path| is_program(path)).map(|path| path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_a_shell_without_its_other_powers() {
        let split = |text| split(text).map(|words| words.join("|"));
        assert_eq!(split("a 'b c' \"d \\\" e\" f\\ g").as_deref(), Some("a|b c|d \" e|f g"));
        assert_eq!(split("a | b > $C").as_deref(), Some("a|||b|>|$C"));
        assert_eq!(split("a ''  x'y'z").as_deref(), Some("a||xyz"));
        assert_eq!(split("a 'b"), None);
    }
}
