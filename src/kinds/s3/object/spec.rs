//! The declaration of an object in an SLS.

use aws::tags::Tags;
use kind::local::path_of;
use model::{Argument, Entry, Fields, Function, Leaves, Minion, Problem, Problems, Shape, Value};

/// The key of the object's metadata with the file's digest, as with Salt.
pub(super) const DIGEST: &str = "salt_managed_content_hash";
const DIGESTS: Shape = Shape::Word(&["md5", "sha1", "sha224", "sha256", "sha384", "sha512"]);

const fn text(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Text, doc)
}

/// The headers of an object that are managed and compared.
pub(crate) const KEPT: &[Argument] = &[
    text("CacheControl", "how long caches keep it"),
    text("ContentDisposition", "how browsers present it"),
    text("ContentEncoding", "gzip …"),
    text("ContentLanguage", "its language"),
    text("ContentType", "text/html …"),
    text("ServerSideEncryption", "AES256 or aws:kms"),
    text("SSEKMSKeyId", "the KMS key"),
    text("StorageClass", "STANDARD, STANDARD_IA …"),
    text("WebsiteRedirectLocation", "where a site redirects to"),
    Argument::optional("Metadata", Shape::Table(&Shape::Text), "all metadata"),
];

const NAME: Argument = Argument::required("name", Shape::Text, "bucket and key: 'bucket/key'");
const PRESENT: &[Argument] = &[
    NAME,
    Argument::required("source", Shape::Text, "the local file, by path or salt://"),
    Argument::optional(
        "hash_type",
        DIGESTS,
        "the checksum to compare (default: hash_type of the configuration)",
    ),
    Argument::optional("extra_args", Shape::Record(KEPT), "settings and metadata of the object"),
    Argument::optional(
        "extra_args_from_pillar",
        Shape::Text,
        "pillar key of more of these; 'extra_args' wins (default: boto_s3_object_extra_args)",
    ),
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_s3.object_present", "boto3_s3.object_present"],
        PRESENT,
        "Makes sure that an object of a bucket has the content of the local file.",
    ),
    Function::absent(
        &["boto_s3.object_absent", "boto3_s3.object_absent"],
        &[NAME],
        "Makes sure that a bucket has no such object.",
    ),
];

/// A declared object.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// `bucket/key`.
    pub name: String,
    /// False for `object_absent`.
    pub present: bool,
    /// The path of the file.
    pub source: String,
    /// The digest's algorithm: `sha256`.
    pub digest: String,
    /// Its headers, under AWS's names.
    pub kept: Tags,
    /// All its metadata, except the digest; none if they are not managed.
    pub metadata: Option<Tags>,
}

pub(super) fn read(function: &Function, fields: &Fields, minion: &Minion, problems: &mut Problems) -> Spec {
    let name = fields.required_text("name");
    let has_key = name.split_once('/').is_some_and(|(bucket, key)| !bucket.is_empty() && !key.is_empty());
    if !has_key {
        let problem = Problem::at(fields.place_of("name"), format!("'{name}' does not name an object"));
        problems.push(problem.hint("write bucket and key: 'bucket/key'"));
    }
    if function.leaves == Leaves::Absent {
        return Spec { name, ..Spec::default() };
    }
    let (mut kept, mut metadata) = (Tags::new(), None);
    let from_pillar = of_pillar(fields, minion, problems);
    for given in [from_pillar, fields.record("extra_args")].into_iter().flatten() {
        for argument in KEPT.iter().filter(|argument| argument.name != "Metadata") {
            kept.extend(given.text(argument.name).map(|text| (argument.name.to_owned(), text)));
        }
        if let Some(more) = given.text_table("Metadata") {
            metadata.get_or_insert_with(Tags::new).extend(more);
        }
    }
    let configured = minion.option("hash_type").and_then(Value::as_str).map(str::to_owned);
    Spec {
        name,
        present: true,
        source: path_of(&fields.required_text("source"), minion),
        digest: fields.text("hash_type").or(configured).unwrap_or_else(|| "sha256".to_owned()),
        kept,
        metadata,
    }
}

/// Arguments from the pillar. A key that does not exist counts as left out, as in Salt.
fn of_pillar(fields: &Fields, minion: &Minion, problems: &mut Problems) -> Option<Fields> {
    let key = fields.text("extra_args_from_pillar").unwrap_or_else(|| "boto_s3_object_extra_args".to_owned());
    let place = fields.place_of("extra_args_from_pillar");
    let map = minion.option(&key)?.as_map()?;
    Some(Fields::check(KEPT, Entry::all_of(map, place), place, &key, problems))
}
