//! A Swagger file with the extensions of API Gateway: each operation calls a function of Lambda, OPTIONS answers by itself.
//!
//! Models and parameters are in the file itself, and API Gateway reads them there. `x-amazon-apigateway-integration` is the
//! handling of requests and answers.
//!
//! See <https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions-integration.html>.

pub mod declared;
#[cfg(test)]
mod tests;

use serde_json::{Map, Value as Json, json};

/// The operations of a path. Its other keys are not operations.
const METHODS: [&str; 7] = ["get", "put", "post", "delete", "options", "head", "patch"];

/// The fields of a request that a function gets, under Salt's names.
const REQUEST: &str = include_str!("request.vtl");

/// The answer of a client to an error of a function, by default.
const ERROR: &str = include_str!("error.vtl");

/// A pattern for an error with any text.
const ANY_ERROR: &str = ".+";

/// An operation: path and method.
type Operation<'a> = (&'a str, &'a str);

/// The arguments for all operations.
#[derive(Clone, Debug, Default)]
struct Manner {
    /// True if clients need a key.
    needs_key: bool,
    /// True if clients sign with credentials of AWS.
    needs_signature: bool,
    /// The template of answers.
    answer: Option<String>,
    /// The template of errors.
    error: Option<String>,
}

/// A Swagger file; an error is the reason why it cannot be used.
///
/// # Errors
/// It is not YAML, not Swagger 2.0, or lacks operations or their responses.
fn read(text: &str) -> Result<Json, String> {
    let yaml: serde_yaml::Value = serde_yaml::from_str(text).map_err(|error| error.to_string())?;
    let swagger = json_of(yaml)?;
    if swagger.get("swagger").is_none_or(|version| version != "2.0" && version != &json!(2.0)) {
        return Err("it is not Swagger 2.0 ('swagger: \"2.0\"')".to_owned());
    }
    if !swagger.get("info").is_some_and(Json::is_object) {
        return Err("it has no 'info'".to_owned());
    }
    let paths = swagger.get("paths").and_then(Json::as_object).filter(|paths| !paths.is_empty());
    let Some(paths) = paths else { return Err("it has no 'paths'".to_owned()) };
    if let Some(path) = paths.keys().find(|path| !path.starts_with('/')) {
        return Err(format!("the path '{path}' does not begin with '/'"));
    }
    for (path, method) in operations(&swagger) {
        let responses = swagger["paths"][path][method].get("responses").and_then(Json::as_object);
        if responses.is_none_or(Map::is_empty) {
            return Err(format!("{method} of '{path}' has no 'responses'"));
        }
    }
    Ok(swagger)
}

/// The file in JSON; keys are text, so that a response may be `200`.
fn json_of(yaml: serde_yaml::Value) -> Result<Json, String> {
    use serde_yaml::Value as Yaml;
    Ok(match yaml {
        Yaml::Sequence(list) => list.into_iter().map(json_of).collect::<Result<_, _>>()?,
        Yaml::Mapping(mapping) => {
            let mut map = Map::new();
            for (key, value) in mapping {
                let key = match key {
                    Yaml::String(key) => key,
                    Yaml::Number(key) => key.to_string(),
                    Yaml::Bool(key) => key.to_string(),
                    _ => return Err("a key must be text".to_owned()),
                };
                map.insert(key, json_of(value)?);
            }
            map.into()
        }
        scalar => serde_json::to_value(scalar).map_err(|error| error.to_string())?,
    })
}

/// All operations, in the order of the file.
fn operations(swagger: &Json) -> impl Iterator<Item = Operation<'_>> {
    let paths = swagger.get("paths").and_then(Json::as_object).into_iter().flatten();
    paths.flat_map(|(path, item)| {
        let methods = item.as_object().into_iter().flatten().map(|(method, _)| method.as_str());
        methods.filter(|method| METHODS.contains(method)).map(move |method| (path.as_str(), method))
    })
}

/// True for an operation that a function carries out. OPTIONS is for browsers that ask for permission (CORS).
fn calls_a_function((_, method): Operation<'_>) -> bool {
    method != "options"
}

/// The name of the function of an operation, as Salt makes it; none for a format with other words in braces.
fn function_name(format: &str, stage: &str, api: &str, (path, method): Operation<'_>) -> Option<String> {
    let mut name = String::new();
    let mut rest = format;
    while let Some((before, after)) = rest.split_once('{') {
        let (word, behind) = after.split_once('}')?;
        name.push_str(before);
        name.push_str(match word {
            "stage" => stage,
            "api" => api,
            "resource" => path,
            "method" => method,
            _ => return None,
        });
        rest = behind;
    }
    name.push_str(rest);
    let without_braces = name.trim().replace(['{', '}'], "");
    let words = without_braces.split(|it: char| it.is_whitespace() || it == '/' || it == '_');
    // Several in a row count as one, and those at the ends stay.
    let mut parts: Vec<&str> = words.collect();
    let (first, last) = (parts.first() == Some(&""), parts.len() > 1 && parts.last() == Some(&""));
    parts.retain(|part| !part.is_empty());
    let inner = parts.join("_").to_lowercase();
    Some(format!("{}{inner}{}", if first { "_" } else { "" }, if last { "_" } else { "" }))
}

