//! What AWS says about an instance profile.

/// An instance profile as it is.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Live {
    /// Its ARN.
    pub arn: String,
    /// The one role it may hold.
    pub role: Option<String>,
}
