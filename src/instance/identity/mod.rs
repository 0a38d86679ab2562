//! Finds the Auto Scaling group of an instance if neither its host name nor its metadata name it.

#[cfg(any(feature = "autoscaling", feature = "ec2"))]
mod api;

#[cfg(any(feature = "autoscaling", feature = "ec2"))]
pub use api::ACTIONS;

use crate::aws::{ApiError, Aws};

/// Asks EC2 for the tag with which Auto Scaling marks its instances; if that is denied, Auto Scaling itself. One call,
/// two at most. `None`: the instance belongs to no group.
///
/// # Errors
/// Neither could be read.
#[cfg(any(feature = "autoscaling", feature = "ec2"))]
pub async fn group_of(aws: &Aws, instance_id: &str) -> Result<Option<String>, ApiError> {
    api::group_of(aws, instance_id).await
}

/// A build without these services cannot ask.
///
/// # Errors
/// Never.
#[cfg(not(any(feature = "autoscaling", feature = "ec2")))]
#[expect(clippy::unused_async, reason = "the same signature as with AWS")]
pub async fn group_of(_aws: &Aws, _instance_id: &str) -> Result<Option<String>, ApiError> {
    Ok(None)
}

#[cfg(all(test, feature = "autoscaling", feature = "ec2"))]
mod tests;
