//! `boto_vpc.*`: subnets.

use futures::future::FutureExt;

use super::api;
use super::arguments::{CIDR, Filters, NAME, TAGS, VPC_ID, filters, tag_filters};
use super::networks::{ids, is_empty};
use super::shape::one;
use kind::{Asker, AwsFunction, Refusal};
use model::{Argument, Fields, Reference, Shape, Value};

const SUBNET_ID: Argument = Argument::optional("subnet_id", Shape::Text, "the subnet, by id");
const SUBNET_NAME: Argument = Argument::optional("subnet_name", Shape::Text, "the subnet, by Name tag");

pub(super) const FUNCTIONS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_vpc.describe_subnet"],
        &[SUBNET_ID, SUBNET_NAME],
        "Returns {subnet: {…}}; None in it when there is none.",
        "{subnet: …} with id, vpc_id, cidr_block, availability_zone, tags and its own route table; or {subnet: None}",
        |ask, fields| describe_subnet(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_vpc.describe_subnets"],
        &[
            Argument::optional("subnet_ids", Shape::Texts, "ids"),
            Argument::optional("subnet_names", Shape::Texts, "Name tags"),
            VPC_ID,
            CIDR,
        ],
        "Returns {subnets: […]}; None in it when there are none.",
        "{subnets: […]} with a mapping for each, or {subnets: None}",
        |ask, fields| describe_subnets(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_vpc.subnet_exists"],
        &[
            SUBNET_ID,
            NAME,
            SUBNET_NAME,
            CIDR,
            TAGS,
            Argument::optional("zones", Shape::Texts, "availability zones"),
        ],
        "Returns {exists: …} for subnets that match id, name, range, zone and tags.",
        "{exists: True} or {exists: False}",
        |ask, fields| subnet_exists(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_vpc.get_subnet_association"],
        &[Argument::required("subnets", Shape::Texts, "ids of subnets")],
        "Returns {vpc_id: …} of the VPC that the subnets are in; {vpc_ids: […]} when they are in several VPCs.",
        "{vpc_id: …}, or {vpc_ids: […]}",
        |ask, fields| get_subnet_association(ask, fields).boxed(),
    ),
];

async fn subnets(ask: &Asker<'_>, wanted: &Filters) -> Result<Vec<Value>, Refusal> {
    let read = async {
        let found = api::subnets(ask.aws(), wanted).await?;
        let all = found.as_list().unwrap_or_default();
        let ids: Vec<String> = all
            .iter()
            .filter_map(|it| it.traverse("id", ":").and_then(Value::as_str).map(str::to_owned))
            .collect();
        if ids.is_empty() {
            return Ok(found);
        }
        let associations = api::associations(ask.aws(), &ids).await?;
        let with = |(subnet, id): (&Value, &String)| {
            let mut subnet = subnet.clone();
            if let Some(association) = associations.as_map().and_then(|map| map.get(id.as_str())) {
                subnet.merge(one("explicit_route_table_association_id", association.clone()));
            }
            subnet
        };
        Ok(Value::List(all.iter().zip(&ids).map(with).collect()))
    };
    let found = ask.once(("subnets", wanted), read).await?;
    Ok(found.as_list().unwrap_or_default().to_vec())
}

async fn describe_subnet(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let wanted = filters(fields, &[("subnet_id", "subnet-id"), ("subnet_name", "tag:Name")]);
    if wanted.is_empty() {
        return Err(Refusal::Because("write 'subnet_id' or 'subnet_name'".to_owned()));
    }
    Ok(one("subnet", subnets(ask, &wanted).await?.into_iter().next()))
}

async fn describe_subnets(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let arguments =
        [("subnet_ids", "subnet-id"), ("subnet_names", "tag:Name"), ("vpc_id", "vpc-id"), ("cidr", "cidr")];
    let found = subnets(ask, &filters(fields, &arguments)).await?;
    Ok(one("subnets", Some(found).filter(|found| !found.is_empty())))
}

async fn subnet_exists(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let arguments = [
        ("subnet_id", "subnet-id"),
        ("name", "tag:Name"),
        ("subnet_name", "tag:Name"),
        ("cidr", "cidr"),
        ("zones", "availability-zone"),
    ];
    let mut wanted = filters(fields, &arguments);
    wanted.extend(tag_filters(fields));
    Ok(one("exists", !is_empty(&ids(ask, "subnet", wanted).await?)))
}

async fn get_subnet_association(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let names = fields.texts("subnets").unwrap_or_default();
    let references = names.iter().map(|name| Reference::new("ec2.subnet", name)).collect();
    let found = ask.attributes(references, &["vpc_id"]).await?;
    let mut vpcs: Vec<Value> = found.into_iter().flatten().flatten().collect();
    vpcs.dedup();
    Ok(if vpcs.len() > 1 { one("vpc_ids", Value::List(vpcs)) } else { one("vpc_id", vpcs.pop()) })
}
