//! What AWS says about a managed policy.

/// A managed policy as it is.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Live {
    /// Its ARN.
    pub arn: String,
    /// Its name, without the path.
    pub name: String,
    /// Its path: `/` or `/team/`.
    pub path: String,
}

impl Live {
    /// True when an author means it by `name`, written with or without the path.
    pub(super) fn is_named(&self, name: &str) -> bool {
        let bare = name.trim_start_matches('/');
        match bare.rsplit_once('/') {
            Some((path, name)) => self.name == name && self.path.trim_matches('/') == path.trim_matches('/'),
            None => self.name == bare,
        }
    }
}
