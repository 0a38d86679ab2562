//! A hosted zone as AWS describes it.

use model::Asked;

/// A hosted zone in AWS.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Live {
    /// Its id, without `/hostedzone/`.
    pub id: String,
    /// Its comment; empty for none.
    pub comment: String,
    /// True for a private zone.
    pub is_private: bool,
    /// The ids of its VPCs, if they were read; never read for a public zone.
    pub vpcs: Asked<Vec<String>>,
}
