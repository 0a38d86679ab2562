//! `boto_vpc.*`: makes and deletes VPCs, subnets and gateways.

use futures::future::FutureExt;

use super::api::{self, NewSubnet};
use super::arguments::{NAME, TAGS, VPC_ID, VPC_NAME};
use super::making::{
    Handle, Instead, NETWORKS, created, invalid, not, settled, tags_named, unless_named, vpc,
};
use super::networks::{exists_as, subnet_of};
use super::shape::one;
use aws::tags::Tags;
use aws::wait::{Patience, until};
use kind::{Asker, AwsFunction};
use model::{Argument, Fields, Shape, Value};

const SUBNET_ID: Argument = Argument::optional("subnet_id", Shape::Text, "the subnet, by id");
const SUBNET_NAME: Argument = Argument::optional("subnet_name", Shape::Text, "the subnet, by Name tag");
const GATEWAY_NAME: Argument =
    Argument::optional("internet_gateway_name", Shape::Text, "the gateway's Name tag");
const CUSTOMER_ID: Argument = Argument::optional("customer_gateway_id", Shape::Text, "the gateway, by id");
const CUSTOMER_NAME: Argument =
    Argument::optional("customer_gateway_name", Shape::Text, "the gateway's Name tag");

const VPC: Handle = Handle { resource: "vpc", shown: "VPC", id: "vpc_id", name: "vpc_name" };
const SUBNET: Handle = Handle { resource: "subnet", shown: "subnet", id: "subnet_id", name: "subnet_name" };
const GATEWAY: Handle = Handle {
    resource: "internet_gateway",
    shown: "internet gateway",
    id: "internet_gateway_id",
    name: "internet_gateway_name",
};
const CUSTOMER: Handle = Handle {
    resource: "customer_gateway",
    shown: "customer_gateway",
    id: "customer_gateway_id",
    name: "customer_gateway_name",
};

