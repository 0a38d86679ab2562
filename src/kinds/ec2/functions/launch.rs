//! `boto_ec2.*`: launches, terminates and changes instances, and makes images of them.

use futures::future::FutureExt;

use super::addresses::INTERFACE_NAME;
use super::api;
use super::arguments::{
    FILTERS, NAME, TAGS, VPC_ID, VPC_NAME, at_most_one, exactly_one, filters, free_filters, tag_filters,
};
use super::instances::{ATTRIBUTES, INSTANCE_ID, find};
use super::interfaces::INTERFACE_ID;
use super::making::tags_named;
use super::shape::{INSTANCES, one};
use super::{interfaces, networks};
use crate::instance::{self, NewAttachment, NewInstance};
use crate::security_group::SecurityGroup;
use kind::{Asker, AwsFunction, Refusal, Source};
use model::fields::{boolean, texts};
use model::{Argument, Aspects, Fields, Reference, Shape, Value};

const RUN: &[Argument] = &[
    Argument::required("image_id", Shape::Text, "the image, by id"),
    Argument::optional("name", Shape::Text, "the instance's Name tag"),
    TAGS,
    Argument::optional("key_name", Shape::Text, "the key pair to log in with"),
    Argument::optional("security_groups", Shape::Texts, "names of groups, outside of a VPC"),
    Argument::optional("user_data", Shape::Text, "user data, which it runs at its first start"),
    Argument::optional("instance_type", Shape::Text, "m1.small if left out"),
    Argument::optional("placement", Shape::Text, "the availability zone"),
    Argument::optional("kernel_id", Shape::Text, "the kernel"),
    Argument::optional("ramdisk_id", Shape::Text, "the RAM disk"),
    Argument::optional("monitoring_enabled", Shape::Boolean, "detailed monitoring"),
    VPC_ID,
    VPC_NAME,
    Argument::optional("subnet_id", Shape::Text, "the subnet, by id"),
    Argument::optional("subnet_name", Shape::Text, "the subnet, by Name tag"),
    Argument::optional("private_ip_address", Shape::Text, "its address"),
    Argument::optional(
        "block_device_map",
        Shape::Table(&Shape::Record(instance::DEVICE)),
        "device name to settings",
    ),
    Argument::optional("disable_api_termination", Shape::Boolean, "protect it from termination"),
    Argument::optional(
        "instance_initiated_shutdown_behavior",
        Shape::Word(&["stop", "terminate"]),
        "what a shutdown from inside does: stop or terminate",
    ),
    Argument::optional("placement_group", Shape::Text, "the placement group"),
    Argument::optional("client_token", Shape::Text, "calls with the same token start one instance"),
    Argument::optional("security_group_ids", Shape::Texts, "ids of groups"),
    Argument::optional("security_group_names", Shape::Texts, "names of groups of the VPC"),
    Argument::optional("additional_info", Shape::Text, "reserved by AWS"),
    Argument::optional(
        "tenancy",
        Shape::Word(&["default", "dedicated", "host"]),
        "its tenancy: whether other accounts share its hardware",
    ),
    Argument::optional("instance_profile_arn", Shape::Text, "the instance profile, by ARN"),
    Argument::optional("instance_profile_name", Shape::Text, "the instance profile, by name"),
    Argument::optional("ebs_optimized", Shape::Boolean, "dedicated bandwidth for volumes"),
    INTERFACE_ID,
    INTERFACE_NAME,
    Argument::optional("network_interfaces", Shape::Records(instance::ATTACHMENT), "its interfaces, in full"),
];

pub(super) const FUNCTIONS: &[AwsFunction] = &[
    AwsFunction::change(
        &["boto_ec2.run"],
        RUN,
        "Starts an instance, waits until it runs and returns {instance_id: …}; False when a name in the arguments does not exist.",
"{instance_id: …}; None when the instance terminated instead of running; False",
        |ask, fields| run(ask, fields).boxed(),
    )
    .after_connection(1),
    AwsFunction::change(
        &["boto_ec2.terminate"],
        &[INSTANCE_ID, NAME, FILTERS],
        "Terminates an instance; [] when there is none, False when several match.",
"True, False, or an empty list",
        |ask, fields| terminate(ask, fields).boxed(),
    )
    .after_connection(1),
    AwsFunction::change(
        &["boto_ec2.create_image"],
        &[
            Argument::required("ami_name", Shape::Text, "the image's name"),
            INSTANCE_ID,
            Argument::optional("instance_name", Shape::Text, "the instance, by Name tag"),
            TAGS,
            Argument::optional("description", Shape::Text, "the image's description"),
            Argument::optional("no_reboot", Shape::Boolean, "do not reboot the instance first; false if left out"),
            Argument::optional("dry_run", Shape::Boolean, "only check whether the call is allowed"),
            FILTERS,
        ],
        "Makes an image of an instance and returns its id; False when no instance or several match.",
"the image's id as text, or False",
        |ask, fields| create_image(ask, fields).boxed(),
    )
    .after_connection(4),
    AwsFunction::change(
        &["boto_ec2.set_attribute"],
        &[
            Argument::required("attribute", Shape::Word(ATTRIBUTES), "the attribute's name"),
            Argument::required("attribute_value", Shape::Any, "the new value"),
            Argument::optional("instance_name", Shape::Text, "the instance, by Name tag"),
            INSTANCE_ID,
            FILTERS,
        ],
        "Sets an attribute of an instance.",
"True",
        |ask, fields| set_attribute(ask, fields).boxed(),
    )
    .after_connection(1),
];

