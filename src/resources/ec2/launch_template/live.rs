//! What AWS says about a launch template.

use crate::resources::ec2::api::Identified;

/// A launch template as it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// `lt-…`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The number of its newest version.
    pub latest_version: i64,
    /// The number of the version in force where none is named.
    pub default_version: i64,
}

impl Identified for Live {
    fn id(&self) -> &str {
        &self.id
    }
}
