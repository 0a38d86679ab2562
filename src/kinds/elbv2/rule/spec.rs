//! The declaration of a rule in an SLS.

use super::condition::{self, CONDITIONS, Condition};
use crate::actions::{self, ACTIONS, RuleAction};
use crate::extras;
use crate::listener::WHICH as LISTENER;
use kind::settings::arguments;
use model::{Argument, Fields, Function, Leaves, Problems, Shape};

const NAME: &[Argument] = &[Argument::optional("name", Shape::Text, "a name for the state only")];
const PRIORITY: &[Argument] = &[Argument::required(
    "priority",
    Shape::Integer,
    "its priority: 1 to 50000; AWS evaluates lower numbers first",
)
.alias(&["Priority"])];
const OTHERS: &[Argument] = &[
    Argument::optional("conditions", Shape::Records(CONDITIONS), "all conditions").alias(&["Conditions"]),
    Argument::optional("actions", Shape::Records(ACTIONS), "all actions").alias(&["Actions"]),
    extras::TAGS_ARGUMENT,
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_elbv2.rule_present", "boto3_elbv2.rule_present"],
        arguments!(NAME, LISTENER, PRIORITY, OTHERS),
        "Makes sure that a listener has a rule as declared.",
    ),
    Function::absent(
        &["boto_elbv2.rule_absent", "boto3_elbv2.rule_absent"],
        arguments!(NAME, LISTENER, PRIORITY),
        "Makes sure that a listener has no rule of that priority.",
    ),
];

/// A declared rule. What is `None` is not managed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// `<balancer>:<port>:<priority>`.
    pub name: String,
    /// `<balancer>:<port>`.
    pub listener: String,
    /// Its priority.
    pub priority: i32,
    /// False for `rule_absent`.
    pub present: bool,
    /// All conditions.
    pub conditions: Option<Vec<Condition>>,
    /// The actions.
    pub actions: Option<Vec<RuleAction>>,
    /// Its tags; it has no attributes.
    pub extras: extras::Declared,
}

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let port = fields.integer32("port").unwrap_or_default();
    let listener = format!("{}:{port}", fields.required_text("load_balancer"));
    let priority = fields.integer32("priority").unwrap_or_default();
    let spec = Spec { name: format!("{listener}:{priority}"), listener, priority, ..Spec::default() };
    if function.leaves != Leaves::Present {
        return spec;
    }
    Spec {
        present: true,
        conditions: condition::read(fields, "conditions", problems),
        actions: actions::read(fields, "actions", problems),
        extras: extras::Declared::read(fields),
        ..spec
    }
}
