//! `boto_ec2.*`: the reads of instances, tags and zones, and setting tags.

use futures::future::FutureExt;

use super::api;
use super::arguments::{FILTERS, Filters, NAME, TAGS, filters, free_filters, tag_filters};
use super::shape::one;
use crate::model::fields::text;
use crate::model::{Argument, Fields, Shape, Value};
use crate::resources::{Asker, AwsFunction, Refusal};

const INSTANCE_ID: Argument = Argument::optional("instance_id", Shape::Text, "the instance, by id");
const IN_STATES: Argument = Argument::optional("in_states", Shape::Texts, "only instances in these states");
/// What `get_attribute` can be asked for.
const ATTRIBUTES: &[&str] = &[
    "instanceType",
    "kernel",
    "ramdisk",
    "userData",
    "disableApiTermination",
    "instanceInitiatedShutdownBehavior",
    "rootDeviceName",
    "sourceDestCheck",
    "groupSet",
    "ebsOptimized",
    "sriovNetSupport",
];

pub(super) const FUNCTIONS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_ec2.find_instances"],
        &[
            INSTANCE_ID,
            NAME,
            TAGS,
            Argument::optional("return_objs", Shape::Boolean, "not known here: ids are answered"),
            IN_STATES,
            FILTERS,
        ],
        "Lists the ids of instances with that id, Name tag, tags, state and filters; of all without any.",
        |ask, fields| {
            async move {
                if fields.boolean("return_objs") == Some(true) {
                    let message = "objects of Python's boto are not known here; leave return_objs out";
                    return Err(Refusal::Because(message.to_owned()));
                }
                find(ask, wanted(fields)).await
            }
            .boxed()
        },
    )
    .after_connection(3),
    AwsFunction::read(
        &["boto_ec2.get_id"],
        &[NAME, TAGS, IN_STATES, FILTERS],
        "Answers the id of the only instance that is meant; None when there is none.",
        |ask, fields| get_id(ask, fields).boxed(),
    )
    .after_connection(2),
    AwsFunction::read(
        &["boto_ec2.exists"],
        &[INSTANCE_ID, NAME, TAGS, IN_STATES, FILTERS],
        "Tells whether an instance exists.",
        |ask, fields| {
            async move {
                let found = find(ask, wanted(fields)).await?;
                Ok(found.as_list().is_some_and(|list| !list.is_empty()).into())
            }
            .boxed()
        },
    )
    .after_connection(2),
    AwsFunction::read(
        &["boto_ec2.get_tags"],
        &[Argument::required("instance_id", Shape::Text, "the thing, by id")],
        "Lists the tags of an instance, each as a mapping of one pair.",
        |ask, fields| get_tags(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_ec2.get_all_tags"],
        &[FILTERS],
        "Answers the tags of everything that the filters mean, by id.",
        |ask, fields| async move { tags(ask, free_filters(fields)).await }.boxed(),
    ),
    AwsFunction::read(
        &["boto_ec2.get_zones"],
        &[],
        "Lists the availability zones of the region.",
        |ask, _| async move { Ok(ask.once("zones", api::zones(ask.aws())).await?) }.boxed(),
    ),
    AwsFunction::read(
        &["boto_ec2.get_attribute"],
        &[
            Argument::required("attribute", Shape::Word(ATTRIBUTES), "which"),
            Argument::optional("instance_name", Shape::Text, "the instance, by Name tag"),
            INSTANCE_ID,
            FILTERS,
        ],
        "Answers {attribute: value} of an instance; False when there is none, or more than one.",
        |ask, fields| get_attribute(ask, fields).boxed(),
    )
    .after_connection(1),
    AwsFunction::change(
        &["boto_ec2.create_tags"],
        &[
            Argument::required("resource_ids", Shape::Texts, "ids"),
            Argument::required("tags", Shape::Table(&Shape::Text), "the tags to set"),
        ],
        "Sets tags of things, and leaves others alone.",
        |ask, fields| create_tags(ask, fields).boxed(),
    ),
];

fn wanted(fields: &Fields) -> Filters {
    let mut all: Filters = vec![];
    let arguments =
        [("instance_id", "instance-id"), ("name", "tag:Name"), ("in_states", "instance-state-name")];
    for (argument, filter) in arguments {
        if fields.takes(argument) {
            all.extend(filters(fields, &[(argument, filter)]));
        }
    }
    all.extend(tag_filters(fields));
    all.extend(free_filters(fields));
    all
}

async fn find(ask: &Asker<'_>, wanted: Filters) -> Result<Value, Refusal> {
    Ok(ask.once(("instances", &wanted), api::instances(ask.aws(), &wanted)).await?)
}

async fn get_id(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let found = find(ask, wanted(fields)).await?;
    match found.as_list().unwrap_or_default() {
        [] => Ok(Value::Null),
        [id] => Ok(id.clone()),
        _ => Err(Refusal::Because("Found more than one instance matching the criteria.".to_owned())),
    }
}

async fn tags(ask: &Asker<'_>, wanted: Filters) -> Result<Value, Refusal> {
    Ok(ask.once(("tags", &wanted), api::all_tags(ask.aws(), &wanted)).await?)
}

async fn get_tags(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let id = fields.required_text("instance_id");
    let all = tags(ask, vec![("resource-id".to_owned(), vec![id.clone()])]).await?;
    let own = all.as_map().and_then(|all| all.get(id.as_str())?.as_map().cloned()).unwrap_or_default();
    Ok(Value::List(own.into_iter().map(|pair| [pair].into_iter().collect()).collect()))
}

async fn get_attribute(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let name = fields.required_text("attribute");
    let id = match fields.text("instance_id") {
        Some(id) => id,
        None => {
            let mut wanted = filters(fields, &[("instance_name", "tag:Name")]);
            wanted.extend(free_filters(fields));
            let found = find(ask, wanted).await?;
            match found.as_list() {
                Some([Value::Str(id)]) => id.clone(),
                _ => return Ok(false.into()),
            }
        }
    };
    let read = api::attribute(ask.aws(), &id, &name);
    Ok(one(&name, ask.once(("attribute", &id, &name), read).await?))
}

async fn create_tags(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let ids = fields.texts("resource_ids").unwrap_or_default();
    let tags = fields.table("tags").unwrap_or_default().into_iter();
    let tags = tags.map(|(key, node)| (key, text(node).unwrap_or_default())).collect();
    let kinds = ["ec2.security_group", "ec2.instance", "ec2.instances", "ec2.subnet", "ec2.vpc"];
    ask.change(&kinds, api::create_tags(ask.aws(), ids, &tags)).await?;
    Ok(true.into())
}
