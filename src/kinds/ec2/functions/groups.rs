//! `boto_secgroup.*`.

use std::sync::Arc;

use futures::future::FutureExt;

use super::arguments::{FILTERS, Filters, NAME, VPC_ID, VPC_NAME, free_filters};
use super::shape::{self, Group};
use super::{api, networks};
use crate::security_group::SecurityGroup;
use kind::{Asker, AwsFunction, Refusal, Source};
use model::{Argument, Aspects, Fields, Reference, Shape, Value};

const GROUP_ID: Argument = Argument::optional("group_id", Shape::Text, "the group, by id");
const SOURCE: [Argument; 7] = [
    Argument::optional(
        "source_group_name",
        Shape::Text,
        "the group at the other end, by name in the same VPC",
    ),
    Argument::optional("source_group_owner_id", Shape::Text, "the account of that group"),
    Argument::optional("ip_protocol", Shape::Text, "tcp, udp, icmp, a number, or -1 for all"),
    Argument::optional("from_port", Shape::Integer, "the first port, or the ICMP type"),
    Argument::optional("to_port", Shape::Integer, "the last port, or the ICMP code"),
    Argument::optional("cidr_ip", Shape::Texts, "address ranges"),
    GROUP_ID,
];
const RULE: &[Argument] = &[
    NAME,
    SOURCE[0],
    SOURCE[1],
    SOURCE[2],
    SOURCE[3],
    SOURCE[4],
    SOURCE[5],
    SOURCE[6],
    Argument::optional("source_group_group_id", Shape::Text, "the group at the other end, by id"),
    VPC_ID,
    VPC_NAME,
    Argument::optional(
        "egress",
        Shape::Boolean,
        "whether the rule is for outgoing traffic; false if left out",
    ),
];

