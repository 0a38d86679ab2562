//! Values that are sent to AWS and never shown: passwords, private keys. AWS does not show them, so they are never compared.

use std::fmt;

/// Such a value.
#[derive(Clone, PartialEq)]
pub struct WriteOnly(String);

impl WriteOnly {
    /// Keeps a value from being shown.
    pub fn new(value: String) -> Self {
        Self(value)
    }

    /// The value, to be sent.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for WriteOnly {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("(hidden)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_does_not_show() {
        let holder = Some(WriteOnly::new("s3cret".to_owned()));
        assert_eq!(format!("{holder:?}"), "Some((hidden))");
    }
}
