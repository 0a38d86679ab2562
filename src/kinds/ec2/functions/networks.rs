//! `boto_vpc.*`: VPCs, and their parts by name.

use futures::future::FutureExt;

use super::api;
use super::arguments::{CIDR, Filters, NAME, TAGS, VPC_ID, VPC_NAME, filters, tag_filters};
use super::shape::one;
use crate::api::exactly;
use crate::subnet::Subnet;
use crate::vpc::Vpc;
use kind::{Asker, AwsFunction, Refusal, Source};
use model::{Argument, Aspects, Fields, Reference, Shape, Value};

const RESOURCES: &[&str] = &[
    "subnet",
    "internet_gateway",
    "route_table",
    "network_acl",
    "dhcp_options",
    "customer_gateway",
    "vpc_peering_connection",
    "vpc",
];
const RESOURCE: Argument = Argument::required("resource", Shape::Word(RESOURCES), "the kind of resource");
const RESOURCE_ID: Argument = Argument::optional("resource_id", Shape::Text, "its id");

pub(super) const FUNCTIONS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_vpc.get_id"],
        &[NAME, CIDR, TAGS],
        "Returns {id: …} of the only VPC that matches name, range and tags; None when there is none.",
        "{id: …}, or {id: None}",
        |ask, fields| get_id(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_vpc.exists"],
        &[VPC_ID, NAME, CIDR, TAGS],
        "Returns {exists: …} for VPCs that match id, name, range and tags.",
        "{exists: True} or {exists: False}",
        |ask, fields| async move { Ok(one("exists", !is_empty(&vpcs(ask, &wanted(fields)).await?))) }.boxed(),
    ),
    AwsFunction::read(
        &["boto_vpc.check_vpc"],
        &[VPC_ID, VPC_NAME],
        "Returns the id of a VPC; None when there is none.",
        "the id as text, or None",
        |ask, fields| check_vpc(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_vpc.describe"],
        &[VPC_ID, VPC_NAME],
        "Returns {vpc: {…}} of a VPC, or of the default VPC without arguments; None in it when there is none.",
        "{vpc: …} with id, cidr_block, is_default, state, tags, dhcp_options_id, instance_tenancy, region; or {vpc: None}",
        |ask, fields| describe(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_vpc.describe_vpcs"],
        &[VPC_ID, NAME, CIDR, TAGS],
        "Returns {vpcs: […]} with all VPCs that match id, name, range and tags.",
        "{vpcs: […]} with a mapping for each",
        |ask, fields| async move { Ok(one("vpcs", vpcs(ask, &wanted(fields)).await?)) }.boxed(),
    ),
    AwsFunction::read(
        &["boto_vpc.get_resource_id"],
        &[RESOURCE, NAME, RESOURCE_ID],
        "Returns {id: …} of the only resource with that kind and Name tag; None when there is none.",
        "{id: …}, or {id: None}",
        |ask, fields| get_resource_id(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_vpc.resource_exists"],
        &[RESOURCE, NAME, RESOURCE_ID, TAGS],
        "Returns {exists: …} for resources of that kind that match name, id and tags.",
        "{exists: True} or {exists: False}",
        |ask, fields| {
            let resource = fields.required_text("resource");
            let id = id_filter(&resource);
            let mut wanted = filters(fields, &[("name", "tag:Name"), ("resource_id", id)]);
            wanted.extend(tag_filters(fields));
            async move { Ok(one("exists", !is_empty(&ids(ask, &resource, wanted).await?))) }.boxed()
        },
    ),
    AwsFunction::read(
        &["boto_vpc.network_acl_exists"],
        &[
            Argument::optional("network_acl_id", Shape::Text, "its id"),
            NAME,
            Argument::optional("network_acl_name", Shape::Text, "its Name tag"),
            TAGS,
        ],
        "Returns {exists: …} for network ACLs that match id, name and tags.",
        "{exists: True} or {exists: False}",
        |ask, fields| exists_as(ask, fields, "network_acl", "network_acl_id", "network_acl_name").boxed(),
    ),
    AwsFunction::read(
        &["boto_vpc.dhcp_options_exists"],
        &[
            Argument::optional("dhcp_options_id", Shape::Text, "their id"),
            NAME,
            Argument::optional("dhcp_options_name", Shape::Text, "their Name tag"),
            TAGS,
        ],
        "Returns {exists: …} for DHCP options that match id, name and tags.",
        "{exists: True} or {exists: False}",
        |ask, fields| exists_as(ask, fields, "dhcp_options", "dhcp_options_id", "dhcp_options_name").boxed(),
    ),
];

/// The VPC that `vpc_id` or `vpc_name` means.
pub(super) enum Home {
    /// Neither is given.
    Unsaid,
    /// Its id.
    Vpc(String),
    /// There is none with that name.
    Missing,
}

pub(super) async fn vpc_of(ask: &Asker<'_>, fields: &Fields) -> Result<Home, Refusal> {
    if let Some(id) = fields.text("vpc_id") {
        return Ok(Home::Vpc(id));
    }
    let Some(name) = fields.text("vpc_name") else { return Ok(Home::Unsaid) };
    let vpc = ask.find::<Vpc>(Reference::new(Vpc::KIND, name), Aspects::NONE).await?;
    Ok(vpc.map_or(Home::Missing, |vpc| Home::Vpc(vpc.id.clone())))
}

/// The ids of the subnet that `subnet_id` or `subnet_name` means, and of its VPC; none if it does not exist.
pub(super) async fn subnet_of(ask: &Asker<'_>, fields: &Fields) -> Result<Option<(String, String)>, Refusal> {
    let Some(name) = fields.text("subnet_id").or_else(|| fields.text("subnet_name")) else { return Ok(None) };
    let subnet = ask.find::<Subnet>(Reference::new(Subnet::KIND, name), Aspects::NONE).await?;
    Ok(subnet.map(|subnet| (subnet.id.clone(), subnet.vpc_id.clone())))
}

pub(super) fn is_empty(list: &Value) -> bool {
    list.as_list().is_none_or(<[Value]>::is_empty)
}

fn wanted(fields: &Fields) -> Filters {
    let mut all: Filters = vec![];
    for (argument, filter) in [("vpc_id", "vpc-id"), ("name", "tag:Name"), ("cidr", "cidr")] {
        if fields.takes(argument) {
            all.extend(filters(fields, &[(argument, filter)]));
        }
    }
    all.extend(tag_filters(fields));
    all
}

async fn vpcs(ask: &Asker<'_>, wanted: &Filters) -> Result<Value, Refusal> {
    Ok(ask.once(("vpcs", wanted), api::vpcs(ask.aws(), wanted)).await?)
}

/// The only match, none, or an error in Salt's words.
pub(super) fn only(found: &Value, what: &str, name: &str) -> Result<Option<Value>, Refusal> {
    match found.as_list().unwrap_or_default() {
        [] => Ok(None),
        [one] => Ok(Some(one.clone())),
        _ => Err(Refusal::Because(format!("Found more than one {what} named \"{name}\""))),
    }
}

async fn get_id(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let wanted = wanted(fields);
    // By name only, this read is the same as the one of states.
    if let ([_], Some(name)) = (wanted.as_slice(), fields.text("name")) {
        let vpc = ask.find::<Vpc>(Reference::new(Vpc::KIND, name), Aspects::NONE).await?;
        return Ok(one("id", vpc.map(|vpc| vpc.id.clone())));
    }
    if wanted.is_empty() {
        return Err(Refusal::Because(
            "At least one of the following must be provided: vpc_id, vpc_name, cidr or tags.".to_owned(),
        ));
    }
    let found = only(&vpcs(ask, &wanted).await?, "vpc", &fields.text("name").unwrap_or_default())?;
    Ok(one("id", found.and_then(|vpc| vpc.traverse("id", ":").cloned())))
}

async fn check_vpc(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let name = fields
        .text("vpc_id")
        .or_else(|| fields.text("vpc_name"))
        .ok_or_else(|| Refusal::Because("One of vpc_name or vpc_id must be provided.".to_owned()))?;
    let vpc = ask.find::<Vpc>(Reference::new(Vpc::KIND, name), Aspects::NONE).await?;
    Ok(vpc.map(|vpc| vpc.id.clone()).into())
}

async fn describe(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let mut wanted = filters(fields, &[("vpc_id", "vpc-id"), ("vpc_name", "tag:Name")]);
    if wanted.is_empty() {
        wanted.push(("is-default".to_owned(), vec!["true".to_owned()]));
    }
    let name = fields.text("vpc_name").unwrap_or_default();
    Ok(one("vpc", only(&vpcs(ask, &wanted).await?, "vpc", &name)?))
}

pub(super) fn id_filter(resource: &str) -> &'static str {
    match resource {
        "internet_gateway" => "internet-gateway-id",
        "route_table" => "route-table-id",
        "network_acl" => "network-acl-id",
        "dhcp_options" => "dhcp-options-id",
        "customer_gateway" => "customer-gateway-id",
        "vpc_peering_connection" => "vpc-peering-connection-id",
        "vpc" => "vpc-id",
        _ => "subnet-id",
    }
}

pub(super) async fn ids(ask: &Asker<'_>, resource: &str, wanted: Filters) -> Result<Value, Refusal> {
    if wanted.is_empty() {
        return Err(Refusal::Because("write a name, an id or tags".to_owned()));
    }
    let read = async {
        let none = || Ok(Value::List(vec![]));
        api::ids(ask.aws(), resource, &wanted).await.unwrap_or_else(none)
    };
    Ok(ask.once(("ids", resource, &wanted), read).await?)
}

async fn get_resource_id(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let resource = fields.required_text("resource");
    let Some(name) = fields.text("name") else {
        return Ok(one("id", fields.text("resource_id")));
    };
    // VPCs and subnets are kinds that states also refer to.
    let kind = match resource.as_str() {
        "vpc" => Some(Vpc::KIND),
        "subnet" => Some("ec2.subnet"),
        _ => None,
    };
    if let Some(kind) = kind {
        let found = ask.attributes(vec![Reference::new(kind, &name)], &["id"]).await?.pop().flatten();
        return Ok(one("id", found.and_then(|mut it| it.pop())));
    }
    let wanted = vec![("tag:Name".to_owned(), vec![exactly(&name)])];
    Ok(one("id", only(&ids(ask, &resource, wanted).await?, &resource, &name)?))
}

pub(super) async fn exists_as(
    ask: &Asker<'_>,
    fields: &Fields,
    resource: &str,
    id: &str,
    name: &str,
) -> Result<Value, Refusal> {
    let mut wanted = filters(fields, &[(id, id_filter(resource)), ("name", "tag:Name"), (name, "tag:Name")]);
    wanted.extend(tag_filters(fields));
    Ok(one("exists", !is_empty(&ids(ask, resource, wanted).await?)))
}
