//! The execution functions of Systems Manager: `boto_ssm.*`.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.boto_ssm.html>.

use futures::future::FutureExt;

use super::api;
use super::parameter::diff::Step;
use super::parameter::spec::{Details, TYPES};
use super::parameter::{self, Parameter};
use aws::{ApiError, Fault};
use kind::write_only::WriteOnly;
use kind::{Asker, AwsFunction, Family, Refusal, Resource, Source};
use model::{Argument, Aspects, Fields, Literal, Reference, Shape, Value, secret};

/// The functions by Salt module.
pub const FUNCTIONS: &[&Family] = &[&Family { labels: &["ssm"], functions: SSM }];

const NAME: Argument = Argument::required("Name", Shape::Text, "the parameter's name").alias(&["name"]);

const SSM: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_ssm.get_parameter"],
        &[
            Argument::required("name", Shape::Text, "the parameter's name"),
            Argument::optional("withdecryption", Shape::Boolean, "whether a SecureString is decrypted")
                .or(Literal::Bool(false)),
            Argument::optional("resp_json", Shape::Boolean, "whether the value is read as JSON")
                .or(Literal::Bool(false)),
        ],
        "Returns the value of a parameter. The decrypted value of a SecureString is hidden in all output.",
        "text; with 'resp_json' what the JSON holds: a mapping, a list, text, a number, True, False or None; False when there is no such parameter",
        |ask, fields| get(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_ssm.put_parameter"],
        &[
            NAME,
            Argument::required("Value", Shape::Text, "its value"),
            Argument::optional("Description", Shape::Text, "what it is for"),
            Argument::optional("Type", TYPES, "the type of parameter").or(Literal::Text("String")),
            Argument::optional("KeyId", Shape::Text, "the key that encrypts a SecureString"),
            Argument::optional("Overwrite", Shape::Boolean, "whether another value is replaced")
                .or(Literal::Bool(false)),
            Argument::optional("AllowedPattern", Shape::Text, "what values must match"),
        ],
        "Sets a parameter.",
        "the number of the parameter's new version; False when there is one and 'Overwrite' is not True",
        |ask, fields| put(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_ssm.delete_parameter"],
        &[NAME],
        "Deletes a parameter.",
        "True; False when there is none",
        |ask, fields| delete(ask, fields).boxed(),
    ),
];

async fn get(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let name = fields.required_text("name");
    let decrypts = fields.boolean("withdecryption") == Some(true);
    let found = ask.once(("parameter", &name, decrypts), api::value(ask.aws(), &name, decrypts)).await?;
    let of = |key: &str| found.traverse(key, ":").and_then(Value::as_str);
    let Some(value) = of("Value") else { return Ok(false.into()) };
    if decrypts && of("Type") == Some("SecureString") {
        secret::hide(value);
    }
    if fields.boolean("resp_json") != Some(true) {
        return Ok(value.into());
    }
    let json: Result<serde_json::Value, _> = serde_json::from_str(value);
    json.map(Value::from)
        // The error's reason would show a part of the value.
        .map_err(|_| Refusal::Because(format!("the value of the parameter {name} is not JSON")))
}

async fn change(ask: &Asker<'_>, step: &Step) -> Result<(), ApiError> {
    ask.change(&[Parameter::KIND], Parameter::apply(ask.aws(), step)).await
}

async fn find(ask: &Asker<'_>, name: &str) -> Result<Option<i64>, ApiError> {
    let reference = Reference::new(Parameter::KIND, name);
    Ok(ask.find::<Parameter>(reference, Aspects::NONE).await?.map(|live| live.version))
}

async fn put(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let name = fields.required_text("Name");
    let value = WriteOnly::new(fields.required_text("Value"));
    let kind = fields.text("Type").unwrap_or_else(|| "String".to_owned());
    if kind == parameter::spec::SECURE {
        secret::hide(value.reveal());
    }
    let details = Details {
        description: fields.text("Description"),
        key_id: fields.text("KeyId"),
        allowed_pattern: fields.text("AllowedPattern"),
        tier: None,
    };
    let step = match fields.boolean("Overwrite") {
        Some(true) => Step::Put { name: name.clone(), value, kind, details, version: 0 },
        _ => Step::Create { name: name.clone(), value, kind, details, tags: aws::tags::Tags::default() },
    };
    match change(ask, &step).await {
        Ok(()) => Ok(find(ask, &name).await?.unwrap_or(1).into()),
        Err(error) if error.fault == Fault::AlreadyExists => Ok(false.into()),
        Err(error) => Err(error.into()),
    }
}

async fn delete(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let name = fields.required_text("Name");
    if find(ask, &name).await?.is_none() {
        return Ok(false.into());
    }
    change(ask, &Step::Delete { name }).await?;
    Ok(true.into())
}
