//! The declaration of a topic in an SLS.

use std::fmt;

use aws::tags::{self, Tags};
use kind::attributes::{Attributes, Form};
use model::{Argument, Fields, Function, Leaves, Problems, Reference, Shape};

/// A declared subscription.
#[derive(Clone, Eq, PartialEq)]
pub struct Subscription {
    /// `email`, `sqs`, `https` …
    pub protocol: String,
    /// Where messages are sent; it may contain a password.
    pub endpoint: String,
}

/// Hides the password in logs.
impl fmt::Debug for Subscription {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {}", self.protocol, masked(&self.endpoint))
    }
}

impl Subscription {
    /// The thing behind the endpoint, if it is an AWS resource that a run may create.
    pub(super) fn endpoint_reference(&self) -> Option<Reference> {
        let parts: Vec<&str> = self.endpoint.splitn(6, ':').collect();
        let kind = match parts[..] {
            ["arn", _, "sqs", ..] => "sqs.queue",
            ["arn", _, "lambda", ..] => "lambda.function",
            _ => return None,
        };
        let name = parts.get(5)?.trim_start_matches("function:");
        Some(Reference::new(kind, name))
    }
}

/// An endpoint as AWS returns it: with four asterisks for the password.
///
/// See <https://docs.aws.amazon.com/sns/latest/dg/sns-http-https-endpoint-as-subscriber.html>.
pub fn masked(endpoint: &str) -> String {
    let masked = || {
        let (scheme, rest) = endpoint.split_once("://")?;
        let (who, host) = rest.split_once('@')?;
        let (user, _) = who.split_once(':')?;
        Some(format!("{scheme}://{user}:****@{host}"))
    };
    masked().unwrap_or_else(|| endpoint.to_owned())
}

/// The attributes that can be set, and how each is compared; the attributes of delivery logs follow a pattern.
pub(super) const ATTRIBUTES: Attributes = Attributes { noun: "topic", known: KNOWN, endings: LOGS };

const KNOWN: &[(&str, Form)] = &[
    ("ArchivePolicy", Form::Json),
    ("ContentBasedDeduplication", Form::Default("false")),
    ("DeliveryPolicy", Form::Json),
    ("DisplayName", Form::Default("")),
    ("FifoThroughputScope", Form::Default("")),
    ("FifoTopic", Form::Fixed),
    ("KmsMasterKeyId", Form::Default("")),
    ("Policy", Form::Policy),
    ("SignatureVersion", Form::Default("")),
    ("TracingConfig", Form::Default("")),
];
const LOGS: &[&str] = &["SuccessFeedbackRoleArn", "FailureFeedbackRoleArn", "SuccessFeedbackSampleRate"];

const SUBSCRIPTION: &[Argument] = &[
    Argument::required("protocol", Shape::Text, "email, sqs, https …").alias(&["Protocol"]),
    Argument::required("endpoint", Shape::Text, "where messages go").alias(&["Endpoint"]),
];
const NAME: Argument =
    Argument::required("name", Shape::Text, "the topic's name, or the ARN of one that exists");
const PRESENT: &[Argument] = &[
    NAME,
    Argument::optional("subscriptions", Shape::Records(SUBSCRIPTION), "who gets its messages")
        .alias(&["Subscriptions"]),
    Argument::optional(
        "exclusive",
        Shape::Boolean,
        "remove other confirmed subscriptions (default: False; True for boto3_sns.topic_present)",
    ),
    Argument::optional(
        "attributes",
        Shape::Table(&Shape::Any),
        "attribute to value, named as in the SNS API",
    )
    .alias(&["Attributes"]),
    Argument::optional("tags", tags::SHAPE, "all tags").alias(&["Tags"]),
];
const ABSENT: &[Argument] = &[
    NAME,
    Argument::optional(
        "unsubscribe",
        Shape::Boolean,
        "remove confirmed subscriptions first (default: False)",
    ),
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_sns.present"],
        PRESENT,
        "Makes sure that a topic exists and has the declared subscriptions.",
    ),
    Function::present(
        &["boto3_sns.topic_present"],
        PRESENT,
        "Makes sure that a topic exists and has the declared subscriptions, and no others.",
    ),
    Function::absent(
        &["boto_sns.absent", "boto3_sns.topic_absent"],
        ABSENT,
        "Makes sure that a topic does not exist.",
    ),
];

/// A declared topic.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// Its name, or its ARN.
    pub name: String,
    /// False for `absent`.
    pub present: bool,
    /// The declared attributes in AWS's form: text, with documents as JSON.
    pub attributes: Tags,
    /// Its subscriptions; none if they are not managed.
    pub subscriptions: Option<Vec<Subscription>>,
    /// True if other subscriptions are removed.
    pub is_exclusive: bool,
    /// True if confirmed subscriptions are removed before the topic.
    pub unsubscribe: bool,
    /// All its tags; none if they are not managed.
    pub tags: Option<Tags>,
}

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let name = fields.required_text("name");
    if function.leaves == Leaves::Absent {
        let unsubscribe = fields.boolean("unsubscribe").unwrap_or_default();
        return Spec { name, unsubscribe, ..Spec::default() };
    }
    let attributes = ATTRIBUTES.read(fields, problems);
    let subscription = |it: &Fields| Subscription {
        protocol: it.required_text("protocol"),
        endpoint: it.required_text("endpoint"),
    };
    let is_whole = function.name().starts_with("boto3");
    Spec {
        name,
        present: true,
        attributes,
        subscriptions: fields.records("subscriptions").map(|all| all.iter().map(subscription).collect()),
        is_exclusive: fields.boolean("exclusive").unwrap_or(is_whole),
        unsubscribe: false,
        tags: tags::read(fields, "tags"),
    }
}