pub(super) const FUNCTIONS: &[AwsFunction] = &[
    AwsFunction::change(
        &["boto_vpc.create"],
        &[
            Argument::required("cidr_block", Shape::Text, "the IPv4 range"),
            Argument::optional(
                "instance_tenancy",
                Shape::Word(&["default", "dedicated", "host"]),
                "default if left out",
            ),
            Argument::optional(
                "vpc_name",
                Shape::Text,
                "its Name tag; its main route table gets a name from it",
            ),
            Argument::optional("enable_dns_support", Shape::Boolean, "whether DNS resolution works in it"),
            Argument::optional(
                "enable_dns_hostnames",
                Shape::Boolean,
                "whether instances get public DNS names",
            ),
            TAGS,
        ],
        "Makes a VPC.",
        "{created: True, id: …}, or {created: False, error: {message: …}}",
        |ask, fields| settled(create(ask, fields)).boxed(),
    ),
    AwsFunction::change(
        &["boto_vpc.delete"],
        &[VPC_ID, NAME, VPC_NAME, TAGS],
        "Deletes a VPC.",
        "{deleted: True}, or {deleted: False, error: {message: …}}",
        |ask, fields| settled(delete(ask, fields)).boxed(),
    ),
    AwsFunction::change(
        &["boto_vpc.create_subnet"],
        &[
            VPC_ID,
            Argument::optional("cidr_block", Shape::Text, "the IPv4 range"),
            VPC_NAME,
            Argument::optional("availability_zone", Shape::Text, "the zone; AWS chooses one if left out"),
            SUBNET_NAME,
            TAGS,
            Argument::optional(
                "auto_assign_public_ipv4",
                Shape::Boolean,
                "whether instances get public addresses",
            ),
        ],
        "Makes a subnet.",
        "{created: True, id: …}, or {created: False, error: {message: …}}",
        |ask, fields| settled(create_subnet(ask, fields)).boxed(),
    )
    .after_connection(1),
    AwsFunction::change(
        &["boto_vpc.delete_subnet"],
        &[SUBNET_ID, SUBNET_NAME],
        "Deletes a subnet.",
        "{deleted: True}, or {deleted: False, error: {message: …}}",
        |ask, fields| settled(SUBNET.delete(ask, fields)).boxed(),
    ),
    AwsFunction::change(
        &["boto_vpc.create_internet_gateway"],
        &[GATEWAY_NAME, VPC_ID, VPC_NAME, TAGS],
        "Makes an internet gateway and attaches it to the VPC, if one is given.",
        "{created: True, id: …}, or {created: False, error: {message: …}}",
        |ask, fields| settled(create_gateway(ask, fields)).boxed(),
    ),
    AwsFunction::change(
        &["boto_vpc.delete_internet_gateway"],
        &[
            Argument::optional("internet_gateway_id", Shape::Text, "the gateway, by id"),
            GATEWAY_NAME,
            Argument::optional("detach", Shape::Boolean, "detach it first; false if left out"),
        ],
        "Deletes an internet gateway.",
        "{deleted: True}, or {deleted: False, error: {message: …}}",
        |ask, fields| settled(delete_gateway(ask, fields)).boxed(),
    ),
    AwsFunction::change(
        &["boto_vpc.create_nat_gateway"],
        &[
            SUBNET_ID,
            SUBNET_NAME,
            Argument::optional(
                "allocation_id",
                Shape::Text,
                "its Elastic IP address, by id; a new one if left out",
            ),
        ],
        "Makes a NAT gateway.",
        "{created: True, id: …}, or {created: False, error: {message: …}}",
        |ask, fields| settled(create_nat(ask, fields)).boxed(),
    ),
    AwsFunction::change(
        &["boto_vpc.delete_nat_gateway"],
        &[
            Argument::required("nat_gateway_id", Shape::Text, "the gateway, by id"),
            Argument::optional("release_eips", Shape::Boolean, "release its addresses; false if left out"),
            Argument::optional("wait_for_delete", Shape::Boolean, "wait until it is gone; false if left out"),
            Argument::optional("wait_for_delete_retries", Shape::Integer, "not used"),
        ],
        "Deletes a NAT gateway.",
        "{deleted: True}, or {deleted: False, error: {message: …}}",
        |ask, fields| settled(delete_nat(ask, fields)).boxed(),
    )
    .after_connection(2),
    AwsFunction::change(
        &["boto_vpc.create_customer_gateway"],
        &[
            Argument::required("vpn_connection_type", Shape::Text, "ipsec.1"),
            Argument::required("ip_address", Shape::Text, "its public address"),
            Argument::required("bgp_asn", Shape::Integer, "its BGP autonomous system number"),
            CUSTOMER_NAME,
            TAGS,
        ],
        "Makes a customer gateway.",
        "{created: True, id: …}, or {created: False, error: {message: …}}",
        |ask, fields| settled(create_customer(ask, fields)).boxed(),
    ),
    AwsFunction::change(
        &["boto_vpc.delete_customer_gateway"],
        &[CUSTOMER_ID, CUSTOMER_NAME],
        "Deletes a customer gateway.",
        "{deleted: True}, or {deleted: False, error: {message: …}}",
        |ask, fields| settled(CUSTOMER.delete(ask, fields)).boxed(),
    ),
    AwsFunction::read(
        &["boto_vpc.customer_gateway_exists"],
        &[CUSTOMER_ID, CUSTOMER_NAME],
        "Returns {exists: …} for customer gateways that match id and name.",
        "{exists: True} or {exists: False}",
        |ask, fields| {
            exists_as(ask, fields, "customer_gateway", "customer_gateway_id", "customer_gateway_name").boxed()
        },
    ),
];

