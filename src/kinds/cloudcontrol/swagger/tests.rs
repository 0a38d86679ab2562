use serde_json::{Value as Json, json};

use super::*;

const FILE: &str = r#"
swagger: "2.0"
info: {version: "1", title: Orders}
basePath: /v1
schemes: [https]
security: [{old: []}]
paths:
  /orders/{id}:
    parameters: [{name: id, in: path, type: string, required: true}]
    get:
      responses:
        200:
          description: the order
          schema: {$ref: '#/definitions/Order'}
          headers:
            Access-Control-Allow-Origin: {type: string, default: 'https://example.com'}
            X-Request: {type: string}
        404: {description: none, schema: {$ref: '#/definitions/Missing'}}
        500: {description: broken, schema: {$ref: '#/definitions/Error'}}
        503: {description: busy, schema: {$ref: '#/definitions/Error'}}
    options:
      responses:
        200: {description: ask}
definitions:
  Order: {type: object, properties: {id: {type: string}}}
  Missing: {type: object, properties: {errorMessage: {type: string, pattern: '.*not found.*'}}}
  Error: {type: object, properties: {errorMessage: {type: string}}}
"#;

fn made(manner: &Manner) -> Json {
    body(&read(FILE).unwrap(), manner, "arn:role", |(path, method)| format!("uri of {method} {path}"))
}

#[test]
fn each_operation_calls_its_function() {
    let body = made(&Manner::default());
    let get = &body["paths"]["/orders/{id}"]["get"]["x-amazon-apigateway-integration"];
    assert_eq!(
        (&get["type"], &get["httpMethod"], &get["uri"], &get["credentials"]),
        (&json!("aws"), &json!("POST"), &json!("uri of get /orders/{id}"), &json!("arn:role"))
    );
    let request = get["requestTemplates"]["application/json"].as_str().unwrap();
    for name in
        ["header_params", "query_params", "path_params", "apigw_context", "body_params", "stage_variables"]
    {
        assert!(request.contains(&format!("\"{name}\": ")), "{name}");
    }
    let error = json!({"application/json": ERROR});
    assert_eq!(
        get["responses"],
        json!({
            "default": {"statusCode": "200", "responseParameters": {
                "method.response.header.Access-Control-Allow-Origin": "'https://example.com'",
                "method.response.header.X-Request": "'*'",
            }},
            ".*not found.*": {"statusCode": "404", "responseTemplates": error},
            ".+": {"statusCode": "500", "responseTemplates": error},
        })
    );
    assert_eq!(body["definitions"], read(FILE).unwrap()["definitions"], "models stay as they are");
}

#[test]
fn options_answers_by_itself() {
    let manner = Manner { needs_key: true, answer: Some("{}".to_owned()), ..Manner::default() };
    let body = made(&manner);
    let options = &body["paths"]["/orders/{id}"]["options"];
    let template = json!({"application/json": "{}"});
    assert_eq!(
        options["x-amazon-apigateway-integration"],
        json!({
            "type": "mock", "requestTemplates": {"application/json": "{\"statusCode\": 200}"},
            "responses": {"default": {"statusCode": "200", "responseTemplates": template}},
        })
    );
    assert_eq!(options["security"], json!([]), "a browser asks without a key");
}

#[test]
fn keys_and_signatures_are_asked_of_clients() {
    let manner = Manner { needs_key: true, needs_signature: true, ..Manner::default() };
    let body = made(&manner);
    assert_eq!(body["paths"]["/orders/{id}"]["get"]["security"], json!([{"api_key": []}, {"sigv4": []}]));
    assert_eq!(body["securityDefinitions"]["sigv4"]["x-amazon-apigateway-authtype"], "awsSigv4");
    assert_eq!(body["securityDefinitions"]["api_key"]["name"], "x-api-key");
    assert_eq!(body.get("security"), None, "what the file says of security does not count, as in Salt");
    assert_eq!(made(&Manner::default())["securityDefinitions"], json!({}));
}

#[test]
fn functions_are_named_as_salt_names_them() {
    let default = "{stage}_{api}_{resource}_{method}";
    for (format, api, operation, expected) in [
        (default, "  Test    Service", ("/a/{b}/c", "post"), Some("alpha_test_service_a_b_c_post")),
        ("{api}{resource}", "Orders", ("/", "get"), Some("orders_")),
        ("/{method}/", "Orders", ("/p", "get"), Some("_get_")),
        ("{resource}", "Orders", ("/a", "get"), Some("_a")),
        ("{other}", "Orders", ("/a", "get"), None),
    ] {
        assert_eq!(function_name(format, "alpha", api, operation).as_deref(), expected, "{format}");
    }
}

#[test]
fn what_is_no_swagger_file_is_refused_with_the_reason() {
    for (text, reason) in [
        ("swagger: '3.0'", "not Swagger 2.0"),
        ("swagger: '2.0'", "no 'info'"),
        ("{swagger: '2.0', info: {}, paths: {}}", "no 'paths'"),
        ("{swagger: '2.0', info: {}, paths: {a: {}}}", "does not begin with '/'"),
        ("{swagger: '2.0', info: {}, paths: {/a: {get: {}}}}", "has no 'responses'"),
        ("{", ""),
    ] {
        assert!(read(text).unwrap_err().contains(reason), "{text}");
    }
}
