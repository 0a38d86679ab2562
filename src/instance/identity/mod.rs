//! Finds the Auto Scaling group of an instance if neither its host name nor its metadata name it.

mod api;

pub use api::ACTIONS;

use aws::{ApiError, Aws};

/// Asks EC2 for the tag with which Auto Scaling marks its instances; if that is denied, Auto Scaling itself. One call,
/// two at most. `None`: the instance belongs to no group.
///
/// # Errors
/// Neither could be read.
pub async fn group_of(aws: &Aws, instance_id: &str) -> Result<Option<String>, ApiError> {
    api::group_of(aws, instance_id).await
}

#[cfg(test)]
mod tests;
