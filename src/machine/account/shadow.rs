//! Passwords and their ages: `/etc/shadow`.

use std::path::Path;

use crate::text;

/// A line of `/etc/shadow`. Days are counted from 1970; an empty field is `None`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Shadow {
    /// The user.
    pub name: String,
    /// The hashed password. With `!` or `*` no password is accepted.
    pub password: String,
    /// The day of its last change.
    pub changed: Option<i64>,
    /// How many days must pass between two changes.
    pub min: Option<i64>,
    /// After how many days it must be changed.
    pub max: Option<i64>,
    /// How many days before that the user is warned.
    pub warn: Option<i64>,
    /// How many days after that the account is locked.
    pub inactive: Option<i64>,
    /// The day on which the account expires.
    pub expires: Option<i64>,
}

/// Why passwords cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("'/etc/shadow' cannot be read")]
pub struct ShadowError(#[from] std::io::Error);

/// The line of a user; nothing if there is none.
///
/// # Errors
///
/// The file exists and cannot be read: only root may.
pub fn find_shadow(name: &str) -> Result<Option<Shadow>, ShadowError> {
    match std::fs::read(Path::new("/etc/shadow")) {
        Ok(bytes) => {
            Ok(text::from_bytes(&bytes).lines().filter_map(shadow_of_line).find(|shadow| shadow.name == name))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn shadow_of_line(line: &str) -> Option<Shadow> {
    let mut fields = line.trim_end().split(':');
    let name = fields.next().filter(|name| !name.is_empty())?.to_owned();
    let password = fields.next()?.to_owned();
    let mut day = || fields.next().and_then(|field| field.parse().ok());
    Some(Shadow {
        name,
        password,
        changed: day(),
        min: day(),
        max: day(),
        warn: day(),
        inactive: day(),
        expires: day(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_field_is_none_and_a_short_line_lacks_the_rest() {
        let shadow = shadow_of_line("web:$6$salt$hash:19000:0:99999:7:::").expect("a line");
        assert_eq!((shadow.password.as_str(), shadow.changed), ("$6$salt$hash", Some(19000)));
        assert_eq!((shadow.min, shadow.warn, shadow.inactive), (Some(0), Some(7), None));
        let short = shadow_of_line("web:!").expect("a line");
        assert_eq!((short.password.as_str(), short.max, short.expires), ("!", None, None));
        assert_eq!(shadow_of_line(""), None);
    }
}
