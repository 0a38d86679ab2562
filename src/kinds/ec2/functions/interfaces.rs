//! `boto_ec2.*`: network interfaces.

use futures::future::FutureExt;

use super::api::{self, NewInterface, Setting};
use super::arguments::{Filters, NAME, exactly_one};
use super::instances::id_of as instance_id_of;
use super::networks::subnet_of;
use super::shape::{INSTANCES, error, one};
use crate::api::exactly;
use crate::security_group::SecurityGroup;
use kind::{Asker, AwsFunction, Refusal, Source};
use model::fields::{boolean, text, texts};
use model::{Argument, Aspects, Fields, Reference, Shape, Value};

pub(super) const INTERFACE_ID: Argument =
    Argument::optional("network_interface_id", Shape::Text, "the interface, by id");
const REQUIRED_NAME: Argument = Argument::required("name", Shape::Text, "the interface's Name tag");
const ATTRIBUTES: &[&str] = &[
    "description",
    "groups",
    "groupSet",
    "source_dest_check",
    "sourceDestCheck",
    "delete_on_termination",
    "deleteOnTermination",
];

pub(super) const FUNCTIONS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_ec2.get_network_interface_id"],
        &[REQUIRED_NAME],
        "Returns {result: …} with the id of the interface with that Name tag; {error: …} when there is none.",
        "{result: …} with the id, or {error: {message: …}}",
        |ask, fields| {
            async move {
                let found = find(ask, fields).await?;
                Ok(found.map_or_else(error, |it| one("result", part(&it, "id"))))
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_ec2.get_network_interface"],
        &[NAME, INTERFACE_ID],
        "Returns {result: {…}} about a network interface; None in it when there is none.",
        "{result: …} with a mapping of the interface, {result: None}, or {error: {message: …}}",
        |ask, fields| {
            async move {
                Ok(match find(ask, fields).await? {
                    Ok(found) => one("result", found),
                    Err(NONE) => one("result", Value::Null),
                    Err(message) => error(message),
                })
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_ec2.create_network_interface"],
        &[
            REQUIRED_NAME,
            Argument::optional("subnet_id", Shape::Text, "the subnet, by id"),
            Argument::optional("subnet_name", Shape::Text, "the subnet, by Name tag"),
            Argument::optional("private_ip_address", Shape::Text, "its address; AWS chooses one if left out"),
            Argument::optional("description", Shape::Text, "its description"),
            Argument::optional("groups", Shape::Texts, "security groups, by name or id"),
        ],
        "Makes a network interface with that Name tag and returns {result: {…}}; {error: …} when there is one.",
        "{result: …} with a mapping of the interface, or {error: {message: …}}",
        |ask, fields| create(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_ec2.delete_network_interface"],
        &[NAME, INTERFACE_ID],
        "Deletes a network interface and returns {result: True}; {error: …} when there is none.",
        "{result: True}, or {error: {message: …}}",
        |ask, fields| {
            async move {
                let found = match find(ask, fields).await? {
                    Ok(found) => found,
                    Err(message) => return Ok(error(message)),
                };
                ask.change(INSTANCES, api::delete_interface(ask.aws(), &id(&found))).await?;
                Ok(one("result", true))
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_ec2.attach_network_interface"],
        &[
            Argument::required("device_index", Shape::Integer, "the interface's number on the instance"),
            NAME,
            INTERFACE_ID,
            Argument::optional("instance_name", Shape::Text, "the instance, by Name tag"),
            Argument::optional("instance_id", Shape::Text, "the instance, by id"),
        ],
        "Attaches a network interface to an instance and returns {result: True}; {error: …} when there is none.",
        "{result: True}, or {error: {message: …}}",
        |ask, fields| attach(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_ec2.detach_network_interface"],
        &[
            NAME,
            INTERFACE_ID,
            Argument::optional("attachment_id", Shape::Text, "the attachment, by id"),
            Argument::optional("force", Shape::Boolean, "detach it even if the instance does not respond"),
        ],
        "Detaches a network interface and returns {result: True}; {error: …} when it is not attached.",
        "{result: True}, or {error: {message: …}}",
        |ask, fields| detach(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_ec2.modify_network_interface_attribute"],
        &[
            NAME,
            INTERFACE_ID,
            Argument::required("attr", Shape::Word(ATTRIBUTES), "the attribute to set"),
            Argument::required("value", Shape::Any, "the new value"),
        ],
        "Sets an attribute of a network interface.",
        "{result: True}, or {error: {message: …}}",
        |ask, fields| modify(ask, fields).boxed(),
    ),
];

/// Salt's message if there is none.
const NONE: &str = "No ENIs found.";

/// The only interface that the filters match, or why there is none.
async fn only_interface(ask: &Asker<'_>, wanted: Filters) -> Result<Result<Value, &'static str>, Refusal> {
    let found = ask.once(("interfaces", &wanted), api::interfaces(ask.aws(), &wanted)).await?;
    Ok(match found.as_list().unwrap_or_default() {
        [] => Err(NONE),
        [one] => Ok(one.clone()),
        _ => Err("Name specified is tagged on multiple ENIs."),
    })
}

fn by_name(name: &str) -> Filters {
    vec![("tag:Name".to_owned(), vec![exactly(name)])]
}

async fn find(ask: &Asker<'_>, fields: &Fields) -> Result<Result<Value, &'static str>, Refusal> {
    let id = if fields.takes("network_interface_id") { fields.text("network_interface_id") } else { None };
    let wanted = match (id, fields.text("name")) {
        (Some(id), _) => vec![("network-interface-id".to_owned(), vec![id])],
        (None, Some(name)) => by_name(&name),
        (None, None) => {
            let message = "Either name or network_interface_id must be provided.";
            return Err(Refusal::Because(message.to_owned()));
        }
    };
    only_interface(ask, wanted).await
}

fn part(interface: &Value, key: &str) -> Value {
    interface.traverse(key, ":").cloned().unwrap_or_default()
}

fn id(interface: &Value) -> String {
    part(interface, "id").as_str().unwrap_or_default().to_owned()
}

/// The id of the only interface with that Name tag.
pub(super) async fn id_of(ask: &Asker<'_>, name: &str) -> Result<Option<String>, Refusal> {
    Ok(only_interface(ask, by_name(name)).await?.ok().map(|found| id(&found)))
}

async fn create(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    exactly_one(fields, &["subnet_id", "subnet_name"])?;
    let Some((subnet, vpc)) = subnet_of(ask, fields).await? else {
        return Ok(match fields.text("subnet_id") {
            Some(id) => error(format!("subnet_id {id} does not map to a valid vpc id.")),
            None => false.into(),
        });
    };
    let name = fields.required_text("name");
    match only_interface(ask, by_name(&name)).await? {
        Err(NONE) => {}
        _ => return Ok(error("An ENI with this Name tag already exists.")),
    }
    let groups = fields.texts("groups").unwrap_or_default();
    let new = NewInterface {
        subnet,
        private_ip: fields.text("private_ip_address"),
        description: fields.text("description"),
        groups: group_ids(ask, groups, &vpc).await?,
        tags: [("Name".to_owned(), name)].into_iter().collect(),
    };
    Ok(one("result", ask.change(&[], api::create_interface(ask.aws(), new)).await?))
}

/// The ids of security groups of a VPC.
pub(super) async fn group_ids(
    ask: &Asker<'_>,
    names: Vec<String>,
    vpc: &str,
) -> Result<Vec<String>, Refusal> {
    let reference = |name: &String| Reference::new(SecurityGroup::KIND, name).within(vpc);
    let unknown: Vec<&String> = names.iter().filter(|name| !name.starts_with("sg-")).collect();
    let asked = unknown.into_iter().map(reference).collect();
    let mut found = ask.find_all::<SecurityGroup>(asked, Aspects::NONE).await?.into_iter();
    let resolved = names.into_iter().map(|name| {
        if name.starts_with("sg-") {
            return Ok(name);
        }
        let group = found.next().flatten();
        group.map(|group| group.id.clone()).ok_or_else(|| super::groups::unresolved(&name))
    });
    resolved.collect()
}

async fn attach(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    exactly_one(fields, &["name", "network_interface_id"])?;
    exactly_one(fields, &["instance_name", "instance_id"])?;
    let found = match find(ask, fields).await? {
        Ok(found) => found,
        Err(message) => return Ok(error(message)),
    };
    let instance = match fields.text("instance_name") {
        Some(name) => instance_id_of(ask, &name).await?,
        None => fields.text("instance_id"),
    };
    let Some(instance) = instance else { return Ok(false.into()) };
    let device = fields.integer32("device_index").unwrap_or_default();
    ask.change(INSTANCES, api::attach_interface(ask.aws(), &id(&found), &instance, device)).await?;
    Ok(one("result", true))
}

async fn detach(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let attachment = match fields.text("attachment_id") {
        Some(id) => Value::from(id),
        None => match find(ask, fields).await? {
            Ok(found) => part(&found, "attachment:id"),
            Err(message) => return Ok(error(message)),
        },
    };
    let Some(attachment) = attachment.as_str() else {
        return Ok(error("Attachment id not found for this ENI."));
    };
    let is_forced = fields.boolean("force").unwrap_or(false);
    ask.change(INSTANCES, api::detach_interface(ask.aws(), attachment, is_forced)).await?;
    Ok(one("result", true))
}

async fn modify(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let found = match find(ask, fields).await? {
        Ok(found) => found,
        Err(message) => return Ok(error(message)),
    };
    let (name, value) = (fields.required_text("attr"), fields.node("value"));
    let truth = || {
        let message = || Refusal::Because(format!("'value' must be true or false for {name}"));
        value.and_then(boolean).ok_or_else(message)
    };
    let setting = match name.as_str() {
        "description" => Setting::Description(value.and_then(text).unwrap_or_default()),
        "groups" | "groupSet" => {
            let vpc = part(&found, "vpc_id");
            let names = value.map(texts).unwrap_or_default();
            Setting::Groups(group_ids(ask, names, vpc.as_str().unwrap_or_default()).await?)
        }
        "source_dest_check" | "sourceDestCheck" => Setting::SourceDestCheck(truth()?),
        _ => {
            let attachment = part(&found, "attachment:id");
            let Some(attachment) = attachment.as_str() else {
                return Ok(error(
                    "No attachment id found for this ENI. The ENI must be attached before delete_on_termination can be \
                     modified",
                ));
            };
            Setting::DeleteOnTermination(attachment.to_owned(), truth()?)
        }
    };
    ask.change(INSTANCES, api::set_interface(ask.aws(), &id(&found), setting)).await?;
    Ok(one("result", true))
}
