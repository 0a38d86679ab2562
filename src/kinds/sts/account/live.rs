//! The caller's account as AWS describes it.

/// The account of the credentials in use.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Live {
    /// Its id: twelve digits.
    pub id: String,
    /// The partition, as written in ARNs.
    pub partition: String,
    /// The region of the connection.
    pub region: String,
}

impl Live {
    /// Takes the account's id, the caller's ARN and the region of the call.
    pub(super) fn new(id: &str, arn: &str, region: &str) -> Self {
        let partition = arn.split(':').nth(1).filter(|partition| !partition.is_empty()).unwrap_or("aws");
        Self { id: id.to_owned(), partition: partition.to_owned(), region: region.to_owned() }
    }
}
