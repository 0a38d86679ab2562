//! The execution functions of S3: `boto_s3_bucket.*` and `boto_s3.*`.
//!
//! Each returns what Salt's function returns: `{exists: …}`, `{created: True, name: …, Location: …}`, `{updated: True, name:
//! …}`, `{deleted: True, name: …}`. A call that AWS refuses is an error, not a result.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.boto_s3_bucket.html>.

mod api;
mod files;
mod objects;
#[cfg(test)]
mod tests;

use futures::future::{FutureExt, try_join_all};
use serde_json::{Value as Json, json};

use super::bucket::api::{apply, describe_part};
use super::bucket::{Bucket, PARTS, Part, Step, complete, tables};
use aws::{ApiError, policy, tags};
use kind::settings::arguments;
use kind::{Asker, AwsFunction, Family, Refusal, Source, document};
use model::{Argument, Aspects, Fields, Reference, Shape, Value};

/// The functions, grouped by purpose.
pub const FUNCTIONS: &[&Family] = &[
    &Family { labels: &["s3"], functions: BUCKETS },
    &Family { labels: &["s3"], functions: PUTS },
    &Family { labels: &["s3"], functions: REMOVES },
    &Family { labels: &["s3"], functions: objects::OBJECTS },
    &Family { labels: &["s3"], functions: files::FILES },
];

const BUCKET: Argument = Argument::required("Bucket", Shape::Text, "the bucket");
const RULES: Argument = Argument::required("Rules", Shape::Records(tables::LIFECYCLE), "all rules");
const CORS: Argument = Argument::required("CORSRules", Shape::Records(tables::CORS), "all rules");
const POLICY: Argument = Argument::required("Policy", policy::SHAPE, "the bucket policy");
const TAGS: Argument =
    Argument::optional("Tagging", tags::SHAPE, "all tags; each tag can also be an argument");
const FORCE: Argument =
    Argument::optional("Force", Shape::Boolean, "delete all objects first (default: False)");
const LOCATION: Argument =
    Argument::optional("LocationConstraint", Shape::Text, "its region; that of the connection if left out");

