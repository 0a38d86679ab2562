//! What AWS says about the caller's account.

/// The account of the credentials in use.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Live {
    /// Its id: twelve digits.
    pub id: String,
    /// The partition, as ARNs write it.
    pub partition: String,
}

impl Live {
    /// From the account's id and the caller's ARN.
    pub(super) fn new(id: &str, arn: &str) -> Self {
        let partition = arn.split(':').nth(1).filter(|partition| !partition.is_empty()).unwrap_or("aws");
        Self { id: id.to_owned(), partition: partition.to_owned() }
    }
}
