//! A managed policy as AWS describes it.

use aws::tags::Tags;
use model::{Asked, Value};

/// A managed policy in AWS.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Live {
    /// Its ARN.
    pub arn: String,
    /// Its name, without the path.
    pub name: String,
    /// Its path: `/` or `/team/`.
    pub path: String,
    /// The default version: `v1`.
    pub default_version: String,
    /// The document of the default version, if it was read.
    pub document: Asked<String>,
    /// Its other versions, oldest first, if they were read.
    pub other_versions: Vec<String>,
    /// Its description, if the details were read; empty for none.
    pub description: Asked<String>,
    /// Its tags, if the details were read.
    pub tags: Asked<Tags>,
}

impl Live {
    /// True if `name` means this policy: with or without the path, or as the ARN.
    pub(super) fn is_named(&self, name: &str) -> bool {
        if name == self.arn {
            return true;
        }
        let bare = name.trim_start_matches('/');
        match bare.rsplit_once('/') {
            Some((path, name)) => self.name == name && self.path.trim_matches('/') == path.trim_matches('/'),
            None => self.name == bare,
        }
    }

    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        (attribute == "arn").then(|| self.arn.as_str().into())
    }
}
