//! What an SLS may say about a queue.

use crate::aws::tags::Tags;
use crate::model::fields::json_text;
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
    pub attributes: Tags,
    /// All its tags; none when tags are not managed.
    pub tags: Option<Tags>,
}

impl Spec {
    /// The name of the queue that its redrive policy points at: SQS refuses the policy while that does not exist.
    pub fn dead_letter_queue(&self) -> Option<String> {
        let policy: serde_json::Value = serde_json::from_str(self.attributes.get("RedrivePolicy")?).ok()?;
        let arn = policy.get("deadLetterTargetArn")?.as_str()?;
        arn.rsplit(':').next().map(str::to_owned)
    }
}

const NAME: Argument =
    Argument::required("name", Shape::Text, "the queue's name; that of a FIFO queue ends in '.fifo'");
const PRESENT: &[Argument] = &[
    NAME,
    Argument::optional(
        "attributes",
        Shape::Table(&Shape::Any),
        "attribute name to value, named as in the SQS API",
    )
    .alias(&["Attributes"]),
    Argument::optional("tags", Shape::Table(&Shape::Text), "all tags of the queue").alias(&["Tags"]),
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_sqs.present", "boto3_sqs.present"],
        PRESENT,
        "Makes sure that a queue exists and has the declared attributes and tags.",
    ),
    Function::absent(
        &["boto_sqs.absent", "boto3_sqs.absent"],
        &[NAME],
        "Makes sure that a queue does not exist.",
    ),
];

/// How the values of an attribute are compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Form {
    /// As text: AWS answers what was sent.
    Text,
    /// As text; AWS leaves it out when it is this.
    Default(&'static str),
    /// As text, and it cannot change after creation; AWS leaves out `false`.
    Fixed,
    /// As an IAM policy.
    Policy,
    /// As JSON.
    Json,
}

/// The attributes that can be set, with how each is compared.
pub(super) const ATTRIBUTES: &[(&str, Form)] = &[
    ("ContentBasedDeduplication", Form::Default("false")),
    ("DeduplicationScope", Form::Text),
    ("DelaySeconds", Form::Text),
    ("FifoQueue", Form::Fixed),
    ("FifoThroughputLimit", Form::Text),
    ("KmsDataKeyReusePeriodSeconds", Form::Text),
    ("KmsMasterKeyId", Form::Default("")),
    ("MaximumMessageSize", Form::Text),
    ("MessageRetentionPeriod", Form::Text),
    ("Policy", Form::Policy),
    ("ReceiveMessageWaitTimeSeconds", Form::Text),
    ("RedriveAllowPolicy", Form::Json),
    ("RedrivePolicy", Form::Json),
    ("SqsManagedSseEnabled", Form::Text),
    ("VisibilityTimeout", Form::Text),
];

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let name = fields.required_text("name");
    if function.leaves == Leaves::Absent {
        return Spec { name, present: false, attributes: Tags::new(), tags: None };
    }
    let mut attributes = Tags::new();
    for (name, node) in fields.table("attributes").unwrap_or_default() {
        if ATTRIBUTES.iter().any(|(known, _)| *known == name) {
            attributes.insert(name, json_text(node));
        } else {
            problems.push(unknown(&name, node));
        }
    }
    Spec { name, present: true, attributes, tags: fields.text_table("tags") }
}

fn unknown(name: &str, node: &Node) -> Problem {
    let known = || ATTRIBUTES.iter().map(|(known, _)| *known);
    let problem = Problem::at(&node.place, format!("'{name}' is no attribute of a queue that can be set"));
    match did_you_mean(name, known()) {
        Some(near) => problem.hint(format!("did you mean '{near}'?")),
        None => problem.hint(format!("SQS knows {}", known().collect::<Vec<_>>().join(", "))),
    }
}
