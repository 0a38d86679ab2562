//! What AWS says about a queue.

use indexmap::IndexMap;

use crate::model::Asked;

/// A queue as it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Its URL.
    pub url: String,
    /// Its attributes, if they were asked for.
    pub attributes: IndexMap<String, String>,
    /// Its tags, if they were asked for.
    pub tags: Asked<IndexMap<String, String>>,
}