/// The file as API Gateway takes it. `uri` is the address of an operation's function, `role` the role with which API Gateway
/// calls it.
fn body(swagger: &Json, manner: &Manner, role: &str, uri: impl Fn(Operation<'_>) -> String) -> Json {
    let mut body = swagger.clone();
    let all: Vec<(String, String)> =
        operations(swagger).map(|(path, method)| (path.to_owned(), method.to_owned())).collect();
    for (path, method) in &all {
        let operation = (path.as_str(), method.as_str());
        let integration = integration(swagger, manner, role, operation, &uri);
        let said = &mut body["paths"][path][method];
        said["x-amazon-apigateway-integration"] = integration;
        said["security"] = security(manner, operation);
    }
    if let Some(body) = body.as_object_mut() {
        body.shift_remove("security");
        body.insert("securityDefinitions".to_owned(), definitions(manner));
    }
    body
}

fn security(manner: &Manner, operation: Operation<'_>) -> Json {
    let is_open = !calls_a_function(operation);
    let key = (manner.needs_key && !is_open).then(|| json!({"api_key": []}));
    let signature = (manner.needs_signature && !is_open).then(|| json!({"sigv4": []}));
    key.into_iter().chain(signature).collect()
}

fn definitions(manner: &Manner) -> Json {
    let mut definitions = Map::new();
    if manner.needs_key {
        let key = json!({"type": "apiKey", "name": "x-api-key", "in": "header"});
        definitions.insert("api_key".to_owned(), key);
    }
    if manner.needs_signature {
        let signature = json!({
            "type": "apiKey", "name": "Authorization", "in": "header", "x-amazon-apigateway-authtype": "awsSigv4",
        });
        definitions.insert("sigv4".to_owned(), signature);
    }
    definitions.into()
}

fn integration(
    swagger: &Json,
    manner: &Manner,
    role: &str,
    operation: Operation<'_>,
    uri: &impl Fn(Operation<'_>) -> String,
) -> Json {
    let responses = responses(swagger, manner, operation);
    if !calls_a_function(operation) {
        let templates = json!({"application/json": "{\"statusCode\": 200}"});
        return json!({"type": "mock", "requestTemplates": templates, "responses": responses});
    }
    json!({
        "type": "aws",
        // Lambda takes no other method; the function reads the client's method in `apigw_context`.
        "httpMethod": "POST",
        "uri": uri(operation),
        "credentials": role,
        "requestTemplates": {"application/json": REQUEST},
        "responses": responses,
    })
}

/// The handling of a function's answers: by a pattern of its error, and `default` without a pattern. Of two responses with the
/// same pattern the first counts.
fn responses(swagger: &Json, manner: &Manner, (path, method): Operation<'_>) -> Json {
    let mut by_pattern = Map::new();
    for (status, response) in swagger["paths"][path][method]["responses"].as_object().into_iter().flatten() {
        let is_error = status.len() == 3 && status.starts_with(['4', '5']);
        let model =
            response.pointer("/schema/$ref").and_then(Json::as_str).and_then(|it| it.rsplit('/').next());
        let pattern = model.and_then(|model| pattern(swagger.get("definitions")?.get(model)?));
        let pattern = pattern.unwrap_or(if is_error { ANY_ERROR } else { "default" });
        if by_pattern.contains_key(pattern) {
            continue;
        }
        let template = if is_error && method != "options" {
            Some(manner.error.as_deref().unwrap_or(ERROR))
        } else {
            manner.answer.as_deref()
        };
        let mut answer = json!({"statusCode": status});
        if let Some(template) = template {
            answer["responseTemplates"] = json!({"application/json": template});
        }
        let headers = response.get("headers").and_then(Json::as_object).into_iter().flatten();
        let headers: Map<String, Json> = headers.map(|(name, header)| header_of(name, header)).collect();
        if !headers.is_empty() {
            answer["responseParameters"] = headers.into();
        }
        by_pattern.insert(pattern.to_owned(), answer);
    }
    by_pattern.into()
}

/// A header of an answer: its default, or anything.
fn header_of(name: &str, header: &Json) -> (String, Json) {
    let value = match header.get("default") {
        Some(Json::String(text)) => text.clone(),
        Some(other) => other.to_string(),
        None => "*".to_owned(),
    };
    (format!("method.response.header.{name}"), format!("'{value}'").into())
}

/// The first pattern in a model, at any depth.
fn pattern(model: &Json) -> Option<&str> {
    model.as_object()?.iter().find_map(|(key, value)| match value {
        Json::String(text) if key == "pattern" => Some(text.as_str()),
        Json::Object(_) => pattern(value),
        _ => None,
    })
}
