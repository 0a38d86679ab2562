//! What AWS says about the access keys of a user, and this machine about their secrets.

use crate::model::{Asked, Value};

/// The keys of a user as they are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Their ids; not yet known while AWS does not show all that this run has made.
    pub keys: Asked<Vec<String>>,
    /// Those of them that nobody has the secret of, because a run was cut off while it made them.
    pub lost: Vec<String>,
}

impl Live {
    /// Nothing refers to access keys.
    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        let keys = self.keys.answer().filter(|_| attribute == "ids")?;
        Some(keys.clone().into())
    }
}
