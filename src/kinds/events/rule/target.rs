//! The targets of a rule.

use serde_json::{Map, Value as Json};

use kind::document;
use model::{Argument, Fields, Node, Problem, Problems, Reference, Shape};

const TEXTS: Shape = Shape::Table(&Shape::Text);
const TRANSFORMER: &[Argument] = &[
    Argument::optional("InputPathsMap", TEXTS, "name to part of the event"),
    Argument::required("InputTemplate", Shape::Text, "what the target gets, with these names in <>"),
];
const KINESIS: &[Argument] =
    &[Argument::required("PartitionKeyPath", Shape::Text, "the part of the event that is the key")];
const QUEUE: &[Argument] =
    &[Argument::optional("MessageGroupId", Shape::Text, "the message group of a FIFO queue")];
const HTTP: &[Argument] = &[
    Argument::optional("PathParameterValues", Shape::Texts, "values for the wildcards of the path"),
    Argument::optional("HeaderParameters", TEXTS, "headers"),
    Argument::optional("QueryStringParameters", TEXTS, "the parameters of the query"),
];
const COMMAND_TARGET: &[Argument] = &[
    Argument::required("Key", Shape::Text, "tag:… or InstanceIds"),
    Argument::required("Values", Shape::Texts, "its values"),
];
const COMMAND: &[Argument] =
    &[Argument::required("RunCommandTargets", Shape::Records(COMMAND_TARGET), "the instances")];
const VPC: &[Argument] = &[
    Argument::required("Subnets", Shape::Texts, "subnets by id"),
    Argument::optional("SecurityGroups", Shape::Texts, "security groups by id"),
    Argument::optional(
        "AssignPublicIp",
        Shape::Word(&["ENABLED", "DISABLED"]),
        "whether tasks get a public address",
    ),
];
const NETWORK: &[Argument] =
    &[Argument::optional("awsvpcConfiguration", Shape::Record(VPC), "where tasks run")];
const TASK: &[Argument] = &[
    Argument::required("TaskDefinitionArn", Shape::Text, "the task definition"),
    Argument::optional("TaskCount", Shape::Integer, "how many"),
    Argument::optional("LaunchType", Shape::Word(&["EC2", "FARGATE", "EXTERNAL"]), "where tasks run"),
    Argument::optional("NetworkConfiguration", Shape::Record(NETWORK), "where tasks run"),
    Argument::optional("PlatformVersion", Shape::Text, "the version of Fargate's platform"),
    Argument::optional("Group", Shape::Text, "the task group"),
];
const DEAD: &[Argument] = &[Argument::required("Arn", Shape::Text, "the queue, by ARN")];
const RETRY: &[Argument] = &[
    Argument::optional("MaximumRetryAttempts", Shape::Integer, "the maximum number of retries"),
    Argument::optional("MaximumEventAgeInSeconds", Shape::Integer, "seconds until AWS stops retrying"),
];
const TARGET: &[Argument] = &[
    Argument::required("Id", Shape::Text, "its id in the rule"),
    Argument::optional("Arn", Shape::Text, "the target, by ARN"),
    Argument::optional("Function", Shape::Text, "the target as a Lambda function, by name"),
    Argument::optional("Topic", Shape::Text, "the target as an SNS topic, by name"),
    Argument::optional("RoleArn", Shape::Text, "the role that calls it, by ARN"),
    Argument::optional("Input", Shape::Any, "what it gets instead of the event: JSON, or a mapping"),
    Argument::optional("InputPath", Shape::Text, "the part of the event that it gets: $.detail"),
    Argument::optional("InputTransformer", Shape::Record(TRANSFORMER), "a template for what it gets"),
    Argument::optional("KinesisParameters", Shape::Record(KINESIS), "for streams"),
    Argument::optional("SqsParameters", Shape::Record(QUEUE), "for FIFO queues"),
    Argument::optional("HttpParameters", Shape::Record(HTTP), "for API Gateway and API destinations"),
    Argument::optional("RunCommandParameters", Shape::Record(COMMAND), "for Systems Manager"),
    Argument::optional("EcsParameters", Shape::Record(TASK), "for ECS"),
    Argument::optional(
        "DeadLetterConfig",
        Shape::Record(DEAD),
        "the queue for events that cannot be delivered",
    ),
    Argument::optional("RetryPolicy", Shape::Record(RETRY), "how AWS retries"),
];

