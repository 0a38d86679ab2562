//! An instance profile as AWS describes it.

/// An instance profile in AWS.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Live {
    /// Its ARN.
    pub arn: String,
    /// The one role it may hold.
    pub role: Option<String>,
}
