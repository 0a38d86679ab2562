//! The instances of a group: lists them, and puts them on standby.

use futures::future::FutureExt;

use super::{NAME, api};
use crate::group::Group;
use kind::{Asker, AwsFunction, Refusal, Source};
use model::{Argument, Fields, Reference, Shape, Value};

/// Attributes under their names in boto 2 and here.
const ATTRIBUTES: &[(&str, &str)] = &[
    ("id", "id"),
    ("private_ip_address", "private_ip_address"),
    ("ip_address", "public_ip_address"),
    ("private_dns_name", "private_dns_name"),
    ("dns_name", "public_dns_name"),
    ("public_dns_name", "public_dns_name"),
    ("subnet_id", "subnet_id"),
    ("vpc_id", "vpc_id"),
    ("placement", "availability_zone"),
    ("state", "state"),
    ("tags", "tags"),
];
const INSTANCES: Argument = Argument::required("instance_ids", Shape::Texts, "ids of the group's instances");
const DECREMENT: Argument = Argument::optional(
    "should_decrement_desired_capacity",
    Shape::Boolean,
    "whether the desired capacity is reduced meanwhile; false if left out",
);

pub(super) const FUNCTIONS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_asg.get_instances"],
        &[
            NAME,
            Argument::optional("lifecycle_state", Shape::Text, "InService if left out; None for any"),
            Argument::optional("health_status", Shape::Text, "Healthy if left out; None for any"),
            Argument::optional(
                "attribute",
                Shape::Text,
                "the attribute to return; private_ip_address if left out",
            ),
            Argument::optional(
                "attributes",
                Shape::Texts,
                "the attributes to return, as a list for each instance",
            ),
        ],
        "Lists an attribute of the group's instances; False when there is no such group.",
        "a list of texts, with 'attributes' a list of lists; False",
        |ask, fields| get_instances(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_asg.enter_standby"],
        &[NAME, INSTANCES, DECREMENT],
        "Takes instances out of service; {exists: False} when there is no such group.",
        "True or False; {exists: False}",
        |ask, fields| standby(ask, fields, true).boxed(),
    ),
    AwsFunction::change(
        &["boto_asg.exit_standby"],
        &[NAME, INSTANCES, DECREMENT],
        "Returns instances to service; {exists: False} when there is no such group.",
        "True or False; {exists: False}",
        |ask, fields| standby(ask, fields, false).boxed(),
    ),
];

/// A filter: the default if it is left out, no filter if it is None.
fn wanted(fields: &Fields, name: &str, otherwise: &str) -> Option<String> {
    if fields.is_nothing(name) {
        None
    } else {
        Some(fields.text(name).unwrap_or_else(|| otherwise.to_owned()))
    }
}

async fn get_instances(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let group = fields.required_text("name");
    let members = ask.once(("members", &group), api::members(ask.aws(), &group)).await?;
    let Some(members) = members.as_list() else { return Ok(false.into()) };
    let filters = [
        ("state", wanted(fields, "lifecycle_state", "InService")),
        ("health", wanted(fields, "health_status", "Healthy")),
    ];
    let fits = |member: &&Value| {
        let is = |(key, wanted): &(&str, Option<String>)| {
            wanted.is_none() || member.traverse(key, ":").and_then(Value::as_str) == wanted.as_deref()
        };
        filters.iter().all(is)
    };
    let ids = members.iter().filter(fits).filter_map(|member| member.traverse("id", ":")?.as_str());
    let several = fields.texts("attributes").filter(|names| !names.is_empty());
    let single = || fields.text("attribute").unwrap_or_else(|| "private_ip_address".to_owned());
    let names = several.clone().unwrap_or_else(|| vec![single()]);
    let asked: Vec<&str> = names.iter().map(|name| process_name(name)).collect::<Result<_, _>>()?;
    let references = ids.map(|id| Reference::new("ec2.instance", id)).collect();
    let found = ask.attributes(references, &asked).await?.into_iter().flatten();
    Ok(Value::List(match several {
        Some(_) => found.map(Value::List).collect(),
        None => found.flatten().filter(Value::is_truthy).collect(),
    }))
}

fn process_name(name: &str) -> Result<&'static str, Refusal> {
    let found = ATTRIBUTES.iter().find(|(theirs, _)| *theirs == name).map(|(_, ours)| *ours);
    found.ok_or_else(|| {
        let all: Vec<&str> = ATTRIBUTES.iter().map(|(theirs, _)| *theirs).collect();
        Refusal::Because(format!("the attribute '{name}' is not known; there are {}", all.join(", ")))
    })
}

async fn standby(ask: &Asker<'_>, fields: &Fields, enter: bool) -> Result<Value, Refusal> {
    let (group, ids) = (fields.required_text("name"), fields.texts("instance_ids").unwrap_or_default());
    let members = ask.once(("members", &group), api::members(ask.aws(), &group)).await?;
    if members.is_null() {
        return Ok([("exists", Value::from(false))].into_iter().collect());
    }
    let call = async {
        if enter {
            let decrement = fields.boolean("should_decrement_desired_capacity").unwrap_or(false);
            api::enter_standby(ask.aws(), &group, ids, decrement).await
        } else {
            api::exit_standby(ask.aws(), &group, ids).await
        }
    };
    Ok(ask.change(&[Group::KIND], call).await?.into())
}
