//! `boto_vpc.*`: route tables, routes and NAT gateways.

use futures::future::FutureExt;

use super::api;
use super::arguments::{Filters, NAME, TAGS, VPC_ID, VPC_NAME, filters, tag_filters};
use super::networks::{Home, exists_as, only, vpc_of};
use super::shape::one;
use crate::subnet::Subnet;
use kind::{Asker, AwsFunction, Refusal, Source};
use model::{Argument, Aspects, Fields, Reference, Shape, Value};

pub(super) const TABLE_ID: Argument =
    Argument::optional("route_table_id", Shape::Text, "the route table, by id");
pub(super) const TABLE_NAME: Argument =
    Argument::optional("route_table_name", Shape::Text, "the route table, by Name tag");
/// What a route may lead to: our argument and the key in the route.
const TARGETS: &[&str] = &["gateway_id", "instance_id", "interface_id", "vpc_peering_connection_id"];
const NAT: &[Argument] = &[
    Argument::optional("nat_gateway_id", Shape::Text, "the gateway, by id"),
    Argument::optional("subnet_id", Shape::Text, "the subnet, by id"),
    Argument::optional("subnet_name", Shape::Text, "the subnet, by Name tag"),
    VPC_ID,
    VPC_NAME,
    Argument::optional("states", Shape::Texts, "pending and available if left out"),
];

pub(super) const FUNCTIONS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_vpc.describe_route_tables"],
        &[TABLE_ID, TABLE_NAME, VPC_ID, TAGS],
        "Lists route tables with routes and associations.",
        "a list of mappings: id, vpc_id, tags, routes, associations",
        |ask, fields| tables(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_vpc.route_table_exists"],
        &[TABLE_ID, NAME, TABLE_NAME, TAGS],
        "Returns {exists: …} for route tables that match id, name and tags.",
        "{exists: True} or {exists: False}",
        |ask, fields| exists_as(ask, fields, "route_table", "route_table_id", "route_table_name").boxed(),
    ),
    AwsFunction::read(
        &["boto_vpc.route_exists"],
        &[
            Argument::required("destination_cidr_block", Shape::Text, "the destination of the route"),
            TABLE_NAME,
            TABLE_ID,
            Argument::optional("gateway_id", Shape::Text, "through this gateway"),
            Argument::optional("instance_id", Shape::Text, "through this instance"),
            Argument::optional("interface_id", Shape::Text, "through this interface"),
            TAGS,
            Argument::optional("vpc_peering_connection_id", Shape::Text, "through this peering"),
        ],
        "Returns {exists: …} for a route with that destination and target, in the only table that matches.",
        "{exists: True} or {exists: False}",
        |ask, fields| route_exists(ask, fields).boxed(),
    )
    .after_connection(1),
    AwsFunction::read(
        &["boto_vpc.describe_nat_gateways"],
        NAT,
        "Lists NAT gateways as AWS describes them; False when there are none.",
        "a list of mappings as AWS describes them, or False",
        |ask, fields| {
            async move {
                let found = nat_gateways(ask, fields).await?;
                Ok(if found.is_truthy() { found } else { false.into() })
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_vpc.nat_gateway_exists"],
        NAT,
        "Returns whether a NAT gateway exists.",
        "True or False",
        |ask, fields| async move { Ok(nat_gateways(ask, fields).await?.is_truthy().into()) }.boxed(),
    ),
];

async fn tables(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let arguments =
        [("route_table_id", "route-table-id"), ("route_table_name", "tag:Name"), ("vpc_id", "vpc-id")];
    let mut wanted = filters(fields, &arguments);
    wanted.extend(tag_filters(fields));
    if wanted.is_empty() {
        return Err(Refusal::Because("write an id, a name, a VPC or tags".to_owned()));
    }
    Ok(ask.once(("route tables", &wanted), api::route_tables(ask.aws(), &wanted)).await?)
}

async fn route_exists(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let targets: Vec<(&str, String)> =
        TARGETS.iter().filter_map(|target| Some((*target, fields.text(target)?))).collect();
    if targets.is_empty() {
        let message = "At least one of the following must be specified: gateway id, instance id, interface id or VPC \
                       peering connection id.";
        return Err(Refusal::Because(message.to_owned()));
    }
    let name = fields.text("route_table_name").or_else(|| fields.text("route_table_id")).unwrap_or_default();
    let table = only(&tables(ask, fields).await?, "route table", &name)?;
    let routes =
        table.as_ref().and_then(|table| table.traverse("routes", ":")?.as_list()).unwrap_or_default();
    let destination = fields.required_text("destination_cidr_block");
    let is = |route: &Value, key: &str, value: &str| {
        route.traverse(key, ":").and_then(Value::as_str) == Some(value)
    };
    let exists = routes.iter().any(|route| {
        is(route, "destination_cidr_block", &destination)
            && targets.iter().all(|(key, value)| is(route, key, value))
    });
    Ok(one("exists", exists))
}

/// The id of the first NAT gateway of a subnet, by its id or Name tag.
pub(super) async fn nat_gateways_in(ask: &Asker<'_>, subnet: &str) -> Result<Option<String>, Refusal> {
    let found = ask.find::<Subnet>(Reference::new(Subnet::KIND, subnet), Aspects::NONE).await?;
    let Some(subnet) = found else { return Ok(None) };
    let states = ["pending", "available"].map(str::to_owned).to_vec();
    let wanted = vec![("subnet-id".to_owned(), vec![subnet.id.clone()]), ("state".to_owned(), states)];
    let found = ask.once(("nat gateways", &wanted), api::nat_gateways(ask.aws(), &wanted)).await?;
    let first = found.as_list().and_then(|all| all.first()?.traverse("NatGatewayId", ":")?.as_str());
    Ok(first.map(str::to_owned))
}

async fn nat_gateways(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let none = || Value::List(vec![]);
    let mut wanted: Filters =
        filters(fields, &[("nat_gateway_id", "nat-gateway-id"), ("subnet_id", "subnet-id")]);
    if let Some(name) = fields.text("subnet_name") {
        let subnet = ask.find::<Subnet>(Reference::new(Subnet::KIND, name), Aspects::NONE).await?;
        let Some(subnet) = subnet else { return Ok(none()) };
        wanted.push(("subnet-id".to_owned(), vec![subnet.id.clone()]));
    }
    match vpc_of(ask, fields).await? {
        Home::Vpc(id) => wanted.push(("vpc-id".to_owned(), vec![id])),
        Home::Missing => return Ok(none()),
        Home::Unsaid => {}
    }
    let states = fields.texts("states").unwrap_or_else(|| ["pending", "available"].map(str::to_owned).into());
    wanted.push(("state".to_owned(), states));
    Ok(ask.once(("nat gateways", &wanted), api::nat_gateways(ask.aws(), &wanted)).await?)
}