async fn create(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Instead> {
    let (cidr, tenancy) = (fields.required_text("cidr_block"), fields.text("instance_tenancy"));
    let tags = tags_named(fields, "vpc_name");
    let made = ask.change(NETWORKS, api::create_vpc(ask.aws(), &cidr, tenancy.as_deref(), &tags)).await?;
    let dns = (fields.boolean("enable_dns_support"), fields.boolean("enable_dns_hostnames"));
    api::set_dns(ask.aws(), &made, dns.0, dns.1).await?;
    if let Some(name) = fields.text("vpc_name") {
        name_main_table(ask, &made, name).await?;
    }
    Ok(created(made))
}

/// AWS makes the table a moment after the VPC.
async fn name_main_table(ask: &Asker<'_>, vpc: &str, name: String) -> Result<(), Instead> {
    let found = until(Patience::VISIBLE, || api::main_table(ask.aws(), vpc)).await?;
    let Ok(table) = found else { return Ok(()) };
    let tags: Tags = [("Name".to_owned(), format!("{name}-default-table"))].into_iter().collect();
    Ok(ask.change(NETWORKS, api::create_tags(ask.aws(), vec![table], &tags)).await?)
}

async fn delete(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Instead> {
    let Some(name) = fields.text("vpc_name").or_else(|| fields.text("name")) else {
        return VPC.delete(ask, fields).await;
    };
    if fields.has("vpc_id") {
        return Err(invalid("One (but not both) of vpc_name or vpc_id must be provided."));
    }
    let mut wanted = vec![("tag:Name".to_owned(), vec![crate::api::exactly(&name)])];
    wanted.extend(super::arguments::tag_filters(fields));
    let found = super::networks::only(&super::networks::ids(ask, "vpc", wanted).await?, "vpc", &name)?;
    let Some(Value::Str(id)) = found else { return Err(not("deleted", format!("VPC {name} not found"))) };
    ask.change(NETWORKS, api::delete(ask.aws(), "vpc", &id)).await?;
    Ok(one("deleted", true))
}

async fn create_subnet(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Instead> {
    let new = NewSubnet {
        vpc: vpc(ask, fields, "created").await?,
        cidr: fields.text("cidr_block"),
        zone: fields.text("availability_zone"),
        tags: tags_named(fields, "subnet_name"),
    };
    unless_named(ask, "subnet", fields.text("subnet_name")).await?;
    let made = ask.change(NETWORKS, api::create_subnet(ask.aws(), &new)).await?;
    if fields.boolean("auto_assign_public_ipv4") == Some(true) {
        api::map_public_addresses(ask.aws(), &made).await?;
    }
    Ok(created(made))
}

async fn create_gateway(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Instead> {
    let of_vpc = if fields.has("vpc_id") || fields.has("vpc_name") {
        Some(vpc(ask, fields, "created").await?)
    } else {
        None
    };
    unless_named(ask, "internet_gateway", fields.text("internet_gateway_name")).await?;
    let tags = tags_named(fields, "internet_gateway_name");
    let made = ask.change(NETWORKS, api::create_internet_gateway(ask.aws(), &tags)).await?;
    if let Some(vpc) = of_vpc {
        ask.change(NETWORKS, api::attach_gateway(ask.aws(), &made, &vpc)).await?;
    }
    Ok(created(made))
}

async fn delete_gateway(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Instead> {
    if fields.boolean("detach") == Some(true) {
        let id = GATEWAY.resolve(ask, fields, "deleted").await?;
        ask.change(NETWORKS, api::detach_gateway(ask.aws(), &id)).await?;
    }
    GATEWAY.delete(ask, fields).await
}

async fn create_nat(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Instead> {
    if fields.has("subnet_id") == fields.has("subnet_name") {
        return Err(invalid("One (but not both) of subnet_id or subnet_name must be provided."));
    }
    let Some((subnet, _)) = subnet_of(ask, fields).await? else {
        let name = fields.text("subnet_name").or_else(|| fields.text("subnet_id")).unwrap_or_default();
        return Err(not("created", format!("Subnet {name} does not exist.")));
    };
    let allocation = match fields.text("allocation_id") {
        Some(id) => id,
        None => {
            let made = ask.change(NETWORKS, api::allocate(ask.aws(), Some("vpc"))).await?;
            let id = made.traverse("allocation_id", ":").and_then(Value::as_str);
            id.unwrap_or_default().to_owned()
        }
    };
    let made = ask.change(NETWORKS, api::create_nat_gateway(ask.aws(), &subnet, &allocation)).await?;
    Ok(created(made))
}

async fn delete_nat(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Instead> {
    let id = fields.required_text("nat_gateway_id");
    let releases = fields.boolean("release_eips").unwrap_or(false);
    // An address can be released only when the gateway is gone.
    let has_to_be_gone = releases || fields.boolean("wait_for_delete").unwrap_or(false);
    let done = ask.change(NETWORKS, api::delete_nat_gateway(ask.aws(), &id, has_to_be_gone)).await;
    let addresses = match done {
        Err(error) if error.is_not_found() => {
            return Err(not("deleted", format!("nat gateway {id} does not exist.")));
        }
        done => done?,
    };
    if releases {
        for address in addresses {
            ask.change(NETWORKS, api::release(ask.aws(), None, Some(address))).await?;
        }
    }
    Ok(one("deleted", true))
}

async fn create_customer(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Instead> {
    unless_named(ask, "customer_gateway", fields.text("customer_gateway_name")).await?;
    let (kind, address) = (fields.required_text("vpn_connection_type"), fields.required_text("ip_address"));
    let bgp = fields.integer32("bgp_asn").unwrap_or_default();
    let tags = tags_named(fields, "customer_gateway_name");
    let call = api::create_customer_gateway(ask.aws(), &kind, &address, bgp, &tags);
    Ok(created(ask.change(NETWORKS, call).await?))
}
