//! A record set as AWS describes it.

use super::set::Set;

/// A record set in AWS.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Live {
    /// Its name, as Route 53 writes it.
    pub name: String,
    /// Everything else.
    pub set: Set,
    /// AWS's names of its settings that this program does not know. A change of any other setting would lose them.
    pub unknown: Vec<&'static str>,
}
