//! The arguments about an archive: its format, and how it is extracted.

use std::path::Path;

use crate::Call;
use machine::archive::{Archive, ArchiveError, Form};
use model::chain;

/// Refuses paths that are not valid.
pub(super) fn check(call: &Call<'_>) -> Result<(), String> {
    let (fields, name) = (call.fields, call.name);
    let into = super::directory(call);
    if !name.starts_with('/') {
        return Err(format!("{name} is not an absolute path"));
    }
    if Path::new(name).is_file() {
        return Err(format!("{} exists and is not a directory", name.trim_end_matches('/')));
    }
    for argument in ["if_missing", "enforce_ownership_on"] {
        if fields.text(argument).is_some_and(|path| !path.starts_with('/')) {
            return Err(format!("Value for '{argument}' is not an absolute path"));
        }
    }
    if fields.text("enforce_ownership_on").is_some_and(|path| !Path::new(&path).starts_with(&into)) {
        return Err(format!("Value for 'enforce_ownership_on' must be within {into}"));
    }
    Ok(())
}

/// The archive at a path, under the name that its author uses.
pub(super) fn archive(call: &Call<'_>, name: &str, path: &Path) -> Result<Archive, String> {
    let fields = call.fields;
    let mut archive = Archive::new(path, form(call, name)?);
    archive.password = fields.text("password").filter(|password| !password.is_empty());
    if archive.form == Form::Zip {
        check_unzip(call)?;
        archive.keeps_modes = fields.boolean("extract_perms").unwrap_or(true);
    } else if archive.password.is_some() {
        return Err("The 'password' argument is only supported for zip archives".to_owned());
    } else {
        archive.strip = strip(call)?;
    }
    Ok(archive)
}

/// Why it was not read.
pub(super) fn unlisted(error: &ArchiveError, shown: &str) -> String {
    match error {
        ArchiveError::Locked { .. } => format!(
            "Archive {shown} is password-protected, but no password was specified. Please set the 'password' argument."
        ),
        error => chain(error),
    }
}

fn form(call: &Call<'_>, name: &str) -> Result<Form, String> {
    let given = call.fields.text("archive_format").map(|form| form.to_lowercase());
    let file = name.split('?').next().unwrap_or(name).to_lowercase();
    let ends = |ends: &[&str]| ends.iter().any(|end| file.ends_with(end));
    match given.as_deref() {
        Some("tar") => Ok(Form::Tar),
        Some("zip") => Ok(Form::Zip),
        Some("rar") => Err("rar is not supported: use cmd.run with unrar".to_owned()),
        Some(other) => Err(format!(
            "Invalid archive_format '{other}'. Either set it to a supported value (tar, rar, zip) or remove this argument and \
             the archive format will be guessed based on file extension."
        )),
        None if ends(&[".zip"]) => Ok(Form::Zip),
        None if ends(&[".tar", ".tgz", ".tbz", ".tbz2", ".txz", ".tlz"]) || file.contains(".tar.") => {
            Ok(Form::Tar)
        }
        None if ends(&[".rar"]) => Err("rar is not supported: use cmd.run with unrar".to_owned()),
        None => {
            Err("Could not guess archive_format from the value of the 'source' argument. Please set this \
                     archive_format to one of the following: tar, rar, zip"
                .to_owned())
        }
    }
}

/// Options of unzip: only those without an effect here.
fn check_unzip(call: &Call<'_>) -> Result<(), String> {
    let text = call.fields.text("options").unwrap_or_default();
    if !text.is_empty() && call.fields.boolean("use_cmd_unzip") == Some(false) {
        return Err("'use_cmd_unzip' cannot be set to False if CLI options are being specified (via the 'options' argument). \
                    Either remove 'use_cmd_unzip', or set it to True."
            .to_owned());
    }
    let is_known =
        |word: &str| word.starts_with('-') && word[1..].chars().all(|letter| "oq".contains(letter));
    match text.split_whitespace().find(|word| !is_known(word)) {
        Some(word) => {
            Err(format!("the option '{word}' is not supported: use cmd.run with unzip. -o and -q are"))
        }
        None => Ok(()),
    }
}

/// Options of tar: the number of leading directories that are left out; options about reading are not needed.
fn strip(call: &Call<'_>) -> Result<usize, String> {
    let text = call.fields.text("options").unwrap_or_default();
    let (mut count, mut words) = (0, text.split_whitespace());
    while let Some(word) = words.next() {
        let number = match word.split_once('=') {
            Some(("--strip-components" | "--strip", number)) => Some(number),
            None if matches!(word, "--strip-components" | "--strip") => words.next(),
            None if word.trim_start_matches('-').chars().all(|letter| "xvfzjJapm".contains(letter)) => {
                continue;
            }
            _ => None,
        };
        let number = number.and_then(|number| number.parse().ok());
        count = number.ok_or_else(|| {
            format!("the option '{word}' is not supported: use cmd.run with tar. --strip-components=N is")
        })?;
    }
    Ok(count)
}
