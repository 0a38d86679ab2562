//! What AWS says about a managed policy.

use crate::aws::tags::Tags;
use crate::model::{Asked, Value};

/// A managed policy as it is.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Live {
    /// Its ARN.
    pub arn: String,
    /// Its name, without the path.
    pub name: String,
    /// Its path: `/` or `/team/`.
    pub path: String,
    /// The version that counts: `v1`.
    pub default_version: String,
    /// The document that counts, if it was asked for.
    pub document: Asked<String>,
    /// Its versions that do not count, oldest first, if they were asked for.
    pub other_versions: Vec<String>,
    /// What it is for, if the details were asked for; empty for nothing.
    pub description: Asked<String>,
    /// Its tags, if the details were asked for.
    pub tags: Asked<Tags>,
}

impl Live {
    /// True when an author means it by `name`, written with or without the path, or as the ARN.
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
