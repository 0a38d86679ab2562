//! The declaration of a managed policy in an SLS.

use aws::{policy, tags};
use model::{Argument, Fields, Function, Leaves, Problem, Problems, Shape};

const NAME: Argument = Argument::required("name", Shape::Text, "the policy's name").alias(&["PolicyName"]);
const PRESENT: &[Argument] = &[
    NAME,
    Argument::required("policy_document", policy::SHAPE, "the document, as a mapping or JSON")
        .alias(&["PolicyDocument"]),
    Argument::optional("path", Shape::Text, "its path, such as '/team/'; cannot change").alias(&["Path"]),
    Argument::optional("description", Shape::Text, "what it is for; cannot change").alias(&["Description"]),
    Argument::optional("tags", tags::SHAPE, "all tags").alias(&["Tags"]),
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_iam.policy_present", "boto3_iam.policy_present"],
        PRESENT,
        "Makes sure that a managed policy exists and has the declared document.",
    ),
    Function::absent(
        &["boto_iam.policy_absent", "boto3_iam.policy_absent"],
        &[NAME],
        "Makes sure that a managed policy does not exist.",
    ),
];

/// A declared policy.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// Its name, or the ARN of one that exists.
    pub name: String,
    /// False for `policy_absent`.
    pub present: bool,
    /// Its path; none if that is not managed.
    pub path: Option<String>,
    /// Its description.
    pub description: Option<String>,
    /// JSON as it is sent.
    pub document: String,
    /// All its tags; none if they are not managed.
    pub tags: Option<tags::Tags>,
}

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let name = fields.required_text("name");
    if function.leaves == Leaves::Absent {
        return Spec { name, ..Spec::default() };
    }
    let document = fields.node("policy_document").map(policy::from_node).transpose();
    let path = fields.text("path");
    if path.as_ref().is_some_and(|path| !path.starts_with('/') || !path.ends_with('/')) {
        let problem = Problem::at(fields.place_of("path"), "a path of IAM begins and ends with a slash");
        problems.push(problem.hint("write it as '/team/'"));
    }
    Spec {
        name,
        present: true,
        path,
        description: fields.text("description"),
        document: document.map_err(|problem| problems.push(problem)).ok().flatten().unwrap_or_default(),
        tags: tags::read(fields, "tags"),
    }
}
