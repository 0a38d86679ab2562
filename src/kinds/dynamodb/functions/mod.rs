//! The execution functions of DynamoDB: `boto_dynamodb.*`.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.boto_dynamodb.html>.

mod indexes;
mod tables;
mod tags;

use std::sync::Arc;

use futures::future::FutureExt;

use super::table::Table;
use super::table::api::apply;
use super::table::diff::Step;
use super::table::index::{Attribute, Index, Keys, Projection, Units};
use aws::ApiError;
use kind::{Asker, AwsFunction, Family, Source};
use model::{Argument, Aspects, Fields, Reference, Shape, Value};

/// The functions by Salt module.
pub const FUNCTIONS: &[&Family] = &[
    &Family { labels: &["dynamodb", "dynamodb2"], functions: DYNAMODB },
    &Family { labels: &["dynamodb", "dynamodb2"], functions: tables::TABLES },
    &Family { labels: &["dynamodb", "dynamodb2"], functions: indexes::INDEXES },
    &Family { labels: &["dynamodb", "dynamodb2"], functions: tags::TAGS },
];

type Live = <Table as Source>::Live;

const NAME: Argument = Argument::required("table_name", Shape::Text, "the table's name");

const DYNAMODB: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_dynamodb.exists", "boto3_dynamodb.exists"],
        &[NAME],
        "Returns whether a table exists.",
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
        "Deletes a table with all its items; True also when there was none. Does not wait.",
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
    let mut attributes: Vec<&Attribute> = vec![];
    let indexes = live.local.iter().chain(&live.global);
    for attribute in [&live.keys].into_iter().chain(indexes.map(|it| &it.keys)).flat_map(Keys::attributes) {
        if !attributes.contains(&attribute) {
            attributes.push(attribute);
        }
    }
    let definition = |it: &&Attribute| -> Value {
        [("AttributeName", it.name.as_str()), ("AttributeType", &it.kind)].into_iter().collect()
    };
    let mode = if live.on_demand { "PAY_PER_REQUEST" } else { "PROVISIONED" };
    let mut all = vec![
        ("TableName", Value::from(name)),
        ("TableArn", live.arn.as_str().into()),
        ("TableStatus", live.status.as_str().into()),
        ("KeySchema", schema(&live.keys)),
        ("AttributeDefinitions", Value::List(attributes.iter().map(definition).collect())),
        ("ProvisionedThroughput", throughput(live.units)),
        ("BillingModeSummary", [("BillingMode", mode)].into_iter().collect()),
        ("DeletionProtectionEnabled", live.protection.into()),
    ];
    let list = |all: &[Index], shown: &dyn Fn(&Index) -> Value| -> Option<Value> {
        (!all.is_empty()).then(|| Value::List(all.iter().map(shown).collect()))
    };
    let local = |it: &Index| shown(it).into_iter().collect();
    let global =
        |it: &Index| shown(it).into_iter().chain([("ProvisionedThroughput", throughput(it.units))]).collect();
    all.extend(list(&live.local, &local).map(|it| ("LocalSecondaryIndexes", it)));
    all.extend(list(&live.global, &global).map(|it| ("GlobalSecondaryIndexes", it)));
    all.extend(live.stream_arn.as_deref().map(|arn| ("LatestStreamArn", arn.into())));
    all.into_iter().collect()
}

fn schema(keys: &Keys) -> Value {
    let element = |(it, kind): (&Attribute, &str)| -> Value {
        [("AttributeName", it.name.as_str()), ("KeyType", kind)].into_iter().collect()
    };
    Value::List(keys.attributes().zip(["HASH", "RANGE"]).map(element).collect())
}

fn throughput(units: Units) -> Value {
    let units = [("ReadCapacityUnits", Value::from(units.read)), ("WriteCapacityUnits", units.write.into())];
    units.into_iter().collect()
}

fn shown(index: &Index) -> [(&'static str, Value); 3] {
    let mut projection = vec![("ProjectionType", Value::from(projected(&index.projection)))];
    if let Projection::Include(names) = &index.projection {
        projection.push(("NonKeyAttributes", names.clone().into()));
    }
    [
        ("IndexName", index.name.as_str().into()),
        ("KeySchema", schema(&index.keys)),
        ("Projection", projection.into_iter().collect()),
    ]
}

/// Which attributes of an item an index contains, in AWS's words.
fn projected(projection: &Projection) -> &'static str {
    match projection {
        Projection::All => "ALL",
        Projection::KeysOnly => "KEYS_ONLY",
        Projection::Include(_) => "INCLUDE",
    }
}
