//! The declaration of an alias in an SLS.

use std::collections::BTreeMap;

use crate::permission::{self, Permissions};
use kind::settings::{Setting, Settings as _, arguments, settings};
use model::fields::number;
use model::{Argument, Fields, Function, Leaves, Problems, Reference, Shape, Value};

const ROUTING: &[Argument] = &[Argument::optional(
    "AdditionalVersionWeights",
    Shape::Table(&Shape::Number),
    "another version, with its share of the calls: 0.1",
)];

settings! {
    /// The settings of one call.
    Settings {
        version: String = "FunctionVersion", Shape::Text, "its version: a number or $LATEST";
        description: String = "Description", Shape::Text, "what it is for";
        routing: Weights = "RoutingConfig", Shape::Record(ROUTING), "the share of another version; {} for none";
    }
}

/// Versions with their shares of the calls.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Weights(pub BTreeMap<String, f64>);

impl Setting for Weights {
    fn read(fields: &Fields, name: &str) -> Option<Self> {
        let record = fields.record(name)?;
        let given = record.table("AdditionalVersionWeights").unwrap_or_default();
        Some(Self(given.into_iter().filter_map(|(version, node)| Some((version, number(node)?))).collect()))
    }

    fn shown(&self) -> Value {
        self.0.iter().map(|(version, weight)| (version.as_str(), Value::Float(*weight))).collect()
    }
}

const NAME: &[Argument] = &[
    Argument::optional("name", Shape::Text, "the alias, unless Name gives it"),
    Argument::required("FunctionName", Shape::Text, "the function's name"),
    Argument::optional("Name", Shape::Text, "the alias"),
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_lambda.alias_present", "boto3_lambda.alias_present"],
        arguments!(NAME, Settings::ARGUMENTS, &[permission::ARGUMENT]),
        "Makes sure that an alias exists and points to the declared version of a function.",
    ),
    Function::absent(
        &["boto_lambda.alias_absent", "boto3_lambda.alias_absent"],
        NAME,
        "Makes sure that a function has no such alias.",
    ),
];

/// A declared alias. What is `None` is not managed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// Its name.
    pub name: String,
    /// The function's name.
    pub function: String,
    /// False for `alias_absent`.
    pub present: bool,
    /// Its version, description and routing.
    pub settings: Settings,
    /// All statements of its policy.
    pub permissions: Option<Permissions>,
}

impl Spec {
    /// The reference for other states.
    pub(super) fn reference(&self) -> Reference {
        Reference::new("lambda.alias", format!("{}:{}", self.function, self.name))
    }
}

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let name = fields.text("Name").unwrap_or_else(|| fields.required_text("name"));
    let of = fields.required_text("FunctionName");
    if function.leaves == Leaves::Absent {
        return Spec { name, function: of, ..Spec::default() };
    }
    let permissions = permission::read(fields, problems);
    Spec { name, function: of, present: true, settings: Settings::read(fields), permissions }
}
