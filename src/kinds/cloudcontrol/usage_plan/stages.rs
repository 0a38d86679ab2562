//! The stages of APIs that a plan applies to.

use serde_json::{Map, Value as Json, json};

use crate::declaration::{Live, Spec, Want};
use crate::named::Named;
use crate::rest_api;
use model::{Argument, Fields, Problem, Problems, Shape};

/// The property.
pub(super) const PROPERTY: &str = "ApiStages";

/// The places of the ids of named APIs, in the order of the stages.
const APIS: &str = "apis";

pub(super) const STAGE: &[Argument] = &[
    Argument::optional("ApiId", Shape::Text, "the API, by its id").alias(&["apiId"]),
    Argument::optional("api_name", Shape::Text, "the API, by its name"),
    Argument::required("Stage", Shape::Text, "the name of the stage").alias(&["stage"]),
];

/// Reads the stages of an association.
pub(super) fn read(fields: &Fields, spec: &mut Spec, problems: &mut Problems) {
    let mut apis = vec![];
    let mut stages = vec![];
    for stage in fields.records("api_stages").into_iter().flatten() {
        let name = stage.required_text("Stage");
        match (stage.text("ApiId"), stage.text("api_name")) {
            (Some(id), None) => stages.push(json!({"ApiId": id, "Stage": name})),
            (None, Some(api)) => {
                apis.push(rest_api::reference(&api));
                stages.push(json!({"Stage": name}));
            }
            _ => {
                let problem = Problem::at(stage.place(), "a stage must belong to one API");
                problems.push(problem.hint("write 'apiId' or 'api_name'"));
            }
        }
    }
    spec.properties.insert(PROPERTY.to_owned(), stages.into());
    if !apis.is_empty() {
        spec.ids.push((APIS, Named::All(apis)));
    }
    spec.of_live = Some(associated);
}

/// The stages of a plan with the declared ones, or without them.
fn associated(want: &Want, live: &Live) -> Result<Vec<Map<String, Json>>, String> {
    let list = |json: Option<&Json>| json.and_then(Json::as_array).cloned().unwrap_or_default();
    let properties = &want.spec.properties;
    let mut apis = list(properties.get(APIS)).into_iter();
    let declared = list(properties.get(PROPERTY)).into_iter().map(|mut stage| {
        if stage.get("ApiId").is_none() {
            stage["ApiId"] = apis.next().unwrap_or_default();
        }
        stage
    });
    let declared: Vec<Json> = declared.collect();
    let is_same =
        |one: &Json, other: &Json| ["ApiId", "Stage"].iter().all(|key| one.get(key) == other.get(key));
    let mut stages = list(live.properties.get(PROPERTY));
    if want.spec.verb == "association_absent" {
        stages.retain(|stage| !declared.iter().any(|it| is_same(it, stage)));
    } else {
        let missing: Vec<Json> =
            declared.into_iter().filter(|it| !stages.iter().any(|stage| is_same(it, stage))).collect();
        stages.extend(missing);
    }
    Ok(vec![Map::from_iter([(PROPERTY.to_owned(), stages.into())])])
}
