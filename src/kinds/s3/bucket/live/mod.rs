//! A bucket as AWS describes it.

#[expect(deprecated, reason = "rules from before filters existed have a prefix next to them")]
mod documents;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;

use super::spec::Part;
use aws::arn::partition;
use model::{Asked, Value};

/// A bucket in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Its name.
    pub name: String,
    /// Its region.
    pub region: String,
    /// The settings that were read, in AWS's form; `Null` for a setting that it does not have.
    pub parts: BTreeMap<Part, Json>,
    /// Its content, if that was read.
    pub content: Asked<Content>,
}

/// One page of the content of a bucket.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Content {
    /// The keys of objects that a deletion removes completely.
    pub keys: BTreeSet<String>,
    /// True if there is more: versions, delete markers, another page.
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
