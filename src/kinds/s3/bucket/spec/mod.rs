//! The declaration of a bucket in an SLS.

mod documents;
mod rules;

use documents::{DOCUMENTS, documents};
pub(crate) use documents::{PARTS, Part};

/// The arguments of execution functions.
pub(crate) mod tables {
    pub(crate) use super::documents::{ACL, LOGGING, PAYER, VERSIONING};
    pub(crate) use super::rules::{CORS, LIFECYCLE, NOTIFICATIONS, REPLICATION, WEBSITE};
}

use std::collections::BTreeMap;

use serde_json::Value as Json;

use kind::settings::arguments;
use model::{Argument, Fields, Function, Leaves, Problems, Shape};

const NAME: &[Argument] = &[
    Argument::required("name", Shape::Text, "the bucket's name, unless 'Bucket' is given"),
    Argument::optional("Bucket", Shape::Text, "the bucket's name").alias(&["bucket"]),
];
const LOCATION: &[Argument] = &[Argument::optional(
    "LocationConstraint",
    Shape::Text,
    "the region of a new bucket (default: that of the connection); cannot change",
)];
const FORCE: &[Argument] = &[Argument::optional(
    "Force",
    Shape::Boolean,
    "delete all objects and all their versions first (default: False)",
)
.alias(&["force"])];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_s3_bucket.present", "boto3_s3_bucket.present"],
        arguments!(NAME, LOCATION, DOCUMENTS),
        "Makes sure that a bucket exists and has the declared settings.",
    ),
    Function::absent(
        &["boto_s3_bucket.absent", "boto3_s3_bucket.absent"],
        arguments!(NAME, FORCE),
        "Makes sure that a bucket does not exist.",
    ),
];

/// A declared bucket.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// Its name.
    pub name: String,
    /// False for `absent`.
    pub present: bool,
    /// True if its objects may be deleted.
    pub force: bool,
    /// The declared region.
    pub location: Option<String>,
    /// The declared parts, in AWS's form; a part that is left out is not managed.
    pub parts: BTreeMap<Part, Json>,
}

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let name = fields.text("Bucket").unwrap_or_else(|| fields.required_text("name"));
    if function.leaves == Leaves::Absent {
        return Spec { name, force: fields.boolean("Force").unwrap_or_default(), ..Spec::default() };
    }
    Spec {
        name,
        present: true,
        force: false,
        location: fields.text("LocationConstraint").map(|region| region_of(&region)),
        parts: documents(fields, problems),
    }
}

/// The region that a location constraint means: the two oldest regions have special constraints.
///
/// See <https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketLocation.html>.
pub(crate) fn region_of(constraint: &str) -> String {
    match constraint {
        "" | "US" => "us-east-1",
        "EU" => "eu-west-1",
        region => region,
    }
    .to_owned()
}
