//! The arguments of an API.

use std::time::Duration;

use serde_json::{Map, Value as Json};

use crate::declaration::{DEADLINE, PATIENCE};
use crate::pillar::named_in_pillar;
use crate::swagger::declared::{ANSWERS, AUTHORIZATION, Declared, ERRORS, FILE, FORMAT, KEY, REGION, ROLE};
use kind::document;
use model::{Argument, Fields, Function, Leaves, Minion, Problems, Shape, gate};

const LABEL: Argument =
    Argument::optional("name", Shape::Text, "the name of the API, or a name of the state");
const NAME: Argument =
    Argument::optional("api_name", Shape::Text, "the name of the API; left out: the state's name");
const STAGE: Argument = Argument::required("stage_name", Shape::Text, "the name of the stage");
const VARIABLES: Argument = Argument::optional(
    "stage_variables",
    Shape::Either(&[Shape::Table(&Shape::Text), Shape::Text]),
    "all variables of the stage, or a key of the pillar that has them; left out: not managed",
);

const PRESENT: &[Argument] = &[
    LABEL,
    NAME,
    FILE,
    STAGE,
    KEY,
    ROLE,
    REGION,
    VARIABLES,
    FORMAT,
    AUTHORIZATION,
    ERRORS,
    ANSWERS,
    DEADLINE,
];

const ABSENT: &[Argument] = &[
    LABEL,
    NAME,
    STAGE,
    Argument::optional("nuke_api", Shape::Boolean, "delete the API too, unless it has other stages"),
    DEADLINE,
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_apigateway.present", "boto3_apigateway.present"],
        PRESENT,
        "Makes sure that an API of API Gateway matches a Swagger file, and is deployed to a stage.",
    ),
    Function::absent(
        &["boto_apigateway.absent", "boto3_apigateway.absent"],
        ABSENT,
        "Makes sure that an API of API Gateway does not have a stage.",
    ),
];

/// A declared API.
#[derive(Clone, Debug, Default)]
pub struct Spec {
    /// False for `absent`.
    pub present: bool,
    /// The API's name.
    pub name: String,
    /// The stage.
    pub stage: String,
    /// The document for API Gateway.
    pub swagger: Declared,
    /// All variables of the stage; none if they are not managed.
    pub variables: Option<Map<String, Json>>,
    /// True if the API is deleted too.
    pub nuke: bool,
    /// The deadline.
    pub deadline: Duration,
}

pub(super) fn read(function: &Function, fields: &Fields, minion: &Minion, problems: &mut Problems) -> Spec {
    let mut spec = Spec {
        present: function.leaves == Leaves::Present,
        name: fields.text("api_name").unwrap_or_else(|| fields.required_text("name")),
        stage: fields.required_text("stage_name"),
        deadline: gate::seconds(fields, "deadline", problems).unwrap_or(PATIENCE),
        ..Spec::default()
    };
    if !spec.present {
        spec.nuke = fields.boolean("nuke_api") == Some(true);
        return spec;
    }
    spec.swagger = Declared::read(fields, minion, problems);
    let written = document::read(fields, &VARIABLES);
    let variables = named_in_pillar(fields, &VARIABLES, minion, problems).or(written);
    spec.variables = variables.and_then(|json| json.as_object().cloned());
    spec
}
