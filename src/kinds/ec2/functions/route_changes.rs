//! `boto_vpc.*`: makes and deletes route tables and routes.

use futures::future::FutureExt;

use super::api::{self, NewRoute};
use super::arguments::{TAGS, VPC_ID, VPC_NAME, at_most_one};
use super::making::{Handle, Instead, NETWORKS, invalid, named, not, settled, tags_named, unless_named, vpc};
use super::networks::subnet_of;
use super::routes::{TABLE_ID, TABLE_NAME, nat_gateways_in};
use super::shape::one;
use aws::Fault;
use kind::{Asker, AwsFunction};
use model::{Argument, Fields, Shape, Value};

const TABLE: Handle =
    Handle { resource: "route_table", shown: "route table", id: "route_table_id", name: "route_table_name" };
/// Its name in Salt's messages about deletions.
const TO_DELETE: Handle = Handle { shown: "route_table", ..TABLE };
const ASSOCIATION: Argument =
    Argument::required("association_id", Shape::Text, "the association of a table with a subnet");
const DESTINATION: Argument =
    Argument::required("destination_cidr_block", Shape::Text, "the destination of the route");
const GATEWAY: Argument = Argument::optional("gateway_id", Shape::Text, "through this gateway");
const INSTANCE: Argument = Argument::optional("instance_id", Shape::Text, "through this instance");
const INTERFACE: Argument = Argument::optional("interface_id", Shape::Text, "through this interface");
const PEERING: Argument =
    Argument::optional("vpc_peering_connection_id", Shape::Text, "through this peering");
/// A new route has exactly one of these.
const TARGETS: [&str; 9] = [
    "gateway_id",
    "internet_gateway_name",
    "instance_id",
    "interface_id",
    "vpc_peering_connection_id",
    "nat_gateway_id",
    "nat_gateway_subnet_id",
    "nat_gateway_subnet_name",
    "vpc_peering_connection_name",
];

pub(super) const FUNCTIONS: &[AwsFunction] = &[
    AwsFunction::change(
        &["boto_vpc.create_route_table"],
        &[VPC_ID, VPC_NAME, TABLE_NAME, TAGS],
        "Makes a route table.",
        "{created: True, id: …}, or {created: False, error: {message: …}}",
        |ask, fields| settled(create_table(ask, fields)).boxed(),
    ),
    AwsFunction::change(
        &["boto_vpc.delete_route_table"],
        &[TABLE_ID, TABLE_NAME],
        "Deletes a route table.",
        "{deleted: True}, or {deleted: False, error: {message: …}}",
        |ask, fields| settled(TO_DELETE.delete(ask, fields)).boxed(),
    ),
    AwsFunction::change(
        &["boto_vpc.associate_route_table"],
        &[
            TABLE_ID,
            Argument::optional("subnet_id", Shape::Text, "the subnet, by id"),
            TABLE_NAME,
            Argument::optional("subnet_name", Shape::Text, "the subnet, by Name tag"),
        ],
        "Associates a subnet with a route table.",
        "{association_id: …}, or {associated: False, error: {message: …}}",
        |ask, fields| settled(associate(ask, fields)).boxed(),
    ),
    AwsFunction::change(
        &["boto_vpc.disassociate_route_table"],
        &[ASSOCIATION],
        "Disassociates a subnet from a route table.",
        "{disassociated: True} or {disassociated: False}",
        |ask, fields| settled(disassociate(ask, fields)).boxed(),
    ),
    AwsFunction::change(
        &["boto_vpc.replace_route_table_association"],
        &[ASSOCIATION, Argument::required("route_table_id", Shape::Text, "the new table, by id")],
        "Associates a subnet with another route table.",
        "{replaced: True, association_id: …}",
        |ask, fields| settled(reassociate(ask, fields)).boxed(),
    ),
    AwsFunction::change(
        &["boto_vpc.create_route"],
        &[
            TABLE_ID,
            DESTINATION,
            TABLE_NAME,
            GATEWAY,
            Argument::optional(
                "internet_gateway_name",
                Shape::Text,
                "through the internet gateway with this Name tag",
            ),
            INSTANCE,
            INTERFACE,
            PEERING,
            Argument::optional(
                "vpc_peering_connection_name",
                Shape::Text,
                "through the peering with this Name tag",
            ),
            Argument::optional("nat_gateway_id", Shape::Text, "through this NAT gateway"),
            Argument::optional(
                "nat_gateway_subnet_name",
                Shape::Text,
                "through the NAT gateway of this subnet",
            ),
            Argument::optional(
                "nat_gateway_subnet_id",
                Shape::Text,
                "through the NAT gateway of this subnet",
            ),
        ],
        "Makes a route.",
        "{created: True}, or {created: False, error: {message: …}}",
        |ask, fields| settled(create_route(ask, fields)).boxed(),
    )
    .after_connection(3),
    AwsFunction::change(
        &["boto_vpc.delete_route"],
        &[TABLE_ID, DESTINATION, TABLE_NAME],
        "Deletes a route.",
        "{deleted: True}, or {deleted: False, error: {message: …}}",
        |ask, fields| settled(delete_route(ask, fields)).boxed(),
    ),
    AwsFunction::change(
        &["boto_vpc.replace_route"],
        &[TABLE_ID, DESTINATION, TABLE_NAME, GATEWAY, INSTANCE, INTERFACE, PEERING],
        "Changes the target of a route.",
        "{replaced: True}, or {replaced: False, error: {message: …}}",
        |ask, fields| settled(replace_route(ask, fields)).boxed(),
    )
    .after_connection(1),
];

