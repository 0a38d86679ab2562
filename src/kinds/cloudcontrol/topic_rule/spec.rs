//! The arguments of a rule.

use serde_json::Value as Json;

use crate::declaration::{DEADLINE, Spec};
use crate::table::{Table, put};
use aws::tags;
use model::{Argument, Fields, Function, Minion, Problem, Problems, Shape};

pub(super) const TYPE: Table = Table {
    type_name: "AWS::IoT::TopicRule",
    properties: &[
        ("sql", "TopicRulePayload/Sql"),
        ("actions", "TopicRulePayload/Actions"),
        ("description", "TopicRulePayload/Description"),
        ("ruleDisabled", "TopicRulePayload/RuleDisabled"),
        ("errorAction", "TopicRulePayload/ErrorAction"),
        ("awsIotSqlVersion", "TopicRulePayload/AwsIotSqlVersion"),
    ],
    primary: &["RuleName"],
    create_only: &["RuleName"],
    read_only: &["Arn"],
    unordered: &["TopicRulePayload/Actions"],
    ..Table::NONE
};

/// Mappings whose keys the author chooses: the properties of a client of Kafka.
const FREE: &[&str] = &["ClientProperties"];

const LABEL: Argument = Argument::optional("name", Shape::Text, "its name, or a name of the state");
const NAME: Argument = Argument::optional("ruleName", Shape::Text, "its name; left out: the state's name");

const PRESENT: &[Argument] = &[
    LABEL,
    NAME,
    Argument::required("sql", Shape::Text, "the query: which messages, and which of their fields"),
    Argument::required("actions", Shape::Any, "all actions: a list of mappings, or JSON"),
    Argument::optional("description", Shape::Text, "its description"),
    Argument::optional("ruleDisabled", Shape::Boolean, "whether the rule is disabled"),
    Argument::optional("errorAction", Shape::Any, "the action if another action fails"),
    Argument::optional("awsIotSqlVersion", Shape::Text, "the version of its language: 2016-03-23"),
    Argument::optional("tags", tags::SHAPE, "all its tags; left out: not managed"),
    DEADLINE,
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_iot.topic_rule_present", "boto3_iot.topic_rule_present"],
        PRESENT,
        "Makes sure that a topic rule of IoT exists.",
    ),
    Function::absent(
        &["boto_iot.topic_rule_absent", "boto3_iot.topic_rule_absent"],
        &[LABEL, NAME, DEADLINE],
        "Makes sure that a topic rule of IoT does not exist.",
    ),
];

pub(super) fn read(fields: &Fields, _minion: &Minion, problems: &mut Problems) -> Spec {
    let name = fields.text("ruleName").unwrap_or_else(|| fields.required_text("name"));
    let mut spec = TYPE.read(PRESENT, fields, name.clone());
    spec.properties.insert("RuleName".to_owned(), name.into());
    for (argument, path) in
        [("actions", "TopicRulePayload/Actions"), ("errorAction", "TopicRulePayload/ErrorAction")]
    {
        let Some(value) = Some(argument).filter(|it| fields.takes(it)).and_then(|it| fields.value(it)) else {
            continue;
        };
        let written = match value.to_json() {
            Json::String(text) => serde_json::from_str(&text).unwrap_or(Json::Null),
            json => json,
        };
        let fits = if argument == "actions" { written.is_array() } else { written.is_object() };
        if !fits {
            let message = format!("'{argument}' is not a list of actions, and not JSON of one");
            let problem = Problem::at(fields.place_of(argument), message);
            problems.push(problem.hint("write '- sns: {targetArn: …, roleArn: …}' below 'actions'"));
        }
        put(&mut spec.properties, path, as_declared(written));
    }
    spec
}

/// The names of CloudFormation: `functionArn` is `FunctionArn`.
fn as_declared(json: Json) -> Json {
    let word = |key: &str| {
        let mut letters = key.chars();
        letters
            .next()
            .map(|first| first.to_uppercase().chain(letters).collect::<String>())
            .unwrap_or_default()
    };
    match json {
        Json::Object(map) => map
            .into_iter()
            .map(|(key, value)| {
                let key = word(&key);
                let is_free = FREE.contains(&key.as_str());
                (key, if is_free { value } else { as_declared(value) })
            })
            .collect(),
        Json::Array(list) => list.into_iter().map(as_declared).collect(),
        other => other,
    }
}
