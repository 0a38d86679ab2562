//! What AWS says about a bucket.

#[expect(deprecated, reason = "rules that were made before filters came have a prefix beside them")]
mod documents;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;

use super::spec::Part;
use crate::aws::arn::partition;
use crate::model::{Asked, Value};

/// A bucket as it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Its name.
    pub name: String,
    /// Its region.
    pub region: String,
    /// What was asked for, in AWS's form; `Null` for a setting that it does not have.
    pub parts: BTreeMap<Part, Json>,
    /// What is in it, if that was read.
    pub content: Asked<Content>,
}

/// What is in a bucket, as far as one page shows it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Content {
    /// Objects that are gone once they are deleted, by key.
    pub keys: BTreeSet<String>,
    /// True when there is anything else: versions, delete markers, a further page.
    pub has_more: bool,
}

impl Live {
    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        match attribute {
            "arn" => Some(format!("arn:{}:s3:::{}", partition(&self.region), self.name).into()),
            "name" => Some(self.name.as_str().into()),
            "region" => Some(self.region.as_str().into()),
            _ => None,
        }
    }
}