/// The argument that declares them.
pub(crate) const ARGUMENT: Argument = Argument::optional(
    "Targets",
    Shape::Either(&[Shape::Records(TARGET), Shape::Text]),
    "all targets: a list or JSON; not managed if left out",
);

/// A declared target.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// Its id in the rule.
    pub id: String,
    /// The reference, if the target is given by name; none if the ARN is in the settings.
    pub named: Option<Reference>,
    /// Its settings under AWS's names, except the id.
    pub settings: Json,
}

/// The declared targets; none if the argument was left out.
pub(crate) fn read(fields: &Fields, problems: &mut Problems) -> Option<Vec<Target>> {
    let mut node = fields.node(ARGUMENT.name)?.clone();
    if let Some(text) = model::fields::text(&node) {
        let Ok(Json::Array(list)) = serde_json::from_str(&text) else {
            let problem = Problem::at(&node.place, "'Targets' is not a JSON list");
            problems.push(problem.hint("write a list of mappings, each with Id and Arn"));
            return None;
        };
        node = Node::from_value(Json::Array(list).into(), &node.place);
    }
    let Json::Array(list) = document::canonical(&Shape::Records(TARGET), &node) else { return None };
    let targets = list.into_iter().filter_map(|it| match it {
        Json::Object(settings) => Some(target(settings, &node, problems)),
        _ => None,
    });
    Some(targets.collect())
}

fn target(mut settings: Map<String, Json>, node: &Node, problems: &mut Problems) -> Target {
    let mut text = |key: &str| settings.remove(key).and_then(|it| it.as_str().map(str::to_owned));
    let (id, function, topic) = (text("Id").unwrap_or_default(), text("Function"), text("Topic"));
    let function = function.map(|name| Reference::new("lambda.function", name));
    let topic = topic.map(|name| Reference::new("sns.topic", name));
    let ways = [settings.contains_key("Arn"), function.is_some(), topic.is_some()];
    if ways.iter().filter(|way| **way).count() != 1 {
        let message = format!("the target '{id}' needs exactly one of Arn, Function and Topic");
        problems.push(Problem::at(&node.place, message).hint("keep one of them"));
    }
    if let Some(input) = settings.get_mut("Input").filter(|input| !input.is_string()) {
        *input = input.to_string().into();
    }
    Target { id, named: function.or(topic), settings: Json::Object(settings) }
}

/// True if a target is as declared: the same settings, with `Input` compared by meaning, and only the declared keys of
/// nested ones.
pub(super) fn is_same(wanted: &Json, is: &Json) -> bool {
    let (Json::Object(wanted), Json::Object(is)) = (wanted, is) else { return wanted == is };
    let parsed = |text: &Json| text.as_str().and_then(|text| serde_json::from_str::<Json>(text).ok());
    wanted.len() == is.len()
        && wanted.iter().all(|(key, wanted)| match is.get(key) {
            Some(is) if key == "Input" && parsed(wanted).is_some() => parsed(wanted) == parsed(is),
            Some(is) => holds(wanted, is),
            None => false,
        })
}

/// True if everything that is wanted is there, at any depth.
fn holds(wanted: &Json, is: &Json) -> bool {
    match (wanted, is) {
        (Json::Object(wanted), Json::Object(is)) => {
            wanted.iter().all(|(key, wanted)| is.get(key).is_some_and(|is| holds(wanted, is)))
        }
        (wanted, is) => wanted == is,
    }
}
