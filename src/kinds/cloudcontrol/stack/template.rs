//! Templates in YAML, converted to JSON.
//!
//! See <https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/intrinsic-function-reference.html>.

use serde_json::{Map, Value as Json, json};
use serde_yaml::Value as Yaml;

/// A template; an error is the reason why the text is not one.
pub(super) fn read(text: &str) -> Result<Json, String> {
    if text.trim_start().starts_with('{') {
        return serde_json::from_str(text).map_err(|error| error.to_string());
    }
    let yaml: Yaml = serde_yaml::from_str(text).map_err(|error| error.to_string())?;
    match in_json(yaml)? {
        Json::Object(template) => Ok(Json::Object(template)),
        _ => Err("a template must be a mapping".to_owned()),
    }
}

fn in_json(yaml: Yaml) -> Result<Json, String> {
    Ok(match yaml {
        Yaml::Null => Json::Null,
        Yaml::Bool(truth) => truth.into(),
        Yaml::Number(number) => serde_json::to_value(number).map_err(|error| error.to_string())?,
        Yaml::String(text) => text.into(),
        Yaml::Sequence(list) => list.into_iter().map(in_json).collect::<Result<_, _>>()?,
        Yaml::Mapping(mapping) => {
            let mut map = Map::new();
            for (key, value) in mapping {
                let key = match key {
                    Yaml::String(key) => key,
                    Yaml::Number(key) => key.to_string(),
                    Yaml::Bool(key) => key.to_string(),
                    _ => return Err("a key of a template must be text".to_owned()),
                };
                map.insert(key, in_json(value)?);
            }
            Json::Object(map)
        }
        Yaml::Tagged(tagged) => {
            let tag = tagged.tag.to_string();
            call(tag.trim_start_matches('!'), in_json(tagged.value)?)
        }
    })
}

/// The long form of a function.
fn call(name: &str, argument: Json) -> Json {
    match (name, argument) {
        ("Ref" | "Condition", argument) => json!({name: argument}),
        ("GetAtt", Json::String(path)) => {
            let (thing, attribute) = path.split_once('.').unwrap_or((&path, ""));
            json!({"Fn::GetAtt": [thing, attribute]})
        }
        (name, argument) => json!({format!("Fn::{name}"): argument}),
    }
}

/// The paths of what the template marks with `NoEcho`: parameters, and their defaults.
pub(super) fn secrets(properties: &Map<String, Json>) -> Vec<String> {
    let parameters = properties.get("TemplateBody").and_then(|template| template.get("Parameters"));
    let is_secret = |parameter: &Json| match parameter.get("NoEcho") {
        Some(Json::Bool(marked)) => *marked,
        Some(Json::String(word)) => word.eq_ignore_ascii_case("true"),
        _ => false,
    };
    let mut paths = vec![];
    for (name, parameter) in parameters.and_then(Json::as_object).into_iter().flatten() {
        if is_secret(parameter) {
            paths.push(format!("Parameters/{name}"));
            paths.push(format!("TemplateBody/Parameters/{name}/Default"));
        }
    }
    paths
}
