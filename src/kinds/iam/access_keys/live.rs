//! What AWS shows of the access keys of a user, and this machine of their secrets.

use model::{Asked, Value};

/// The keys of a user as they are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Their ids; not known until AWS shows all keys that this run has made.
    pub keys: Asked<Vec<String>>,
    /// The keys whose secrets are lost, because a run was interrupted while it made them.
    pub lost: Vec<String>,
}

impl Live {
    /// Nothing refers to access keys.
    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        let keys = self.keys.answer().filter(|_| attribute == "ids")?;
        Some(keys.clone().into())
    }
}