async fn run(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    at_most_one(fields, &["subnet_id", "subnet_name"])?;
    at_most_one(fields, &["security_group_ids", "security_group_names"])?;
    at_most_one(fields, &["network_interface_id", "network_interface_name", "network_interfaces"])?;
    let mut new = NewInstance {
        image: fields.required_text("image_id"),
        groups: fields.texts("security_groups").unwrap_or_default(),
        group_ids: fields.texts("security_group_ids").unwrap_or_default(),
        tags: tags_named(fields, "name"),
        ..NewInstance::read(fields)
    };
    if fields.has("subnet_id") || fields.has("subnet_name") {
        let Some((id, _)) = networks::subnet_of(ask, fields).await? else { return Ok(false.into()) };
        new.texts.insert("subnet_id", id);
    }
    if let Some(names) = fields.texts("security_group_names") {
        let Some(ids) = groups(ask, fields, names).await? else { return Ok(false.into()) };
        new.group_ids = ids;
    }
    let interface = match fields.text("network_interface_name") {
        Some(name) => {
            let Some(id) = interfaces::id_of(ask, &name).await? else { return Ok(false.into()) };
            Some(id)
        }
        None => fields.text("network_interface_id"),
    };
    new.interfaces.extend(interface.map(|id| NewAttachment { id: Some(id), ..NewAttachment::default() }));
    let id = ask.change(INSTANCES, instance::run(ask.aws(), &new)).await?;
    let runs = ask.change(INSTANCES, api::wait_for_instance(ask.aws(), &id)).await?;
    Ok(if runs { one("instance_id", id) } else { Value::Null })
}

/// The ids of groups; none if one does not exist.
async fn groups(
    ask: &Asker<'_>,
    fields: &Fields,
    names: Vec<String>,
) -> Result<Option<Vec<String>>, Refusal> {
    let within = match networks::vpc_of(ask, fields).await? {
        networks::Home::Unsaid => None,
        networks::Home::Vpc(id) => Some(id),
        networks::Home::Missing => return Ok(None),
    };
    let reference = |name: &String| {
        let reference = Reference::new(SecurityGroup::KIND, name);
        within.iter().fold(reference, Reference::within)
    };
    let found = ask.find_all::<SecurityGroup>(names.iter().map(reference).collect(), Aspects::NONE).await?;
    Ok(found.into_iter().map(|group| group.map(|group| group.id.clone())).collect())
}

async fn terminate(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let mut wanted = filters(fields, &[("instance_id", "instance-id"), ("name", "tag:Name")]);
    wanted.extend(free_filters(fields));
    if wanted.is_empty() {
        return Err(Refusal::Because("write 'instance_id', 'name' or 'filters'".to_owned()));
    }
    let found = find(ask, wanted).await?;
    match found.as_list().unwrap_or_default() {
        [] => Ok(found),
        [Value::Str(id)] => {
            ask.change(INSTANCES, api::terminate(ask.aws(), id)).await?;
            Ok(true.into())
        }
        _ => Ok(false.into()),
    }
}

async fn create_image(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let mut wanted = filters(fields, &[("instance_id", "instance-id"), ("instance_name", "tag:Name")]);
    wanted.extend(tag_filters(fields));
    wanted.extend(free_filters(fields));
    let found = find(ask, wanted).await?;
    let Some([Value::Str(id)]) = found.as_list() else { return Ok(false.into()) };
    let (name, description) = (fields.required_text("ami_name"), fields.text("description"));
    let may_reboot = !fields.boolean("no_reboot").unwrap_or(false);
    let is_dry = fields.boolean("dry_run").unwrap_or(false);
    let call = api::create_image(ask.aws(), id, &name, description, (may_reboot, is_dry));
    Ok(ask.change(&["ec2.image"], call).await?)
}

async fn set_attribute(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    exactly_one(fields, &["instance_name", "instance_id"])?;
    let mut wanted = filters(fields, &[("instance_id", "instance-id"), ("instance_name", "tag:Name")]);
    wanted.extend(free_filters(fields));
    let found = find(ask, wanted).await?;
    let Some([Value::Str(id)]) = found.as_list() else {
        let message = "Found more than one EC2 instance matching the criteria.";
        let none = "there is no such instance";
        let is_none = found.as_list().is_none_or(<[Value]>::is_empty);
        return Err(Refusal::Because((if is_none { none } else { message }).to_owned()));
    };
    let name = fields.required_text("attribute");
    if name == "rootDeviceName" {
        return Err(Refusal::Because("rootDeviceName cannot be changed".to_owned()));
    }
    let value = fields.node("attribute_value");
    let truth = value.and_then(boolean);
    if matches!(name.as_str(), "disableApiTermination" | "sourceDestCheck" | "ebsOptimized")
        && truth.is_none()
    {
        return Err(Refusal::Because(format!("'attribute_value' must be true or false for {name}")));
    }
    let texts = value.map(texts).unwrap_or_default();
    let call = api::set_attribute(ask.aws(), id, &name, texts, truth.unwrap_or(false));
    ask.change(INSTANCES, call).await?;
    Ok(true.into())
}