pub(super) const FUNCTIONS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_secgroup.exists"],
        &[NAME, VPC_ID, VPC_NAME, GROUP_ID],
        "Returns whether a security group exists.",
        "True or False",
        |ask, fields| async move { Ok(find(ask, fields).await?.is_some().into()) }.boxed(),
    )
    .after_connection(3),
    AwsFunction::read(
        &["boto_secgroup.get_group_id"],
        &[Argument::required("name", Shape::Text, "the group's name"), VPC_ID, VPC_NAME],
        "Returns the id of a security group; None when there is none.",
        "the id as text, or None",
        |ask, fields| get_group_id(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_secgroup.convert_to_group_ids"],
        &[Argument::required("groups", Shape::Texts, "names or ids"), VPC_ID, VPC_NAME],
        "Returns the ids of security groups; one that does not exist is an error.",
        "a list of ids, in the order of the argument",
        |ask, fields| convert_to_group_ids(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_secgroup.get_config"],
        &[NAME, GROUP_ID, VPC_ID, VPC_NAME],
        "Returns name, id, owner, description, tags and rules of a security group; None when there is none.",
        "a mapping: name, group_id, owner_id, description, tags, rules, rules_egress; None",
        |ask, fields| {
            async move { Ok(find(ask, fields).await?.map(|group| shape::config(&group)).into()) }.boxed()
        },
    )
    .after_connection(2),
    AwsFunction::read(
        &["boto_secgroup.get_all_security_groups"],
        &[
            Argument::optional("groupnames", Shape::Texts, "names"),
            Argument::optional("group_ids", Shape::Texts, "ids"),
            FILTERS,
        ],
        "Lists security groups with rules, tags and instances.",
        "a list of mappings: id, name, description, owner_id, region, rules, rules_egress, instances, and vpc_id and tags if it has them",
        |ask, fields| get_all_security_groups(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_secgroup.authorize"],
        RULE,
        "Adds a rule to a security group; True also when the group had it.",
        "True, or False",
        |ask, fields| rule(ask, fields, api::authorize).boxed(),
    )
    .after_connection(3),
    AwsFunction::change(
        &["boto_secgroup.revoke"],
        RULE,
        "Removes a rule from a security group; True also when there was none.",
        "True, or False",
        |ask, fields| rule(ask, fields, api::revoke).boxed(),
    )
    .after_connection(3),
    AwsFunction::change(
        &["boto_secgroup.delete"],
        &[NAME, GROUP_ID, VPC_ID, VPC_NAME],
        "Deletes a security group; False when there is none.",
        "True, or False",
        |ask, fields| delete(ask, fields).boxed(),
    )
    .after_connection(2),
    AwsFunction::change(
        &["boto_secgroup.create"],
        &[
            Argument::required("name", Shape::Text, "the group's name"),
            Argument::required("description", Shape::Text, "what it is for"),
            VPC_ID,
            VPC_NAME,
        ],
        "Makes a security group; False when there is no such VPC.",
        "True, or False",
        |ask, fields| create(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_secgroup.delete_tags"],
        &[
            Argument::required("tags", Shape::Texts, "keys of the tags to remove"),
            NAME,
            GROUP_ID,
            VPC_NAME,
            VPC_ID,
        ],
        "Removes tags of a security group.",
        "True",
        |ask, fields| delete_tags(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_secgroup.set_tags"],
        &[
            Argument::required("tags", Shape::Table(&Shape::Text), "the tags to set"),
            NAME,
            GROUP_ID,
            VPC_NAME,
            VPC_ID,
        ],
        "Sets tags of a security group. Its other tags stay.",
        "True",
        |ask, fields| set_tags(ask, fields).boxed(),
    ),
];

/// The group that the arguments mean. A VPC that does not exist has none.
async fn find(ask: &Asker<'_>, fields: &Fields) -> Result<Option<Arc<Group>>, Refusal> {
    let by_id = if fields.takes("group_id") { fields.text("group_id") } else { None };
    let Some(name) = by_id.or_else(|| fields.text("name")) else {
        return Err(Refusal::Because("write 'name' or 'group_id'".to_owned()));
    };
    let Some(reference) = reference(ask, fields, &name).await? else { return Ok(None) };
    Ok(ask.find::<SecurityGroup>(reference, Aspects::NONE).await?)
}

async fn reference(ask: &Asker<'_>, fields: &Fields, name: &str) -> Result<Option<Reference>, Refusal> {
    let reference = Reference::new(SecurityGroup::KIND, name);
    Ok(match networks::vpc_of(ask, fields).await? {
        networks::Home::Unsaid => Some(reference),
        networks::Home::Vpc(id) => Some(reference.within(id)),
        networks::Home::Missing => None,
    })
}

async fn get_group_id(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let name = fields.required_text("name");
    if name.starts_with("sg-") {
        return Ok(name.into());
    }
    Ok(find(ask, fields).await?.map(|group| group.id.clone()).into())
}

async fn convert_to_group_ids(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let names = fields.texts("groups").unwrap_or_default();
    let mut references = vec![];
    for name in names.iter().filter(|name| !name.starts_with("sg-")) {
        references.push(reference(ask, fields, name).await?.ok_or_else(|| unresolved(name))?);
    }
    let mut found = ask.find_all::<SecurityGroup>(references, Aspects::NONE).await?.into_iter();
    let ids: Result<Vec<String>, Refusal> = names
        .iter()
        .map(|name| {
            if name.starts_with("sg-") {
                return Ok(name.clone());
            }
            found.next().flatten().map(|group| group.id.clone()).ok_or_else(|| unresolved(name))
        })
        .collect();
    Ok(ids?.into())
}

pub(super) fn unresolved(name: &str) -> Refusal {
    Refusal::Because(format!("Could not resolve Security Group name {name} to a Group ID"))
}

async fn get_all_security_groups(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let mut filters: Filters =
        super::arguments::filters(fields, &[("groupnames", "group-name"), ("group_ids", "group-id")]);
    filters.extend(free_filters(fields));
    let aws = ask.aws();
    let read = async {
        let groups = api::groups(aws, &filters).await?;
        let instances = api::instances_of_groups(aws, &groups).await?;
        let of = |group: &Group| instances.get(&group.id).cloned().unwrap_or_default();
        Ok(Value::List(groups.iter().map(|group| shape::listed(group, &aws.region, of(group))).collect()))
    };
    Ok(ask.once(("security groups", &filters), read).await?)
}

/// Authorises or revokes with the given call.
async fn rule<'a, F>(
    ask: &'a Asker<'a>,
    fields: &'a Fields,
    call: impl FnOnce(&'a aws::Aws, String, api::Grant) -> F,
) -> Result<Value, Refusal>
where
    F: Future<Output = Result<(), aws::ApiError>> + Send,
{
    let Some(group) = find(ask, fields).await? else { return Ok(false.into()) };
    let mut sources: Vec<String> = fields.text("source_group_group_id").into_iter().collect();
    if let Some(name) = fields.text("source_group_name") {
        let of = Reference::new(SecurityGroup::KIND, &name);
        let of = group.vpc_id.iter().fold(of, Reference::within);
        let found = ask.find::<SecurityGroup>(of, Aspects::NONE).await?;
        sources.push(found.map(|group| group.id.clone()).ok_or_else(|| unresolved(&name))?);
    }
    let grant = api::Grant {
        protocol: fields.text("ip_protocol").unwrap_or_else(|| "-1".to_owned()),
        from: fields.integer32("from_port"),
        to: fields.integer32("to_port"),
        ranges: fields.texts("cidr_ip").unwrap_or_default(),
        sources,
        owner: fields.text("source_group_owner_id"),
        egress: fields.boolean("egress").unwrap_or(false),
    };
    ask.change(&[SecurityGroup::KIND], call(ask.aws(), group.id.clone(), grant)).await?;
    Ok(true.into())
}

async fn delete(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let Some(group) = find(ask, fields).await? else { return Ok(false.into()) };
    ask.change(&[SecurityGroup::KIND], api::delete_group(ask.aws(), &group.id)).await?;
    Ok(true.into())
}

async fn create(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let vpc = match networks::vpc_of(ask, fields).await? {
        networks::Home::Unsaid => None,
        networks::Home::Vpc(id) => Some(id),
        networks::Home::Missing => return Ok(false.into()),
    };
    let (name, description) = (fields.required_text("name"), fields.required_text("description"));
    let call = api::create_group(ask.aws(), &name, &description, vpc);
    ask.change(&[SecurityGroup::KIND], call).await?;
    Ok(true.into())
}

async fn delete_tags(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let Some(group) = find(ask, fields).await? else {
        return Err(Refusal::Because("there is no such security group".to_owned()));
    };
    let gone = fields.texts("tags").unwrap_or_default().into_iter().map(|key| (key, None)).collect();
    ask.change(&[SecurityGroup::KIND], api::delete_tags(ask.aws(), vec![group.id.clone()], gone)).await?;
    Ok(true.into())
}

async fn set_tags(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let Some(group) = find(ask, fields).await? else {
        return Err(Refusal::Because("there is no such security group".to_owned()));
    };
    let tags = fields.text_table("tags").unwrap_or_default();
    ask.change(&[SecurityGroup::KIND], api::create_tags(ask.aws(), vec![group.id.clone()], &tags)).await?;
    Ok(true.into())
}
