//! The declaration of a queue in an SLS.

use aws::arn;
use aws::tags::Tags;
use kind::attributes::{Attributes, Form};
use model::{Argument, Fields, Function, Leaves, Problems, Reference, Shape};

/// A declared queue.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// Its name; the name of a FIFO queue ends in `.fifo`.
    pub name: String,
    /// False for `absent`.
    pub present: bool,
    /// The declared attributes in AWS's form: text, with documents as JSON.
    pub attributes: Tags,
    /// All its tags; none if they are not managed.
    pub tags: Option<Tags>,
}

impl Spec {
    /// The queue in its redrive policy: SQS refuses the policy until that queue exists.
    pub fn dead_letter_queue(&self) -> Option<Reference> {
        let policy: serde_json::Value = serde_json::from_str(self.attributes.get("RedrivePolicy")?).ok()?;
        arn::reference(policy.get("deadLetterTargetArn")?.as_str()?)
    }
}

const NAME: Argument =
    Argument::required("name", Shape::Text, "the queue's name; that of a FIFO queue ends in '.fifo'");
const PRESENT: &[Argument] = &[
    NAME,
    Argument::optional("attributes", Shape::Table(&Shape::Any), "its attributes, named as in the SQS API")
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

/// The attributes that can be set, and how each is compared.
pub(super) const ATTRIBUTES: Attributes = Attributes {
    noun: "queue",
    endings: &[],
    known: &[
        ("ContentBasedDeduplication", Form::Default("false")),
        ("DeduplicationScope", Form::Text),
        ("DelaySeconds", Form::Number),
        ("FifoQueue", Form::Fixed),
        ("FifoThroughputLimit", Form::Text),
        ("KmsDataKeyReusePeriodSeconds", Form::Number),
        ("KmsMasterKeyId", Form::Default("")),
        ("MaximumMessageSize", Form::Number),
        ("MessageRetentionPeriod", Form::Number),
        ("Policy", Form::Policy),
        ("ReceiveMessageWaitTimeSeconds", Form::Number),
        ("RedriveAllowPolicy", Form::Json),
        ("RedrivePolicy", Form::Json),
        ("SqsManagedSseEnabled", Form::Text),
        ("VisibilityTimeout", Form::Number),
    ],
};

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let name = fields.required_text("name");
    if function.leaves == Leaves::Absent {
        return Spec { name, present: false, attributes: Tags::new(), tags: None };
    }
    let attributes = ATTRIBUTES.read(fields, problems);
    Spec { name, present: true, attributes, tags: fields.text_table("tags") }
}
