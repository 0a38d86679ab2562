//! The arguments of a usage plan.

use super::stages;
use crate::declaration::{DEADLINE, Spec};
use crate::table::Table;
use aws::tags;
use model::{Argument, Fields, Function, Minion, Problems, Shape};

pub(super) const TYPE: Table = Table {
    type_name: "AWS::ApiGateway::UsagePlan",
    properties: &[("description", "Description"), ("throttle", "Throttle"), ("quota", "Quota")],
    primary: &["Id"],
    read_only: &["Id"],
    unordered: &[stages::PROPERTY],
    ..Table::NONE
};

const THROTTLE: &[Argument] = &[
    Argument::optional("RateLimit", Shape::Number, "requests a second").alias(&["rateLimit"]),
    Argument::optional("BurstLimit", Shape::Integer, "requests at once").alias(&["burstLimit"]),
];

const QUOTA: &[Argument] = &[
    Argument::required("Limit", Shape::Integer, "requests in a period").alias(&["limit"]),
    Argument::optional("Offset", Shape::Integer, "the number of requests to subtract in the first period")
        .alias(&["offset"]),
    Argument::required("Period", Shape::Word(&["DAY", "WEEK", "MONTH"]), "the period").alias(&["period"]),
];

const LABEL: Argument = Argument::optional("name", Shape::Text, "its name, or a name of the state");
const NAME: Argument = Argument::optional("plan_name", Shape::Text, "its name; left out: the state's name");

const PRESENT: &[Argument] = &[
    LABEL,
    NAME,
    Argument::optional("description", Shape::Text, "its description"),
    Argument::optional("throttle", Shape::Record(THROTTLE), "the rate limits of clients"),
    Argument::optional("quota", Shape::Record(QUOTA), "the quota of clients"),
    Argument::optional("tags", tags::SHAPE, "all its tags; left out: not managed"),
    DEADLINE,
];

const ASSOCIATION: &[Argument] = &[
    LABEL,
    NAME,
    Argument::required("api_stages", Shape::Records(stages::STAGE), "stages of APIs"),
    DEADLINE,
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_apigateway.usage_plan_present", "boto3_apigateway.usage_plan_present"],
        PRESENT,
        "Makes sure that a usage plan of API Gateway exists.",
    ),
    Function::absent(
        &["boto_apigateway.usage_plan_absent", "boto3_apigateway.usage_plan_absent"],
        &[LABEL, NAME, DEADLINE],
        "Makes sure that a usage plan of API Gateway does not exist.",
    ),
    Function::other(
        "association_present",
        &[
            "boto_apigateway.usage_plan_association_present",
            "boto3_apigateway.usage_plan_association_present",
        ],
        ASSOCIATION,
        "Makes sure that a usage plan of another state applies to stages of APIs.",
    ),
    Function::other(
        "association_absent",
        &["boto_apigateway.usage_plan_association_absent", "boto3_apigateway.usage_plan_association_absent"],
        ASSOCIATION,
        "Makes sure that a usage plan of another state does not apply to stages of APIs.",
    ),
];

pub(super) fn read(fields: &Fields, _minion: &Minion, problems: &mut Problems) -> Spec {
    let name = fields.text("plan_name").unwrap_or_else(|| fields.required_text("name"));
    let mut spec = TYPE.read(PRESENT, fields, name.clone());
    spec.by = vec![("UsagePlanName".to_owned(), name.clone())];
    if fields.takes("api_stages") {
        stages::read(fields, &mut spec, problems);
    } else {
        spec.properties.insert("UsagePlanName".to_owned(), name.into());
    }
    spec
}
