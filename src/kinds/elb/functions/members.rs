//! The instances of a balancer: their health, registration and deregistration.

use std::collections::BTreeSet;

use futures::future::FutureExt;

use super::{NAME, TOUCHED, api, find};
use kind::{Asker, AwsFunction, Refusal};
use model::{Argument, Aspects, Fields, Shape, Value};

const INSTANCES: Argument = Argument::required("instances", Shape::Texts, "ids of instances");

pub(super) const FUNCTIONS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_elb.get_instance_health"],
        &[NAME, Argument::optional("instances", Shape::Texts, "ids; all registered instances if left out")],
        "Lists the state of a balancer's instances; [] when there is no such balancer or instance.",
        "a list of mappings: instance_id, state, reason_code, description",
        |ask, fields| get_instance_health(ask, fields).boxed(),
    )
    .after_connection(1),
    AwsFunction::change(
        &["boto_elb.register_instances"],
        &[NAME, INSTANCES],
        "Registers instances; False when there is no such balancer.",
        "True or False",
        |ask, fields| register(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_elb.deregister_instances"],
        &[NAME, INSTANCES],
        "Deregisters instances; None when one was not registered, False when there is no such balancer.",
        "True, False, or None",
        |ask, fields| deregister(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_elb.set_instances"],
        &[
            NAME,
            INSTANCES,
            Argument::optional("test", Shape::Boolean, "only return whether something would change"),
        ],
        "Registers and deregisters until exactly these instances are registered; False when there is no such balancer.",
        "True, or False; with 'test' whether something would change",
        |ask, fields| set_instances(ask, fields).boxed(),
    ),
];

async fn get_instance_health(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let (name, ids) = (fields.required_text("name"), fields.texts("instances").unwrap_or_default());
    Ok(ask.once(("health", &name, &ids), api::health(ask.aws(), &name, &ids)).await?)
}

async fn register(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let (name, ids) = (fields.required_text("name"), fields.texts("instances").unwrap_or_default());
    match ask.change(TOUCHED, api::register(ask.aws(), &name, &ids)).await {
        Ok(now) => Ok(ids.iter().all(|id| now.contains(id)).into()),
        Err(error) if error.is_not_found() => Ok(false.into()),
        Err(error) => Err(error.into()),
    }
}

async fn deregister(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let (name, ids) = (fields.required_text("name"), fields.texts("instances").unwrap_or_default());
    match ask.change(TOUCHED, api::deregister(ask.aws(), &name, &ids)).await {
        Ok(now) => Ok(ids.iter().all(|id| !now.contains(id)).into()),
        Err(error) if error.has_code(&["InvalidInstance"]) => Ok(Value::Null),
        Err(error) if error.is_not_found() => Ok(false.into()),
        Err(error) => Err(error.into()),
    }
}

async fn set_instances(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let Some(balancer) = find(ask, fields, Aspects::NONE).await? else { return Ok(false.into()) };
    let wanted: BTreeSet<String> = fields.texts("instances").unwrap_or_default().into_iter().collect();
    let more: Vec<String> = wanted.difference(&balancer.instances).cloned().collect();
    let less: Vec<String> = balancer.instances.difference(&wanted).cloned().collect();
    if fields.boolean("test") == Some(true) {
        return Ok((!more.is_empty() || !less.is_empty()).into());
    }
    if !more.is_empty() {
        ask.change(TOUCHED, api::register(ask.aws(), &balancer.name, &more)).await?;
    }
    if !less.is_empty() {
        ask.change(TOUCHED, api::deregister(ask.aws(), &balancer.name, &less)).await?;
    }
    Ok(true.into())
}
