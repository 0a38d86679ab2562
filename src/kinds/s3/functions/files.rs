//! `boto_s3`: metadata and upload of one object.

use futures::future::FutureExt;

use super::{answer, api};
use crate::object::{KEPT, Object, Step, apply};
use aws::tags::Tags;
use kind::settings::arguments;
use kind::{Asker, AwsFunction, Refusal, Source};
use model::Effect::{ChangesAws, NeedsPillar, ReadsAws, ReadsMachine};
use model::{Argument, Aspects, Fields, Reference, Shape, Value};

const NAME: Argument = Argument::required("name", Shape::Text, "bucket and key: 'bucket/key'");
const PAYER: Argument = Argument::optional("RequestPayer", Shape::Text, "'requester': the requester pays");
const HEAD: &[Argument] =
    &[PAYER, Argument::optional("VersionId", Shape::Text, "this version in place of the last")];
/// The headers that an upload sets and no state compares.
const SENT: &[Argument] = &[
    Argument::optional("ACL", Shape::Text, "a canned ACL: private, public-read …"),
    Argument::optional("GrantFullControl", Shape::Text, "who may read and write object and ACL"),
    Argument::optional("GrantRead", Shape::Text, "who may read it"),
    Argument::optional("GrantReadACP", Shape::Text, "who may read its ACL"),
    Argument::optional("GrantWriteACP", Shape::Text, "who may write its ACL"),
    PAYER,
    Argument::optional("Tagging", Shape::Text, "its tags: a=1&b=2"),
];
const UPLOAD: &[Argument] = arguments!(KEPT, SENT);

/// Further arguments of a read.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Extra {
    /// Who pays, if that is not the owner.
    pub payer: Option<String>,
    /// The version; the last one if left out.
    pub version: Option<String>,
}

pub(super) const FILES: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_s3.get_object_metadata"],
        &[NAME, Argument::optional("extra_args", Shape::Record(HEAD), "more for the call")],
        "Returns {result: …} with the metadata of an object; {result: None} if it does not exist.",
        "{result: …} with a mapping: ContentLength, ContentType, ETag, LastModified, Metadata and what else it has; or {result: None}",
        |ask, fields| metadata(ask, fields).boxed(),
    ),
    AwsFunction {
        does: &[NeedsPillar, ReadsMachine, ReadsAws, ChangesAws],
        ..AwsFunction::change(
            &["boto_s3.upload_file"],
            &[
                Argument::required("source", Shape::Text, "the path of a local file"),
                NAME,
                Argument::optional("extra_args", Shape::Record(UPLOAD), "what is kept with the object"),
            ],
            "Uploads a local file as an object, with nothing of the object that was there. One call sends at most 5 GiB.",
            "{result: True}",
            |ask, fields| upload(ask, fields).boxed(),
        )
    },
];

async fn metadata(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let object = fields.required_text(NAME.name);
    let given = fields.record("extra_args");
    let text = |name: &str| given.as_ref().and_then(|given| given.text(name));
    let extra = Extra { payer: text(PAYER.name), version: text("VersionId") };
    let found = if extra == Extra::default() {
        let reference = Reference::new(Object::KIND, object);
        let live = ask.find::<Object>(reference, Aspects::NONE).await?;
        live.and_then(|live| live.head.as_ref().map(api::as_boto_reads)).unwrap_or_default()
    } else {
        ask.once(("object", &object, &extra), api::head(ask.aws(), &object, &extra)).await?
    };
    Ok(answer([("result", found)]))
}

async fn upload(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let given = fields.record("extra_args");
    let text = |argument: &Argument| {
        let text = given.as_ref().filter(|_| argument.name != "Metadata")?.text(argument.name)?;
        Some((argument.name.to_owned(), text))
    };
    let metadata = given.as_ref().and_then(|given| given.text_table("Metadata"));
    let step = Step::Put {
        object: fields.required_text(NAME.name),
        source: fields.required_text("source"),
        kept: UPLOAD.iter().filter_map(text).collect(),
        metadata: metadata.into_iter().flatten().collect::<Tags>(),
    };
    ask.change(&[Object::KIND], apply(ask.aws(), &step)).await?;
    Ok(answer([("result", true.into())]))
}
