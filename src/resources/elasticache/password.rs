//! The password of a cluster or replication group.

use std::fmt;

/// A password that is sent and never shown.
#[derive(Clone, PartialEq)]
pub struct Password(String);

impl Password {
    pub(super) fn new(password: String) -> Self {
        Self(password)
    }

    /// The password, to be sent.
    pub(super) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("(hidden)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resources::elasticache::nodes::Origin;

    #[test]
    fn a_password_does_not_show() {
        let origin = Origin { auth_token: Some(Password::new("s3cret".to_owned())), ..Origin::default() };
        assert!(!format!("{origin:?}").contains("s3cret"));
    }
}
