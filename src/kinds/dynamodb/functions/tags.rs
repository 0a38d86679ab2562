//! Functions about the tags of a table.

use futures::future::FutureExt;

use crate::table::Table;
use crate::table::api::{self, apply};
use crate::table::diff::Step;
use aws::tags;
use kind::{AwsFunction, Source};
use model::{Argument, Shape, Value};

const ARN: Argument = Argument::required("resource_arn", Shape::Text, "the table, by ARN");
const WRITTEN: Argument = Argument::required("tags", tags::SHAPE, "a mapping, or a list of Key and Value");
const KEYS: Argument = Argument::required("tag_keys", Shape::Texts, "their keys");

pub(super) const TAGS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_dynamodb.list_tags_of_resource", "boto3_dynamodb.list_tags_of_resource"],
        &[ARN],
        "Returns the tags of a table.",
        "a mapping of keys to values; an empty mapping",
        |ask, fields| {
            async move {
                let arn = fields.required_text(ARN.name);
                let read = async {
                    let all = api::tags(ask.aws(), &arn, &arn).await?;
                    Ok(all.iter().map(|(key, text)| (key.as_str(), Value::from(text.as_str()))).collect())
                };
                Ok(ask.once(("ListTagsOfResource", &arn), read).await?)
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_dynamodb.tag_resource", "boto3_dynamodb.tag_resource"],
        &[ARN, WRITTEN],
        "Adds or overwrites tags of a table.",
        "True",
        |ask, fields| {
            async move {
                let tags = tags::read(fields, WRITTEN.name).unwrap_or_default();
                let step = Step::Tag { arn: fields.required_text(ARN.name), tags };
                ask.change(&[Table::KIND], apply(ask.aws(), &step)).await?;
                Ok(true.into())
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_dynamodb.untag_resource", "boto3_dynamodb.untag_resource"],
        &[ARN, KEYS],
        "Removes tags of a table.",
        "True",
        |ask, fields| {
            async move {
                let keys = fields.texts(KEYS.name).unwrap_or_default();
                let step = Step::Untag { arn: fields.required_text(ARN.name), keys };
                ask.change(&[Table::KIND], apply(ask.aws(), &step)).await?;
                Ok(true.into())
            }
            .boxed()
        },
    ),
];
