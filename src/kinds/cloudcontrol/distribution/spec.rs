//! The arguments of a distribution.

use serde_json::{Value as Json, json};

use crate::declaration::{DEADLINE, Spec};
use crate::table::Table;
use aws::tags;
use model::{Argument, Fields, Function, Minion, Problems, Shape};

pub(crate) const TYPE: Table = Table {
    type_name: "AWS::CloudFront::Distribution",
    properties: &[("config", "DistributionConfig")],
    primary: &["Id"],
    read_only: &["Id", "DomainName"],
    ..Table::NONE
};

const NAME: Argument = Argument::required("name", Shape::Text, "its Name tag");

const PRESENT: &[Argument] = &[
    NAME,
    Argument::optional("config", Shape::Table(&Shape::Any), "its DistributionConfig, as AWS writes it"),
    Argument::optional("tags", tags::SHAPE, "all its tags but Name; left out: not managed"),
    DEADLINE,
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_cloudfront.present", "boto3_cloudfront.present"],
        PRESENT,
        "Makes sure that a distribution exists.",
    ),
    Function::absent(
        &["boto_cloudfront.absent", "boto3_cloudfront.absent"],
        &[NAME, DEADLINE],
        "Makes sure that a distribution does not exist.",
    ),
];

pub(super) fn read(fields: &Fields, _minion: &Minion, _problems: &mut Problems) -> Spec {
    let mut spec = TYPE.read(PRESENT, fields, fields.required_text("name"));
    if let Some(config) = spec.properties.remove("DistributionConfig") {
        let mut config = as_declared(config);
        if let Json::Object(config) = &mut config {
            config.shift_remove("CallerReference");
        }
        spec.properties.insert("DistributionConfig".to_owned(), config);
    }
    spec.name_tag();
    spec
}

/// In CloudFormation's form: lists without their number.
fn as_declared(json: Json) -> Json {
    match json {
        Json::Object(mut map)
            if map.contains_key("Quantity") && map.keys().all(|key| key == "Quantity" || key == "Items") =>
        {
            map.shift_remove("Items").map_or_else(|| json!([]), as_declared)
        }
        Json::Object(map) => {
            let given = map.into_iter().filter(|(_, value)| !value.is_null());
            given.map(|(key, value)| (key, as_declared(value))).collect()
        }
        Json::Array(list) => list.into_iter().map(as_declared).collect(),
        other => other,
    }
}
