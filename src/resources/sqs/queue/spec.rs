//! What an SLS may say about a queue.

use indexmap::IndexMap;

use crate::model::fields::text;
use crate::model::problem::did_you_mean;
use crate::model::{Argument, Fields, Function, Leaves, Node, Problem, Problems, Shape};

/// A declared queue.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// Its name; a FIFO queue's ends in `.fifo`.
    pub name: String,
    /// False for `absent`.
    pub present: bool,
    /// The declared attributes as AWS takes them: text, documents as JSON.
    pub attributes: IndexMap<String, String>,
    /// All its tags; none when tags are not managed.
    pub tags: Option<IndexMap<String, String>>,
}

impl Spec {
    /// The name of the queue that its redrive policy points at: SQS refuses the policy while that does not exist.
    pub fn dead_letter_queue(&self) -> Option<String> {
        let policy: serde_json::Value = serde_json::from_str(self.attributes.get("RedrivePolicy")?).ok()?;
        let arn = policy.get("deadLetterTargetArn")?.as_str()?;
        arn.rsplit(':').next().map(str::to_owned)
    }
}

const PRESENT: &[Argument] = &[
    Argument::required("name", Shape::Text, "the queue's name; that of a FIFO queue ends in '.fifo'"),
    Argument::optional(
        "attributes",
        Shape::Table(&Shape::Any),
        "attribute name to value, named as in the SQS API",
    )
    .alias(&["Attributes"]),
    Argument::optional("tags", Shape::Table(&Shape::Text), "all tags of the queue").alias(&["Tags"]),
];

const ABSENT: &[Argument] = &[Argument::required("name", Shape::Text, "the queue's name")];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_sqs.present", "boto3_sqs.present"],
        PRESENT,
        "Makes sure that a queue exists and has the declared attributes and tags.",
    ),
    Function::absent(
        &["boto_sqs.absent", "boto3_sqs.absent"],
        ABSENT,
        "Makes sure that a queue does not exist.",
    ),
];

/// The attributes that can be set.
const SETTABLE: &[&str] = &[
    "ContentBasedDeduplication",
    "DeduplicationScope",
    "DelaySeconds",
    "FifoQueue",
    "FifoThroughputLimit",
    "KmsDataKeyReusePeriodSeconds",
    "KmsMasterKeyId",
    "MaximumMessageSize",
    "MessageRetentionPeriod",
    "Policy",
    "ReceiveMessageWaitTimeSeconds",
    "RedriveAllowPolicy",
    "RedrivePolicy",
    "SqsManagedSseEnabled",
    "VisibilityTimeout",
];

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let present = function.leaves == Leaves::Present;
    let mut attributes = IndexMap::new();
    let declared = if present { fields.table("attributes").unwrap_or_default() } else { vec![] };
    for (name, node) in declared {
        if SETTABLE.contains(&name.as_str()) {
            attributes.insert(name, attribute(node));
        } else {
            problems.push(unknown(&name, node));
        }
    }
    Spec {
        name: fields.required_text("name"),
        present,
        attributes,
        tags: if present { fields.text_table("tags") } else { None },
    }
}

/// Scalars as AWS spells them, mappings and lists as JSON.
fn attribute(node: &Node) -> String {
    text(node).unwrap_or_else(|| node.to_value().to_json().to_string())
}

fn unknown(name: &str, node: &Node) -> Problem {
    let problem = Problem::at(&node.place, format!("'{name}' is no attribute of a queue that can be set"));
    match did_you_mean(name, SETTABLE.iter().copied()) {
        Some(near) => problem.hint(format!("did you mean '{near}'?")),
        None => problem.hint(format!("SQS knows {}", SETTABLE.join(", "))),
    }
}
