//! The tags of all kinds of RDS.

use crate::Rds;
use aws::error::not_yet_if_not_found;
use aws::sdk_tags;
use aws::tags::Tags;
use aws::{ApiError, Aws, failed};
use model::Asked;

/// The tags of anything that has an ARN, if they are requested.
pub(super) async fn tags(aws: &Aws, arn: &str, is_asked: bool) -> Result<Asked<Tags>, ApiError> {
    if !is_asked {
        return Ok(Asked::NotAsked);
    }
    let answer = aws.client::<Rds>().list_tags_for_resource().resource_name(arn).send().await;
    let answer = not_yet_if_not_found(answer.map_err(failed("ListTagsForResource", arn)))?;
    Ok(answer.map(|answer| sdk_tags::read(answer.tag_list())))
}

/// `AddTagsToResource`.
pub(super) async fn tag(aws: &Aws, arn: &str, tags: &Tags) -> Result<(), ApiError> {
    let call = aws.client::<Rds>().add_tags_to_resource().resource_name(arn).set_tags(sdk_tags::some(tags));
    call.send().await.map(drop).map_err(failed("AddTagsToResource", arn))
}

/// `RemoveTagsFromResource`.
pub(super) async fn untag(aws: &Aws, arn: &str, keys: &[String]) -> Result<(), ApiError> {
    let call =
        aws.client::<Rds>().remove_tags_from_resource().resource_name(arn).set_tag_keys(Some(keys.to_vec()));
    call.send().await.map(drop).map_err(failed("RemoveTagsFromResource", arn))
}
