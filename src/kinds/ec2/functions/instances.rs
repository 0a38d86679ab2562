//! `boto_ec2.*`: reads of instances, tags and zones, and changes of tags.

use futures::future::FutureExt;

use super::api;
use super::arguments::{
    FILTERS, Filters, NAME, RETURN_OBJS, TAGS, filters, free_filters, ids, ids_or_objects, tag_filters,
};
use super::shape::one;
use crate::api::exactly;
use kind::{Asker, AwsFunction, Refusal};
use model::fields::text;
use model::{Argument, Fields, Shape, Value};

pub(super) const INSTANCE_ID: Argument =
    Argument::optional("instance_id", Shape::Text, "the instance, by id");
const IN_STATES: Argument = Argument::optional("in_states", Shape::Texts, "only instances in these states");
/// The attributes of `get_attribute`.
pub(super) const ATTRIBUTES: &[&str] = &[
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
        &[INSTANCE_ID, NAME, TAGS, RETURN_OBJS, IN_STATES, FILTERS],
        "Lists the ids of the instances that match id, Name tag, tags, state and filters; of all instances without arguments.",
        "a list of ids, or of mappings",
        |ask, fields| async move { Ok(ids_or_objects(fields, objects(ask, wanted(fields)).await?)) }.boxed(),
    )
    .after_connection(3),
    AwsFunction::read(
        &["boto_ec2.get_id"],
        &[NAME, TAGS, IN_STATES, FILTERS],
        "Returns the id of the only instance that matches; None when there is none.",
        "the id as text, or None",
        |ask, fields| get_id(ask, fields).boxed(),
    )
    .after_connection(2),
    AwsFunction::read(
        &["boto_ec2.exists"],
        &[INSTANCE_ID, NAME, TAGS, IN_STATES, FILTERS],
        "Returns whether an instance exists.",
        "True or False",
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
        &[Argument::required("instance_id", Shape::Text, "the instance or other resource, by id")],
        "Lists the tags of an instance, each as a mapping of one pair.",
        "a list of mappings of one tag each",
        |ask, fields| get_tags(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_ec2.get_all_tags"],
        &[FILTERS],
        "Returns the tags of all resources that match the filters, by id.",
        "a mapping of ids to mappings of tags",
        |ask, fields| async move { tags(ask, free_filters(fields)).await }.boxed(),
    ),
    AwsFunction::read(
        &["boto_ec2.find_images"],
        &[
            Argument::optional("ami_name", Shape::Text, "the image's name; * and ? match other characters"),
            Argument::optional("executable_by", Shape::Texts, "who may launch it: an account, self or all"),
            Argument::optional("owners", Shape::Texts, "its owner: an account, self or amazon"),
            Argument::optional("image_ids", Shape::Texts, "ids"),
            TAGS,
            RETURN_OBJS,
        ],
        "Lists the ids of the images that match name, owner, id and tags; False when there are none.",
        "a list of ids or of mappings, or False",
        |ask, fields| find_images(ask, fields).boxed(),
    )
    .after_connection(1),
    AwsFunction::read(
        &["boto_ec2.get_zones"],
        &[],
        "Lists the availability zones of the region.",
        "a list of names",
        |ask, _| async move { Ok(ask.once("zones", api::zones(ask.aws())).await?) }.boxed(),
    ),
    AwsFunction::read(
        &["boto_ec2.get_attribute"],
        &[
            Argument::required("attribute", Shape::Word(ATTRIBUTES), "the attribute's name"),
            Argument::optional("instance_name", Shape::Text, "the instance, by Name tag"),
            INSTANCE_ID,
            FILTERS,
        ],
        "Returns {attribute: value} of an instance; False when there is none, or more than one.",
        "a mapping of the attribute's name to its value; False",
        |ask, fields| get_attribute(ask, fields).boxed(),
    )
    .after_connection(1),
    AwsFunction::change(
        &["boto_ec2.create_tags"],
        &[
            Argument::required("resource_ids", Shape::Texts, "ids"),
            Argument::required("tags", Shape::Table(&Shape::Text), "the tags to set"),
        ],
        "Sets tags of resources. Their other tags stay.",
        "True",
        |ask, fields| create_tags(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_ec2.delete_tags"],
        &[
            Argument::required("resource_ids", Shape::Texts, "ids"),
            Argument::required(
                "tags",
                Shape::Either(&[Shape::Table(&Shape::Any), Shape::Texts]),
                "keys; or keys with values: a tag with another value stays; None matches any value",
            ),
        ],
        "Removes tags of resources.",
        "True",
        |ask, fields| delete_tags(ask, fields).boxed(),
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

/// The ids of instances.
pub(super) async fn find(ask: &Asker<'_>, wanted: Filters) -> Result<Value, Refusal> {
    Ok(ids(&objects(ask, wanted).await?))
}

async fn objects(ask: &Asker<'_>, wanted: Filters) -> Result<Value, Refusal> {
    Ok(ask.once(("instances", &wanted), api::instances(ask.aws(), &wanted)).await?)
}

/// The only instance with that Name tag.
pub(super) async fn id_of(ask: &Asker<'_>, name: &str) -> Result<Option<String>, Refusal> {
    id_in(ask, name, vec![]).await
}

/// The only instance with that Name tag in one of these states, in any without them.
pub(super) async fn id_in(
    ask: &Asker<'_>,
    name: &str,
    states: Vec<String>,
) -> Result<Option<String>, Refusal> {
    let mut wanted = vec![("tag:Name".to_owned(), vec![exactly(name)])];
    if !states.is_empty() {
        wanted.push(("instance-state-name".to_owned(), states));
    }
    let found = find(ask, wanted).await?;
    match found.as_list().unwrap_or_default() {
        [] => Ok(None),
        [id] => Ok(id.as_str().map(str::to_owned)),
        _ => Err(Refusal::Because("Found more than one instance matching the criteria.".to_owned())),
    }
}

async fn get_id(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let found = find(ask, wanted(fields)).await?;
    match found.as_list().unwrap_or_default() {
        [] => Ok(Value::Null),
        [id] => Ok(id.clone()),
        _ => Err(Refusal::Because("Found more than one instance matching the criteria.".to_owned())),
    }
}

async fn find_images(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let mut wanted = filters(fields, &[("ami_name", "name"), ("image_ids", "image-id")]);
    wanted.extend(tag_filters(fields));
    let (owners, users) = (fields.texts("owners"), fields.texts("executable_by"));
    let question = ("images", wanted.clone(), owners.clone(), users.clone());
    let found = ask.once(question, api::images(ask.aws(), &wanted, owners, users)).await?;
    Ok(if found.is_truthy() { ids_or_objects(fields, found) } else { false.into() })
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
    ask.change(TAGGED, api::create_tags(ask.aws(), ids, &tags)).await?;
    Ok(true.into())
}

/// The kinds that show tags.
const TAGGED: &[&str] =
    &["ec2.security_group", "ec2.instance", "ec2.instances", "ec2.subnet", "ec2.vpc", "ec2.default_vpc"];

async fn delete_tags(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let ids = fields.texts("resource_ids").unwrap_or_default();
    let is_map = fields.node("tags").is_some_and(|node| node.as_map().is_some());
    let tags = if is_map {
        let table = fields.table("tags").unwrap_or_default().into_iter();
        table.map(|(key, node)| (key, if node.is_null() { None } else { text(node) })).collect()
    } else {
        fields.texts("tags").unwrap_or_default().into_iter().map(|key| (key, None)).collect()
    };
    ask.change(TAGGED, api::delete_tags(ask.aws(), ids, tags)).await?;
    Ok(true.into())
}
