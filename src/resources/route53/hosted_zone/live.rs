//! What AWS says about a hosted zone.

/// A hosted zone as it is.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Live {
    /// Its id, without `/hostedzone/`.
    pub id: String,
    /// Its comment; empty for none.
    pub comment: String,
    /// True for a private zone.
    pub is_private: bool,
    /// The ids of the VPCs that it serves, if they were asked for.
    pub vpcs: Vec<String>,
}
