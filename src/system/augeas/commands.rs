//! Commands in Salt's syntax, and in that of `augtool`.

use std::path::{Path, PathBuf};

use machine::augeas::quoted;
use machine::process::split;

/// The file that they change, and the commands of `augtool`.
///
/// # Errors
/// A command is not valid, or the commands are for several files.
pub(super) fn commands(context: Option<&str>, written: &[String]) -> Result<(PathBuf, Vec<String>), String> {
    let mut lines = vec![];
    let mut file: Option<(String, String)> =
        context.map(|context| (plain(context).to_owned(), plain(context).to_owned()));
    for text in written {
        let command = Command::read(text)?;
        if context.is_none() {
            let path = command.path();
            if !path.starts_with("/files") {
                return Err(format!(
                    "Changes should be prefixed with /files if no context is provided, change: {text}"
                ));
            }
            let (own, path) = (existing(plain(path)), plain(path).to_owned());
            match &file {
                Some((other, first)) if *other != own => {
                    return Err(format!(
                        "Changes should be made to one file at a time, detected changes to {first} and {path}"
                    ));
                }
                _ => file = Some((own, path)),
            }
        }
        lines.push(command.line(context));
    }
    let (file, _) =
        file.filter(|(file, _)| file.starts_with('/')).ok_or("'changes' must be specified as a list")?;
    Ok((PathBuf::from(file), lines))
}

/// A path of a file, without `/files` and a last slash.
fn plain(path: &str) -> &str {
    path.strip_prefix("/files").unwrap_or(path).trim_end_matches('/')
}

/// The file of a path of the tree: the part of the path that is a file, or the whole path if no part is one.
fn existing(path: &str) -> String {
    let found = Path::new(path).ancestors().find(|part| part.is_file());
    found.map_or_else(|| path.to_owned(), |part| part.display().to_string())
}

#[derive(Debug)]
enum Command {
    Set { path: String, value: Option<String> },
    SetMany { base: String, below: String, value: Option<String> },
    Move { from: String, to: String },
    Insert { label: String, place: String, path: String },
    Remove { path: String },
}

impl Command {
    fn read(text: &str) -> Result<Self, String> {
        let invalid = || format!("Invalid formatted command, see debug log for details: {text}");
        let (word, rest) = text.split_once(' ').ok_or_else(invalid)?;
        let mut parts = split(rest).ok_or_else(invalid)?.into_iter();
        let known = ["set", "setm", "mv", "move", "ins", "insert", "rm", "remove"];
        if !known.contains(&word) {
            return Err(format!("Command {word} is not supported (yet)"));
        }
        let mut next = || parts.next().ok_or_else(invalid);
        let command = match word {
            "set" => Self::Set { path: next()?, value: next().ok() },
            "setm" => Self::SetMany { base: next()?, below: next()?, value: next().ok() },
            "mv" | "move" => Self::Move { from: next()?, to: next()? },
            "ins" | "insert" => Self::Insert { label: next()?, place: next()?, path: next()? },
            _ => Self::Remove { path: next()? },
        };
        if let Self::Insert { place, .. } = &command
            && !matches!(place.as_str(), "before" | "after")
        {
            return Err(format!("Expected \"before\" or \"after\", not {place}"));
        }
        if parts.next().is_some() { Err(invalid()) } else { Ok(command) }
    }

    fn path(&self) -> &str {
        match self {
            Self::Set { path, .. } | Self::Insert { path, .. } | Self::Remove { path } => path,
            Self::SetMany { base, .. } => base,
            Self::Move { from, .. } => from,
        }
    }

    fn line(&self, context: Option<&str>) -> String {
        let at = |path: &String| expression(&below(context, path));
        let with = |value: &Option<String>| {
            value.iter().map(|value| format!(" {}", quoted(value))).collect::<String>()
        };
        match self {
            Self::Set { path, value: None } => format!("clear {}", at(path)),
            Self::Set { path, value } => format!("set {}{}", at(path), with(value)),
            Self::SetMany { base, below, value: None } => {
                format!("clearm {} {}", at(base), expression(below))
            }
            Self::SetMany { base, below, value } => {
                format!("setm {} {}{}", at(base), expression(below), with(value))
            }
            Self::Move { from, to } => format!("mv {} {}", at(from), expression(to)),
            Self::Insert { label, place, path } => format!("ins {} {place} {}", quoted(label), at(path)),
            Self::Remove { path } => format!("rm {}", at(path)),
        }
    }
}

/// A path below the context.
fn below(context: Option<&str>, path: &str) -> String {
    match context {
        Some(context) if !path.starts_with(context) => {
            let (context, path) = (context.trim_end_matches('/'), path.trim_start_matches('/'));
            if path.is_empty() { context.to_owned() } else { format!("{context}/{path}") }
        }
        _ => path.to_owned(),
    }
}

/// A path as `augtool` reads it: blanks in brackets do not separate words, other blanks need quotes.
fn expression(path: &str) -> String {
    let mut depth = 0_usize;
    let parts = path.chars().any(|letter| {
        match letter {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && letter.is_whitespace()
    });
    if parts { quoted(path) } else { path.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(context: Option<&str>, written: &[&str]) -> Result<(String, String), String> {
        let written: Vec<String> = written.iter().map(|&text| text.to_owned()).collect();
        let (path, lines) = commands(context, &written)?;
        Ok((path.display().to_string(), lines.join("\n")))
    }

    #[test]
    fn paths_are_below_the_context() {
        let own = lines(
            Some("/files/etc/services"),
            &[
                "ins service-name after service-name[last()]",
                "set service-name[last()] \"zabbix agent\"",
                "set \"service-name[. = 'zabbix']/port\" 10050",
                "rm /files/etc/services/x",
                "setm . protocol tcp",
                "set a",
            ],
        );
        let expected = "ins \"service-name\" after /files/etc/services/service-name[last()]\n\
             set /files/etc/services/service-name[last()] \"zabbix agent\"\n\
             set /files/etc/services/service-name[. = 'zabbix']/port \"10050\"\n\
             rm /files/etc/services/x\n\
             setm /files/etc/services/. protocol \"tcp\"\n\
             clear /files/etc/services/a";
        assert_eq!(own, Ok(("/etc/services".to_owned(), expected.to_owned())));
    }

    #[test]
    fn without_a_context_the_path_names_the_file() {
        let own = lines(None, &["set /files/etc/passwd/root/shell /bin/sh"]);
        let expected = "set /files/etc/passwd/root/shell \"/bin/sh\"";
        assert_eq!(own, Ok(("/etc/passwd".to_owned(), expected.to_owned())));
    }

    #[test]
    fn what_is_no_command_is_refused() {
        for (written, why) in [
            (vec!["set"], "Invalid formatted command"),
            (vec!["rm /files/a b"], "Invalid formatted command"),
            (vec!["defvar a b"], "Command defvar is not supported (yet)"),
            (vec!["ins a beside /files/x"], "Expected \"before\" or \"after\", not beside"),
            (vec!["set a b"], "prefixed with /files"),
            (vec!["rm /files/etc/passwd/x", "rm /files/etc/group/x"], "one file at a time"),
            (vec![], "must be specified as a list"),
        ] {
            let refused = lines(None, &written).expect_err("it is none");
            assert!(refused.contains(why), "{refused}");
        }
    }
}
