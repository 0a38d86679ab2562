//! The declaration of a function in an SLS.

use std::collections::BTreeMap;

use super::settings::{Environment, Plain};
use crate::package::{self, File};
use crate::permission::{self, Permissions};
use aws::tags::{self, Tags};
use kind::local::path_of;
use kind::settings::{Settings, arguments};
use kind::which::Which;
use kind::write_only::WriteOnly;
use model::{Argument, Fields, Function, Leaves, Minion, Problem, Problems, Shape};

/// Subnets and groups of a function.
pub const VPC: &[Argument] = &[
    Argument::optional("SubnetIds", Shape::Texts, "subnets by id"),
    Argument::optional("SubnetNames", Shape::Texts, "subnets by Name tag"),
    Argument::optional("SecurityGroupIds", Shape::Texts, "security groups by id"),
    Argument::optional("SecurityGroupNames", Shape::Texts, "security groups by name, in the subnets' VPC"),
];
/// The variables of a function.
pub const ENVIRONMENT: &[Argument] =
    &[Argument::optional("Variables", Shape::Table(&Shape::Text), "all variables")];
const NAME: &[Argument] = &[
    Argument::optional("name", Shape::Text, "the function's name, unless FunctionName gives it"),
    Argument::optional("FunctionName", Shape::Text, "the function's name"),
];
const PRESENT: &[Argument] = &[
    Argument::required("Role", Shape::Text, "its execution role, by name or ARN"),
    Argument::optional("ZipFile", Shape::Text, "its code: a zip file or a folder, by path or salt://"),
    Argument::optional("Files", Shape::Table(&Shape::Text), "its code: name to content"),
    Argument::optional("S3Bucket", Shape::Text, "its code: the bucket of the zip file"),
    Argument::optional("S3Key", Shape::Text, "the key of the zip file"),
    Argument::optional("S3ObjectVersion", Shape::Text, "the version of the zip file"),
    Argument::optional(
        "Architectures",
        Shape::Texts,
        "x86_64 or arm64; can change only together with the code",
    ),
    Argument::optional("VpcConfig", Shape::Record(VPC), "the VPC that it is connected to; {} for none"),
    Argument::optional("Environment", Shape::Record(ENVIRONMENT), "its environment variables; never shown"),
    permission::ARGUMENT,
    Argument::optional(
        "ReservedConcurrentExecutions",
        Shape::Integer,
        "reserved concurrent calls; -1 for no reservation",
    ),
    Argument::optional("RoleRetries", Shape::Integer, "not used: the wait has a deadline"),
    Argument::optional("tags", tags::SHAPE, "all tags; not managed if left out").alias(&["Tags"]),
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_lambda.function_present", "boto3_lambda.function_present"],
        arguments!(NAME, PRESENT, Plain::ARGUMENTS),
        "Makes sure that a function exists with the declared code, settings and permissions.",
    ),
    Function::absent(
        &["boto_lambda.function_absent", "boto3_lambda.function_absent"],
        NAME,
        "Makes sure that a function does not exist.",
    ),
];

/// Where the code of a function is.
#[derive(Clone, Debug, PartialEq)]
pub enum Code {
    /// In a zip file or a folder of this machine.
    Here(String),
    /// In the SLS: the zip file.
    Written(Vec<u8>),
    /// In S3.
    Uploaded {
        /// The bucket.
        bucket: String,
        /// The key.
        key: String,
        /// The version; none for the latest.
        version: Option<String>,
    },
}

/// A declared function. What is `None` is not managed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// Its name.
    pub name: String,
    /// False for `function_absent`.
    pub present: bool,
    /// Its code.
    pub code: Option<Code>,
    /// `x86_64` or `arm64`.
    pub architectures: Option<Vec<String>>,
    /// Settings that are sent as they are written.
    pub plain: Plain,
    /// The role, by name or ARN.
    pub role: String,
    /// Its subnets and groups.
    pub network: Option<(Vec<Which>, Vec<Which>)>,
    /// All its variables.
    pub environment: Option<Environment>,
    /// All statements of its policy.
    pub permissions: Option<Permissions>,
    /// Reserved concurrent calls; a negative number removes the reservation.
    pub concurrency: Option<i32>,
    /// All its tags.
    pub tags: Option<Tags>,
}

pub(super) fn read(function: &Function, fields: &Fields, minion: &Minion, problems: &mut Problems) -> Spec {
    let name = fields.text("FunctionName").unwrap_or_else(|| fields.required_text("name"));
    if function.leaves == Leaves::Absent {
        return Spec { name, ..Spec::default() };
    }
    Spec {
        name,
        present: true,
        code: code(fields, minion, problems),
        architectures: fields.texts("Architectures"),
        plain: Plain::read(fields),
        role: fields.required_text("Role"),
        network: fields.record("VpcConfig").as_ref().map(network),
        environment: variables(fields),
        permissions: permission::read(fields, problems),
        concurrency: fields.integer32("ReservedConcurrentExecutions"),
        tags: tags::read(fields, "tags"),
    }
}

/// All variables of `Environment`; none if it was left out.
pub fn variables(fields: &Fields) -> Option<Environment> {
    let variables = fields.record("Environment")?.text_table("Variables").unwrap_or_default();
    Some(variables.into_iter().map(|(name, value)| (name, WriteOnly::new(value))).collect())
}

fn network(given: &Fields) -> (Vec<Which>, Vec<Which>) {
    let both = |id: &str, name: &str| {
        let all = |name| given.texts(name).unwrap_or_default().into_iter();
        all(id).map(Which::Id).chain(all(name).map(Which::Name)).collect()
    };
    (both("SubnetIds", "SubnetNames"), both("SecurityGroupIds", "SecurityGroupNames"))
}

fn code(fields: &Fields, minion: &Minion, problems: &mut Problems) -> Option<Code> {
    let mut problem = |at: &str, message: &str, hint: &str| {
        problems.push(Problem::at(fields.place_of(at), message).hint(hint));
    };
    let given: Vec<&str> =
        ["ZipFile", "Files", "S3Bucket"].into_iter().filter(|name| fields.has(name)).collect();
    if let [first, second, ..] = given[..] {
        problem(second, &format!("'{first}' and '{second}' exclude each other"), "keep one of them");
    }
    if let Some(files) = fields.text_table("Files") {
        let files: BTreeMap<String, File> =
            files.iter().map(|(name, text)| (name.clone(), File::text(text))).collect();
        return match package::zipped(&files) {
            Ok(bytes) => Some(Code::Written(bytes)),
            Err(error) => {
                problem(
                    "Files",
                    &format!("these cannot be put into a zip file: {error}"),
                    "give them shorter names",
                );
                None
            }
        };
    }
    match (fields.text("ZipFile"), fields.text("S3Bucket"), fields.text("S3Key")) {
        (Some(source), ..) => Some(Code::Here(path_of(&source, minion))),
        (None, Some(bucket), Some(key)) => {
            Some(Code::Uploaded { bucket, key, version: fields.text("S3ObjectVersion") })
        }
        (None, None, None) => None,
        (None, bucket, _) => {
            let at = if bucket.is_some() { "S3Bucket" } else { "S3Key" };
            problem(at, "code in S3 needs 'S3Bucket' and 'S3Key'", "add the other one");
            None
        }
    }
}
