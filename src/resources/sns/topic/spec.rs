//! What an SLS may say about a topic.

use std::fmt;

use crate::aws::tags::{self, Tags};
use crate::model::{Argument, Fields, Function, Leaves, Problems, Reference, Shape};
use crate::resources::attributes::{Attributes, Form};

/// A declared subscription.
#[derive(Clone, Eq, PartialEq)]
pub struct Subscription {
    /// `email`, `sqs`, `https` …
    pub protocol: String,
    /// Where messages go; it may hold a password.
    pub endpoint: String,
}

/// Passwords stay out of logs.
impl fmt::Debug for Subscription {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {}", self.protocol, masked(&self.endpoint))
    }
}

impl Subscription {
    /// What stands behind the endpoint, if it is something of AWS that a run may make.
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

/// An endpoint as AWS answers it: four asterisks for the password.
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

/// The attributes that can be set, with how each is compared; those of delivery logs follow a pattern.
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
    /// The declared attributes as AWS takes them: text, documents as JSON.
    pub attributes: Tags,
    /// Who gets its messages; none if that is not managed.
    pub subscriptions: Option<Vec<Subscription>>,
    /// True when other subscriptions go.
    pub is_exclusive: bool,
    /// True when confirmed subscriptions go before the topic.
    pub unsubscribe: bool,
    /// All its tags; none when they are not managed.
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
