//! Functions about the objects of a bucket.

use futures::future::FutureExt;
use serde_json::Value as Json;

use super::{BUCKET, answer, api, bucket};
use kind::{Asker, AwsFunction, Refusal, document};
use model::{Argument, Fields, Shape, Value};

/// How many objects one call can delete.
///
/// See <https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjects.html>.
const AT_ONCE: usize = 1000;

const DELETE: Argument = Argument::required(
    "Delete",
    Shape::Either(&[Shape::Table(&Shape::Any), Shape::Text]),
    "{Objects: [{Key: …, VersionId: …}]}, also as JSON",
);
const MFA: Argument = Argument::optional("MFA", Shape::Text, "serial number and code of an MFA device");
const PAYER: Argument = Argument::optional("RequestPayer", Shape::Text, "'requester': the requester pays");
const DELIMITER: Argument =
    Argument::optional("Delimiter", Shape::Text, "leave out keys that contain it after the prefix");
const ENCODING: Argument =
    Argument::optional("EncodingType", Shape::Word(&["url"]), "how keys are written in the answer");
const PREFIX: Argument = Argument::optional("Prefix", Shape::Text, "only keys with this prefix");
const OWNER: Argument =
    Argument::optional("FetchOwner", Shape::Boolean, "whether the owner is in the answer (default: False)");
const AFTER: Argument = Argument::optional("StartAfter", Shape::Text, "only keys that come after this one");

pub(super) const OBJECTS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_s3_bucket.list_objects"],
        &[BUCKET, DELIMITER, ENCODING, PREFIX, OWNER, AFTER],
        "Lists the objects of a bucket.",
        "{Contents: […]} with a mapping for each object: Key, LastModified, ETag, Size, StorageClass, Owner",
        |ask, fields| {
            let asked = Listed::read(fields);
            async move { Ok(ask.once(("objects", format!("{asked:?}")), api::objects(ask.aws(), &asked)).await?) }
                .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_s3_bucket.list_object_versions"],
        &[BUCKET, DELIMITER, ENCODING, PREFIX],
        "Lists the versions of the objects of a bucket, and the markers of deleted ones.",
        "{Versions: […], DeleteMarkers: […]} with a mapping for each: Key, VersionId, IsLatest, LastModified, Owner; of versions also ETag, Size, StorageClass",
        |ask, fields| {
            let asked = Listed::read(fields);
            async move {
                Ok(ask.once(("versions", format!("{asked:?}")), api::versions(ask.aws(), &asked)).await?)
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_s3_bucket.delete_objects"],
        &[BUCKET, DELETE, MFA, PAYER],
        "Deletes objects of a bucket, by their keys and versions.",
        "{deleted: True}; {deleted: False, failed: […]} with the remaining objects: Key, VersionId, Code, Message",
        |ask, fields| delete(ask, fields).boxed(),
    ),
];

/// The arguments of a listing.
#[derive(Debug, Default)]
pub(super) struct Listed {
    pub bucket: String,
    pub delimiter: Option<String>,
    pub encoding: Option<String>,
    pub prefix: Option<String>,
    pub with_owner: bool,
    pub after: Option<String>,
}

impl Listed {
    fn read(fields: &Fields) -> Self {
        let delimiter = fields.text(DELIMITER.name).filter(|text| !text.is_empty());
        Self {
            bucket: bucket(fields),
            // As in Salt, keys are encoded only if a delimiter is given.
            encoding: fields.text(ENCODING.name).filter(|_| delimiter.is_some()),
            delimiter,
            prefix: fields.text(PREFIX.name),
            with_owner: fields.takes(OWNER.name) && fields.boolean(OWNER.name).unwrap_or_default(),
            after: fields.takes(AFTER.name).then(|| fields.text(AFTER.name)).flatten(),
        }
    }
}

/// An object to delete.
#[derive(Clone, Debug)]
pub(super) struct Deletion {
    pub key: String,
    pub version: Option<String>,
}

/// The objects in `Delete`; none if it is malformed.
fn deletions(fields: &Fields) -> Option<Vec<Deletion>> {
    let given = match document::read(fields, &DELETE)? {
        Json::String(text) => serde_json::from_str(&text).ok()?,
        given => given,
    };
    let one = |object: &Json| {
        let text = |key: &str| Some(object.get(key)?.as_str()?.to_owned());
        Some(Deletion { key: text("Key")?, version: text("VersionId") })
    };
    given.get("Objects")?.as_array()?.iter().map(one).collect()
}

async fn delete(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    const MALFORMED: &str =
        "Malformed Delete request. It needs Objects: a list of mappings, each with the Key of an object";
    let objects = deletions(fields).ok_or_else(|| Refusal::Because(MALFORMED.to_owned()))?;
    let bucket = bucket(fields);
    let extra = (fields.text(MFA.name), fields.text(PAYER.name));
    let mut left = vec![];
    for chunk in objects.chunks(AT_ONCE) {
        left.extend(ask.change(&[], api::delete(ask.aws(), &bucket, chunk, extra.clone())).await?);
    }
    Ok(if left.is_empty() {
        answer([("deleted", true.into())])
    } else {
        answer([("deleted", false.into()), ("failed", Value::List(left))])
    })
}
