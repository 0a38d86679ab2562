//! Calls that all kinds of ElastiCache share: tags.

use aws_sdk_elasticache::types::Tag;

use crate::aws::tags::Tags;
use crate::aws::{ApiError, Aws, failed};
use crate::model::Asked;
use crate::resources::elasticache::tags::Step;

/// The tags of anything that has an ARN, where they are needed and AWS can tell them.
pub(super) async fn tags(aws: &Aws, arn: &str, needed: bool) -> Result<Asked<Tags>, ApiError> {
    if !needed {
        return Ok(Asked::NotAsked);
    }
    let answer = aws.elasticache().list_tags_for_resource().resource_name(arn).send().await;
    let list = answer.map_err(failed("ListTagsForResource", arn))?.tag_list.unwrap_or_default();
    let tags = list.into_iter().map(|tag| (tag.key.unwrap_or_default(), tag.value.unwrap_or_default()));
    Ok(Asked::Answer(tags.collect()))
}

/// Tags as the SDK takes them; none where there is nothing to say.
pub(super) fn list(tags: &Tags) -> Option<Vec<Tag>> {
    let all = tags.iter().map(|(key, value)| Tag::builder().key(key).value(value).build());
    (!tags.is_empty()).then(|| all.collect())
}

pub(super) async fn apply_tags(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    match step {
        Step::Set { arn, tags } => {
            let call = aws.elasticache().add_tags_to_resource().resource_name(arn).set_tags(list(tags));
            call.send().await.map(|_| ()).map_err(failed("AddTagsToResource", arn))
        }
        Step::Remove { arn, keys } => {
            let call = aws.elasticache().remove_tags_from_resource().resource_name(arn);
            let done = call.set_tag_keys(Some(keys.clone())).send().await;
            done.map(|_| ()).map_err(failed("RemoveTagsFromResource", arn))
        }
    }
}
