//! Functions about stacks of CloudFormation: `boto_cfn.*`.
//!
//! Creation, change and deletion carry out the states, with their comparison and their waits.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.boto_cfn.html>.

use std::sync::Arc;

use futures::future::FutureExt;
use serde_json::{Value as Json, json};

use super::{NAME, api, by, find, given, one};
use crate::declaration::Live;
use crate::export;
use crate::stack::{PRESENT, Stack, TYPE};
use aws::error::absent_if_not_found;
use kind::{Asker, AwsFunction, Refusal};
use model::{Argument, Fields, Map, Shape, Value};

const BODY: Argument = Argument::optional("template_body", Shape::Text, "the template as text");
const URL: Argument = Argument::optional("template_url", Shape::Text, "where the template is in S3");

pub(super) const STACKS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_cfn.exists", "boto3_cfn.exists"],
        &[NAME],
        "Returns whether a stack of CloudFormation exists.",
        "True or False",
        |ask, fields| async move { Ok(stack(ask, fields).await?.is_some().into()) }.boxed(),
    ),
    AwsFunction::read(
        &["boto_cfn.describe", "boto3_cfn.describe"],
        &[NAME],
        "Describes a stack of CloudFormation; False if it does not exist.",
        "a mapping: stack (stack_id, description, stack_status, stack_status_reason, tags, outputs, parameters); False",
        |ask, fields| {
            async move {
                let found = stack(ask, fields).await?;
                Ok(found.map_or(Value::from(false), |live| one("stack", described(&live))))
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_cfn.get_template", "boto3_cfn.get_template"],
        &[NAME],
        "Returns the template of a stack of CloudFormation; None if the stack does not exist.",
        "a mapping as AWS returns it (TemplateBody …), or None",
        |ask, fields| {
            async move {
                let name = fields.required_text(NAME.name);
                let parameters = json!({"StackName": name});
                let read = async {
                    let call = api::call(ask.aws(), (SERVICE, "GetTemplate"), &parameters, &name).await;
                    Ok(absent_if_not_found(call)?.map(Value::from).unwrap_or_default())
                };
                Ok(ask.once(("template", &name), read).await?)
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_cfn.validate_template", "boto3_cfn.validate_template"],
        &[BODY, URL],
        "Checks a template of CloudFormation. A wrong one is an error.",
        "a mapping as AWS returns it (Parameters, Description …)",
        |ask, fields| validated(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_cfn.create", "boto3_cfn.create"],
        PRESENT,
        "Creates a stack as boto_cfn.present does, and waits for it; False if one of that name exists.",
        "the stack's id as text, or False",
        |ask, fields| {
            async move {
                if stack(ask, fields).await?.is_some() {
                    return Ok(false.into());
                }
                set(ask, fields).await
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_cfn.update_stack", "boto3_cfn.update_stack"],
        PRESENT,
        "Changes a stack as boto_cfn.present does, and waits for it; False if it does not exist.",
        "the stack's id as text, or False",
        |ask, fields| {
            async move {
                if stack(ask, fields).await?.is_none() {
                    return Ok(false.into());
                }
                set(ask, fields).await
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_cfn.delete", "boto3_cfn.delete"],
        &[NAME],
        "Deletes a stack as boto_cfn.absent does, and waits for it; True also if it did not exist.",
        "True",
        |ask, fields| {
            async move {
                ask.ensure("boto_cfn.absent", given(fields, &[NAME])).await?;
                Ok(true.into())
            }
            .boxed()
        },
    ),
];

const SERVICE: &str = "cloudformation";

async fn stack(ask: &Asker<'_>, fields: &Fields) -> Result<Option<Arc<Live>>, Refusal> {
    find::<Stack>(ask, by("StackName", fields)).await
}

async fn set(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    ask.ensure("boto_cfn.present", given(fields, PRESENT)).await?;
    Ok(stack(ask, fields).await?.map(|live| live.identifier.as_str().into()).unwrap_or_default())
}

async fn validated(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let given = [("TemplateBody", fields.text(BODY.name)), ("TemplateURL", fields.text(URL.name))];
    let given: serde_json::Map<String, Json> =
        given.into_iter().filter_map(|(key, text)| Some((key.to_owned(), text?.into()))).collect();
    if given.len() != 1 {
        let message = format!("give one of '{}' and '{}'", BODY.name, URL.name);
        return Err(Refusal::Because(message));
    }
    let parameters = Json::Object(given);
    Ok(api::call(ask.aws(), (SERVICE, "ValidateTemplate"), &parameters, "the template").await?.into())
}

/// A stack with the keys that Salt takes from boto's object.
fn described(live: &Live) -> Value {
    let property = |name: &str| live.properties.get(name).cloned().map(Value::from).unwrap_or_default();
    let tags: Value = export::tags(live, TYPE.tags).into_iter().collect();
    let outputs = live.properties.get("Outputs").and_then(Json::as_array).into_iter().flatten();
    let output =
        |it: &Json| Some((it.get("OutputKey")?.as_str()?.to_owned(), it.get("OutputValue")?.clone()));
    let outputs: Value = outputs.filter_map(output).map(|(key, value)| (key, Value::from(value))).collect();
    let parameters = match property("Parameters") {
        Value::Null => Value::Map(Map::new()),
        parameters => parameters,
    };
    let pairs = [
        ("stack_id", live.identifier.as_str().into()),
        ("description", property("Description")),
        ("stack_status", property("StackStatus")),
        ("stack_status_reason", property("StackStatusReason")),
        ("tags", tags),
        ("outputs", outputs),
        ("parameters", parameters),
    ];
    pairs.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_is_described_with_outputs_and_parameters_by_key() {
        let properties = json!({
            "StackName": "net",
            "StackStatus": "CREATE_COMPLETE",
            "Tags": [{"Key": "team", "Value": "web"}],
            "Outputs": [{"OutputKey": "Vpc", "OutputValue": "vpc-1"}],
        });
        let live = Live { identifier: "arn:net".to_owned(), properties, ..Live::default() };
        let expected = json!({
            "stack_id": "arn:net", "description": null, "stack_status": "CREATE_COMPLETE", "stack_status_reason": null,
            "tags": {"team": "web"}, "outputs": {"Vpc": "vpc-1"}, "parameters": {},
        });
        assert_eq!(described(&live).to_json(), expected);
    }
}
