//! The declaration of access keys in an SLS.

use std::path::Path;

use super::saved::formatted;
use model::{Argument, Fields, Function, Leaves, Literal, Problem, Problems, Shape};

const FORMAT: &str = "{2}\n{0}\n{3}\n{1}\n";

const PRESENT: &[Argument] = &[
    Argument::required("name", Shape::Text, "the user's name").alias(&["UserName"]),
    Argument::required("number", Shape::Integer, "the minimum number of keys; IAM allows two"),
    Argument::required(
        "save_dir",
        Shape::Text,
        "an existing directory for the file that new keys are appended to",
    ),
    Argument::optional(
        "save_format",
        Shape::Text,
        "the format of a line: {0} is the id, {1} the secret, {2} and {3} are names for both",
    )
    .or(Literal::Text(FORMAT)),
];
const ABSENT: &[Argument] = &[
    Argument::optional("name", Shape::Text, "the user's name, unless user_name is given"),
    Argument::optional("access_keys", Shape::Texts, "the ids of the keys"),
    Argument::optional("user_name", Shape::Text, "the user's name").alias(&["UserName"]),
    Argument::optional("all", Shape::Boolean, "delete all keys of the user"),
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_iam.keys_present", "boto3_iam.keys_present"],
        PRESENT,
        "Makes sure that a user has this number of access keys, and saves new ones.",
    ),
    Function::absent(
        &["boto_iam.keys_absent", "boto3_iam.keys_absent"],
        ABSENT,
        "Makes sure that a user does not have these access keys.",
    ),
];

/// Declared access keys.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// The user's name.
    pub name: String,
    /// The minimum number; none for `keys_absent`.
    pub number: Option<usize>,
    /// The file that new ones are appended to.
    pub file: Option<String>,
    /// The format of an appended line.
    pub format: String,
    /// The keys that are declared absent; none for all.
    pub gone: Option<Vec<String>>,
}

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    if function.leaves == Leaves::Absent {
        return absent(fields, problems);
    }
    let name = fields.required_text("name");
    let number = fields.integer("number").unwrap_or_default();
    let number = usize::try_from(number).ok().filter(|number| *number <= 2);
    if number.is_none() && fields.has("number") {
        let problem = Problem::at(fields.place_of("number"), "IAM allows a user two access keys");
        problems.push(problem.hint("write 0, 1 or 2"));
    }
    let format = fields.text("save_format").unwrap_or_else(|| FORMAT.to_owned());
    if formatted(&format, ["", "", "", ""]).is_none() {
        let problem =
            Problem::at(fields.place_of("save_format"), "only {0}, {1}, {2} and {3} are allowed here");
        problems.push(problem.hint("write '{{' and '}}' for braces"));
    }
    let file = Path::new(&fields.required_text("save_dir")).join(&name).display().to_string();
    Spec { name, number: Some(number.unwrap_or_default()), file: Some(file), format, gone: None }
}

fn absent(fields: &Fields, problems: &mut Problems) -> Spec {
    let name = fields.text("user_name").or_else(|| fields.text("name")).unwrap_or_default();
    let (gone, all) = (fields.texts("access_keys"), fields.boolean("all") == Some(true));
    if gone.is_some() == all {
        let problem = Problem::at(fields.place(), "the state must name the keys to delete");
        problems.push(problem.hint("write exactly one of 'access_keys' and 'all: True'"));
    }
    Spec { name, gone, ..Spec::default() }
}
