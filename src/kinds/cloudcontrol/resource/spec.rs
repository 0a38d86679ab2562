//! The arguments of a resource.

use serde_json::{Map, Value as Json};

use crate::declaration::{DEADLINE, Spec};
use model::{Argument, Fields, Function, Minion, Problem, Problems, Shape};

const PROPERTIES: Shape = Shape::Table(&Shape::Any);

const ARGUMENTS: &[Argument] = &[
    Argument::optional("name", Shape::Text, "a name of the state"),
    Argument::required("type", Shape::Text, "its type, as CloudFormation writes it: AWS::Kinesis::Stream"),
    Argument::optional("identifier", Shape::Text, "its identifier; if left out, its properties identify it"),
    Argument::optional("named_by", Shape::Texts, "the properties that identify it: Tags/Name"),
    Argument::optional("properties", PROPERTIES, "its properties, as CloudFormation writes them"),
    DEADLINE,
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["aws.resource_present", "aws.resource"],
        ARGUMENTS,
        "Makes sure that a resource of any type exists with these properties.",
    ),
    Function::absent(
        &["aws.resource_absent"],
        ARGUMENTS,
        "Makes sure that a resource of any type does not exist.",
    ),
];

pub(super) fn read(fields: &Fields, _minion: &Minion, problems: &mut Problems) -> Spec {
    let type_name = fields.required_text("type");
    if type_name.split("::").count() < 3 {
        let problem = Problem::at(fields.place_of("type"), format!("'{type_name}' is not a resource type"));
        problems.push(problem.hint("write it as CloudFormation does: AWS::Kinesis::Stream"));
    }
    let identifier = fields.text("identifier");
    Spec {
        name: fields.text("name").or_else(|| identifier.clone()).unwrap_or_else(|| type_name.clone()),
        type_name,
        identifier,
        named_by: fields.texts("named_by").unwrap_or_default(),
        properties: fields.value("properties").map(|it| given(it.to_json())).unwrap_or_default(),
        ..Spec::default()
    }
}

/// The properties without `null`, at any depth.
fn given(json: Json) -> Map<String, Json> {
    match without_nulls(json) {
        Json::Object(map) => map,
        _ => Map::new(),
    }
}

fn without_nulls(json: Json) -> Json {
    match json {
        Json::Object(map) => {
            let given = map.into_iter().filter(|(_, value)| !value.is_null());
            given.map(|(name, value)| (name, without_nulls(value))).collect()
        }
        Json::Array(list) => list.into_iter().map(without_nulls).collect(),
        other => other,
    }
}