const BUCKETS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_s3_bucket.exists"],
        &[BUCKET],
        "Returns {exists: …} for a bucket.",
        "{exists: True} or {exists: False}",
        |ask, fields| {
            async move { Ok(answer([("exists", exists(ask, &bucket(fields)).await?.into())])) }.boxed()
        },
    ),
    AwsFunction::read(
        &["boto_s3_bucket.describe"],
        &[BUCKET],
        "Returns {bucket: …} with all settings of a bucket, each as S3 returns it; {bucket: None} when there is no such bucket.",
        "{bucket: …} with a mapping: ACL, Location, Logging, NotificationConfiguration, RequestPayment, Versioning, and what else it has; or {bucket: None}",
        |ask, fields| describe(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_s3_bucket.list"],
        &[],
        "Returns {Owner: …, Buckets: […]} about all buckets of the account.",
        "{Owner: …, Buckets: […]} with a mapping for each bucket: Name, CreationDate",
        |ask, _| async move { Ok(ask.once("buckets", api::list(ask.aws())).await?) }.boxed(),
    ),
    AwsFunction::change(
        &["boto_s3_bucket.create"],
        arguments!(&[BUCKET], tables::ACL, &[LOCATION]),
        "Makes a bucket.",
        "{created: True, name: …, Location: …}",
        |ask, fields| create(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_s3_bucket.delete"],
        &[BUCKET, FORCE],
        "Deletes a bucket.",
        "{deleted: True}",
        |ask, fields| delete(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_s3_bucket.empty"],
        &[BUCKET],
        "Deletes all objects of a bucket with all their versions.",
        "{deleted: True}",
        |ask, fields| {
            async move {
                change(ask, Step::Empty { bucket: bucket(fields) }).await?;
                Ok(answer([("deleted", true.into())]))
            }
            .boxed()
        },
    ),
];

/// Functions that set a part: the name, the part, the arguments after the bucket.
macro_rules! puts {
    ($($name:literal $part:ident $arguments:expr;)+) => {
        const PUTS: &[AwsFunction] = &[$(
            AwsFunction::change(
                &[$name],
                arguments!(&[BUCKET], $arguments),
                "Replaces this setting of a bucket.",
                "{updated: True, name: …}",
                |ask, fields| put(ask, fields, Part::$part).boxed(),
            ),
        )+];
    };
}

puts! {
    "boto_s3_bucket.put_acl" Acl tables::ACL;
    "boto_s3_bucket.put_cors" Cors &[CORS];
    "boto_s3_bucket.put_lifecycle_configuration" Lifecycle &[RULES];
    "boto_s3_bucket.put_logging" Logging tables::LOGGING;
    "boto_s3_bucket.put_notification_configuration" Notification tables::NOTIFICATIONS;
    "boto_s3_bucket.put_policy" Policy &[POLICY];
    "boto_s3_bucket.put_replication" Replication tables::REPLICATION;
    "boto_s3_bucket.put_request_payment" RequestPayment tables::PAYER;
    "boto_s3_bucket.put_versioning" Versioning tables::VERSIONING;
    "boto_s3_bucket.put_website" Website tables::WEBSITE;
}

/// Functions that remove a part: the name and the part.
macro_rules! removes {
    ($($name:literal $part:ident;)+) => {
        const REMOVES: &[AwsFunction] = &[
            AwsFunction::change(
                &["boto_s3_bucket.put_tagging"],
                &[BUCKET, TAGS],
                "Sets all tags of a bucket.",
"{updated: True, name: …}",
                |ask, fields| put(ask, fields, Part::Tagging).boxed(),
            )
            .rest_into("Tagging"),
            $(AwsFunction::change(
                &[$name],
                &[BUCKET],
                "Removes this setting of a bucket.",
                "{deleted: True, name: …}",
                |ask, fields| remove(ask, fields, Part::$part).boxed(),
            ),)+
        ];
    };
}

removes! {
    "boto_s3_bucket.delete_cors" Cors;
    "boto_s3_bucket.delete_lifecycle_configuration" Lifecycle;
    "boto_s3_bucket.delete_policy" Policy;
    "boto_s3_bucket.delete_replication" Replication;
    "boto_s3_bucket.delete_tagging" Tagging;
    "boto_s3_bucket.delete_website" Website;
}

fn answer<const N: usize>(pairs: [(&str, Value); N]) -> Value {
    pairs.into_iter().collect()
}

fn bucket(fields: &Fields) -> String {
    fields.required_text("Bucket")
}

/// Makes one call of the kind.
async fn change(ask: &Asker<'_>, step: Step) -> Result<(), ApiError> {
    ask.change(&[Bucket::KIND], apply(ask.aws(), &step)).await
}

async fn exists(ask: &Asker<'_>, bucket: &str) -> Result<bool, ApiError> {
    Ok(ask.find::<Bucket>(Reference::new(Bucket::KIND, bucket), Aspects::NONE).await?.is_some())
}

async fn describe(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let bucket = bucket(fields);
    let reference = Reference::new(Bucket::KIND, bucket.as_str());
    let Some(live) = ask.find::<Bucket>(reference, Aspects::NONE).await? else {
        return Ok(answer([("bucket", Value::Null)]));
    };
    let part = |part: Part| {
        let bucket = &bucket;
        async move { Ok::<_, ApiError>((part, describe_part(ask.aws(), part, bucket).await?)) }
    };
    let read = async {
        let parts = try_join_all(PARTS.map(part)).await?;
        let answered = parts.into_iter().filter_map(|(part, document)| in_boto_shape(part, document));
        let location = ("Location", json!({"LocationConstraint": constraint(&live.region)}));
        Ok(answered.chain([location]).map(|(name, document)| (name, Value::from(document))).collect())
    };
    let found = ask.once(("bucket", &bucket), read).await?;
    Ok(answer([("bucket", found)]))
}

/// A setting in S3's form, under its name in boto; none if the bucket has none and boto leaves it out.
fn in_boto_shape(part: Part, document: Json) -> Option<(&'static str, Json)> {
    let within = |key: &str| json!({key: document.clone()});
    let whole = match part {
        _ if document.is_null() => match part {
            Part::Logging | Part::Notification | Part::Versioning => json!({}),
            _ => return None,
        },
        Part::Tagging if document.as_object().is_some_and(serde_json::Map::is_empty) => return None,
        Part::Cors => within("CORSRules"),
        Part::Lifecycle => within("Rules"),
        Part::Logging => within("LoggingEnabled"),
        Part::Policy => within("Policy"),
        Part::Replication => within("ReplicationConfiguration"),
        _ => document,
    };
    let name = if part == Part::Cors { "CORS" } else { part.name() };
    Some((name, whole))
}

/// The location constraint of a bucket: none in us-east-1.
fn constraint(region: &str) -> Option<&str> {
    Some(region).filter(|region| *region != "us-east-1")
}

async fn create(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let bucket = bucket(fields);
    change(ask, Step::Create { bucket: bucket.clone(), location: fields.text("LocationConstraint") }).await?;
    let acl = given_arguments(fields, tables::ACL);
    if acl.as_object().is_some_and(|acl| !acl.is_empty()) {
        change(ask, Step::Put { bucket: bucket.clone(), part: Part::Acl, document: acl }).await?;
    }
    let location = Value::from(format!("/{bucket}"));
    Ok(answer([("created", true.into()), ("name", bucket.into()), ("Location", location)]))
}

async fn delete(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let bucket = bucket(fields);
    if fields.boolean("Force").unwrap_or_default() && exists(ask, &bucket).await? {
        change(ask, Step::Empty { bucket: bucket.clone() }).await?;
    }
    change(ask, Step::Delete { bucket }).await?;
    Ok(answer([("deleted", true.into())]))
}

async fn put(ask: &Asker<'_>, fields: &Fields, part: Part) -> Result<Value, Refusal> {
    let bucket = bucket(fields);
    let document = match part {
        Part::Cors => document::read(fields, &CORS).unwrap_or_default(),
        Part::Lifecycle => document::read(fields, &RULES).unwrap_or_default(),
        Part::Tagging => json!(tags::read(fields, TAGS.name).unwrap_or_default()),
        Part::Policy => policy_document(fields)?,
        Part::Acl => given_arguments(fields, tables::ACL),
        Part::Logging => given_arguments(fields, tables::LOGGING),
        Part::Notification => given_arguments(fields, tables::NOTIFICATIONS),
        Part::Replication => given_arguments(fields, tables::REPLICATION),
        Part::RequestPayment => given_arguments(fields, tables::PAYER),
        Part::Versioning => given_arguments(fields, tables::VERSIONING),
        _ => given_arguments(fields, tables::WEBSITE),
    };
    let document = complete(part, document);
    change(ask, Step::Put { bucket: bucket.clone(), part, document }).await?;
    Ok(answer([("updated", true.into()), ("name", bucket.into())]))
}

async fn remove(ask: &Asker<'_>, fields: &Fields, part: Part) -> Result<Value, Refusal> {
    let bucket = bucket(fields);
    change(ask, Step::Remove { bucket: bucket.clone(), part }).await?;
    Ok(answer([("deleted", true.into()), ("name", bucket.into())]))
}

fn policy_document(fields: &Fields) -> Result<Json, Refusal> {
    let Some(node) = fields.node("Policy") else { return Ok(Json::Null) };
    policy::from_node(node).map(Json::from).map_err(|problem| Refusal::Because(problem.message))
}

/// The given arguments of a table, as one document.
fn given_arguments(fields: &Fields, table: &[Argument]) -> Json {
    let read = |argument: &Argument| Some((argument.name.to_owned(), document::read(fields, argument)?));
    table.iter().filter_map(read).collect()
}
