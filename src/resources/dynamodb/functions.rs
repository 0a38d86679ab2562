//! The execution functions of DynamoDB: `boto_dynamodb.*`.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.boto_dynamodb.html>.

use std::sync::Arc;

use futures::future::FutureExt;

use super::table::{Step, Table, apply};
use crate::aws::ApiError;
use crate::model::{Argument, Aspects, Fields, Reference, Shape, Value};
use crate::resources::{Asker, AwsFunction, Family, Source};

/// The functions by Salt module.
pub const FUNCTIONS: &[&Family] = &[&Family { labels: &["dynamodb", "dynamodb2"], functions: DYNAMODB }];

type Live = <Table as Source>::Live;

const NAME: Argument = Argument::required("table_name", Shape::Text, "the table's name");

const DYNAMODB: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_dynamodb.exists", "boto3_dynamodb.exists"],
        &[NAME],
        "Tells whether a table exists.",
        "True or False",
        |ask, fields| async move { Ok(find(ask, fields).await?.is_some().into()) }.boxed(),
    ),
    AwsFunction::read(
        &["boto_dynamodb.describe", "boto3_dynamodb.describe"],
        &[NAME],
        "Describes a table.",
        "a mapping: Table (a mapping of boto, or None when there is no such table)",
        |ask, fields| {
            async move {
                let name = fields.required_text("table_name");
                let live = find(ask, fields).await?;
                let table = live.as_deref().map(|live| described(&name, live)).unwrap_or_default();
                Ok([("Table", table)].into_iter().collect())
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_dynamodb.delete", "boto3_dynamodb.delete"],
        &[NAME],
        "Deletes a table with all that is in it; True also when there was none. Does not wait.",
        "True",
        |ask, fields| {
            async move {
                let step = Step::Delete { name: fields.required_text("table_name") };
                ask.change(&[Table::KIND], apply(ask.aws(), &step)).await?;
                Ok(true.into())
            }
            .boxed()
        },
    ),
];

async fn find(ask: &Asker<'_>, fields: &Fields) -> Result<Option<Arc<Live>>, ApiError> {
    let reference = Reference::new(Table::KIND, fields.required_text("table_name"));
    ask.find::<Table>(reference, Aspects::NONE).await
}

/// With the keys of boto's answer.
fn described(name: &str, live: &Live) -> Value {
    let types = ["HASH", "RANGE"];
    let element = |(attribute, kind): (&str, &str)| -> Value {
        [("AttributeName", attribute), ("KeyType", kind)].into_iter().collect()
    };
    let keys = live.keys.attributes().map(|it| it.name.as_str()).zip(types).map(element);
    let definition = |name: &str, kind: &str| -> Value {
        [("AttributeName", name), ("AttributeType", kind)].into_iter().collect()
    };
    let attributes = live.keys.attributes().map(|it| definition(&it.name, &it.kind));
    let units = [
        ("ReadCapacityUnits", Value::from(live.units.read)),
        ("WriteCapacityUnits", live.units.write.into()),
    ];
    let mut all = vec![
        ("TableName", Value::from(name)),
        ("TableArn", live.arn.as_str().into()),
        ("TableStatus", live.status.as_str().into()),
        ("KeySchema", Value::List(keys.collect())),
        ("AttributeDefinitions", Value::List(attributes.collect())),
        ("ProvisionedThroughput", units.into_iter().collect()),
    ];
    all.extend(live.stream_arn.as_deref().map(|arn| ("LatestStreamArn", arn.into())));
    all.into_iter().collect()
}