async fn create_table(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Instead> {
    let vpc = vpc(ask, fields, "created").await?;
    unless_named(ask, "route_table", fields.text("route_table_name")).await?;
    let tags = tags_named(fields, "route_table_name");
    Ok(super::making::created(ask.change(NETWORKS, api::create_route_table(ask.aws(), &vpc, &tags)).await?))
}

async fn associate(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Instead> {
    at_most_one(fields, &["subnet_name", "subnet_id"])?;
    at_most_one(fields, &["route_table_name", "route_table_id"])?;
    let Some((subnet, _)) = subnet_of(ask, fields).await? else {
        let name = fields.text("subnet_name").or_else(|| fields.text("subnet_id"));
        let name = name.ok_or_else(|| invalid("write 'subnet_id' or 'subnet_name'"))?;
        return Err(not("associated", format!("Subnet {name} does not exist.")));
    };
    let handle = Handle { shown: "Route table", ..TABLE };
    let table = handle.resolve(ask, fields, "associated").await?;
    let made = ask.change(NETWORKS, api::associate_route_table(ask.aws(), &table, &subnet)).await?;
    Ok(one("association_id", made))
}

async fn disassociate(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Instead> {
    let id = fields.required_text("association_id");
    match ask.change(NETWORKS, api::disassociate_route_table(ask.aws(), &id)).await {
        Err(error) if error.is_not_found() => Ok(one("disassociated", false)),
        done => Ok(done.map(|()| one("disassociated", true))?),
    }
}

async fn reassociate(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Instead> {
    let (id, table) = (fields.required_text("association_id"), fields.required_text("route_table_id"));
    let made = ask.change(NETWORKS, api::replace_association(ask.aws(), &id, &table)).await?;
    let mut answer = one("replaced", true);
    answer.merge(one("association_id", made));
    Ok(answer)
}

/// A route with the targets that are given by id.
async fn route(ask: &Asker<'_>, fields: &Fields, what: &str) -> Result<NewRoute, Instead> {
    Ok(NewRoute {
        table: TABLE.resolve(ask, fields, what).await?,
        destination: fields.required_text("destination_cidr_block"),
        gateway: fields.text("gateway_id"),
        instance: fields.text("instance_id"),
        interface: fields.text("interface_id"),
        peering: fields.text("vpc_peering_connection_id"),
        nat: None,
    })
}

async fn create_route(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Instead> {
    if TARGETS.iter().filter(|target| fields.has(target)).count() != 1 {
        return Err(invalid(
            "Only one of gateway_id, internet_gateway_name, instance_id, interface_id, vpc_peering_connection_id, \
             nat_gateway_id, nat_gateway_subnet_id, nat_gateway_subnet_name or vpc_peering_connection_name may be \
             provided.",
        ));
    }
    let mut new = route(ask, fields, "created").await?;
    new.nat = fields.text("nat_gateway_id");
    for (argument, resource, shown) in [
        ("internet_gateway_name", "internet_gateway", "internet gateway"),
        ("vpc_peering_connection_name", "vpc_peering_connection", "VPC peering connection"),
    ] {
        let Some(name) = fields.text(argument) else { continue };
        let found = named(ask, resource, &name).await?;
        let id = found.ok_or_else(|| not("created", format!("{shown} {name} does not exist.")))?;
        if resource == "internet_gateway" {
            new.gateway = Some(id);
        } else {
            new.peering = Some(id);
        }
    }
    let of_subnet = fields.text("nat_gateway_subnet_id").or_else(|| fields.text("nat_gateway_subnet_name"));
    if let Some(subnet) = of_subnet {
        let found = nat_gateways_in(ask, &subnet).await?;
        let id = found.ok_or_else(|| not("created", format!("nat gateway for {subnet} does not exist.")))?;
        new.nat = Some(id);
    }
    match ask.change(NETWORKS, api::create_route(ask.aws(), new)).await {
        Err(error) if error.fault == Fault::AlreadyExists => Err(not("created", error.message)),
        done => Ok(done.map(|()| one("created", true))?),
    }
}

async fn delete_route(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Instead> {
    let table = TABLE.resolve(ask, fields, "deleted").await?;
    let destination = fields.required_text("destination_cidr_block");
    match ask.change(NETWORKS, api::delete_route(ask.aws(), &table, &destination)).await {
        Err(error) if error.is_not_found() => Err(not("deleted", error.message)),
        done => Ok(done.map(|()| one("deleted", true))?),
    }
}

async fn replace_route(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Instead> {
    let new = route(ask, fields, "replaced").await?;
    match ask.change(NETWORKS, api::replace_route(ask.aws(), new)).await {
        Err(error) if error.is_not_found() => Err(not("replaced", error.message)),
        done => Ok(done.map(|()| one("replaced", true))?),
    }
}
