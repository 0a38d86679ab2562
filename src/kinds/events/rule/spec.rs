//! The declaration of a rule in an SLS.

use serde_json::Value as Json;

use super::target::{self, Target};
use aws::tags::{self, Tags};
use kind::document;
use kind::settings::{Setting, Settings as _, arguments, settings};
use model::fields::json_text;
use model::{Argument, Fields, Function, Leaves, Problems, Shape, Value};

settings! {
    /// The settings of one call.
    Settings {
        schedule: String = "ScheduleExpression", Shape::Text, "rate(5 minutes), cron(0 20 * * ? *); empty for none";
        pattern: Pattern = "EventPattern", Shape::Either(&[Shape::Table(&Shape::Any), Shape::Text]),
            "the pattern of its events: a mapping or JSON; empty for none";
        description: String = "Description", Shape::Text, "what it is for";
        state: String = "State", Shape::Word(&["ENABLED", "DISABLED"]), "whether the rule is active";
    }
}

/// A pattern of events. Patterns with the same meaning are equal.
#[derive(Clone, Debug, Default)]
pub struct Pattern {
    /// As the author wrote it, or as AWS shows it.
    pub text: String,
    meaning: Json,
}

impl Pattern {
    /// A pattern in JSON. The order of a field's values has no meaning.
    pub fn of(text: String) -> Self {
        let meaning = serde_json::from_str(&text).unwrap_or_else(|_| Json::from(text.trim()));
        Self { meaning: document::sorted(meaning, &[]), text }
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.meaning == other.meaning
    }
}

impl Setting for Pattern {
    fn read(fields: &Fields, name: &str) -> Option<Self> {
        fields.node(name).map(|node| Self::of(json_text(node)))
    }

    fn shown(&self) -> Value {
        aws::policy::to_shown(&self.text)
    }
}

const NAME: &[Argument] = &[
    Argument::optional("name", Shape::Text, "the rule's name, unless Name gives it"),
    Argument::optional("Name", Shape::Text, "the rule's name"),
    Argument::optional("EventBusName", Shape::Text, "its event bus, by name; the default one if left out"),
];
const PRESENT: &[Argument] = &[
    Argument::optional("RoleArn", Shape::Text, "the role that calls the targets, by ARN or name"),
    target::ARGUMENT,
    Argument::optional("tags", tags::SHAPE, "all tags; not managed if left out").alias(&["Tags"]),
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_cloudwatch_event.present", "boto3_cloudwatch_event.present"],
        arguments!(NAME, Settings::ARGUMENTS, PRESENT),
        "Makes sure that a rule exists with the declared schedule, pattern and targets.",
    ),
    Function::absent(
        &["boto_cloudwatch_event.absent", "boto3_cloudwatch_event.absent"],
        NAME,
        "Makes sure that a rule does not exist.",
    ),
];

/// A declared rule. What is `None` is not managed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// Its name.
    pub name: String,
    /// False for `absent`.
    pub present: bool,
    /// Its event bus; none for the default one.
    pub bus: Option<String>,
    /// Its schedule, pattern, description and state.
    pub settings: Settings,
    /// The role that calls the targets, by ARN or name.
    pub role: Option<String>,
    /// All its targets.
    pub targets: Option<Vec<Target>>,
    /// All its tags.
    pub tags: Option<Tags>,
}

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let name = fields.text("Name").unwrap_or_else(|| fields.required_text("name"));
    let bus = fields.text("EventBusName").filter(|bus| bus != "default");
    if function.leaves == Leaves::Absent {
        return Spec { name, bus, ..Spec::default() };
    }
    Spec {
        name,
        present: true,
        bus,
        settings: Settings::read(fields),
        role: fields.text("RoleArn"),
        targets: target::read(fields, problems),
        tags: tags::read(fields, "tags"),
    }
}
