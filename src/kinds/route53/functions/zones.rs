//! `boto_route53` and `boto3_route53`: hosted zones.

use futures::future::FutureExt;

use super::{RETRIES, ZONE, api, zone};
use crate::hosted_zone::HostedZone;
use crate::hosted_zone::diff::Step;
use crate::names::qualified;
use aws::{ApiError, Fault};
use kind::{Asker, AwsFunction, Refusal, Resource, Source};
use model::{Argument, Aspects, Fields, Reference, Shape, Value};

pub(super) const FUNCTIONS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_route53.zone_exists"],
        &[ZONE, RETRIES[0], RETRIES[1], RETRIES[2], RETRIES[3]],
        "Returns whether a hosted zone of that name exists.",
        "True or False",
        |ask, fields| zone_exists(ask, fields).boxed(),
    )
    .after_connection(4),
    AwsFunction::read(
        &["boto_route53.list_all_zones_by_name"],
        &[],
        "Lists the names of all hosted zones.",
        "a list of names",
        |ask, _| listed(ask, "Name").boxed(),
    ),
    AwsFunction::read(
        &["boto_route53.list_all_zones_by_id"],
        &[],
        "Lists the ids of all hosted zones, each after /hostedzone/.",
        "a list of ids",
        |ask, _| listed(ask, "Id").boxed(),
    ),
    AwsFunction::read(
        &["boto3_route53.find_hosted_zone"],
        &[
            Argument::optional("Id", Shape::Text, "the zone's id"),
            Argument::optional("Name", Shape::Text, "the zone's name"),
            Argument::optional("PrivateZone", Shape::Boolean, "with 'Name': the private zone"),
        ],
        "Returns a list of the one hosted zone as AWS describes it; [] when there is none.",
        "a list of one mapping: HostedZone, DelegationSet, VPCs; an empty list",
        |ask, fields| find_hosted_zone(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_route53.describe_hosted_zones"],
        &[
            Argument::optional("zone_id", Shape::Text, "only this zone, by id"),
            Argument::optional("domain_name", Shape::Text, "only this zone, by name"),
        ],
        "Lists all hosted zones, or describes one with its servers and VPCs; [] when there is none.",
        "a list of mappings: Id, Name, CallerReference, Config …; of one zone a mapping: HostedZone, DelegationSet, VPCs; an empty list",
        |ask, fields| describe_hosted_zones(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_route53.create_hosted_zone"],
        &[
            Argument::required("domain_name", Shape::Text, "the zone's name"),
            Argument::optional(
                "caller_ref",
                Shape::Text,
                "calls with the same reference create only one zone",
            ),
            Argument::optional("comment", Shape::Text, "the zone's comment"),
            Argument::optional("private_zone", Shape::Boolean, "a private zone; false if left out"),
            Argument::optional("vpc_id", Shape::Text, "the VPC that a private zone serves, by id"),
            Argument::optional("vpc_name", Shape::Text, "the VPC that a private zone serves, by Name tag"),
            Argument::optional("vpc_region", Shape::Text, "that VPC's region"),
        ],
        "Creates a hosted zone and describes it; None when there is one of that name, or no such VPC.",
        "a mapping: HostedZone, DelegationSet, VPCs; None",
        |ask, fields| create_hosted_zone(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_route53.create_zone"],
        &[
            ZONE,
            Argument::optional("private", Shape::Boolean, "a private zone; false if left out"),
            Argument::optional("vpc_id", Shape::Text, "the VPC that a private zone serves"),
            Argument::optional("vpc_region", Shape::Text, "that VPC's region"),
        ],
        "Creates a hosted zone; False when there is one of that name.",
        "True, or False",
        |ask, fields| create_zone(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_route53.delete_zone"],
        &[ZONE],
        "Deletes a hosted zone; False when there is none.",
        "True, or False",
        |ask, fields| delete_zone(ask, fields).boxed(),
    ),
];

async fn zone_exists(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    match ask.find::<HostedZone>(zone(fields), Aspects::NONE).await {
        Ok(found) => Ok(found.is_some().into()),
        // There may even be several.
        Err(error) if error.fault == Fault::Ambiguous => Ok(true.into()),
        Err(error) => Err(error.into()),
    }
}

async fn listed(ask: &Asker<'_>, key: &str) -> Result<Value, Refusal> {
    let all = ask.once("hosted zones", api::zones(ask.aws(), None)).await?;
    let zones = all.as_list().unwrap_or_default().iter();
    Ok(Value::List(zones.filter_map(|zone| zone.traverse(key, ":").cloned()).collect()))
}

async fn find_hosted_zone(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let id = match (fields.text("Id"), fields.text("Name")) {
        (Some(id), None) => Some(id),
        (None, Some(name)) => {
            let reference = Reference::new(HostedZone::KIND, qualified(&name));
            let reference = match fields.boolean("PrivateZone") {
                Some(true) => reference.within("private"),
                Some(false) => reference.within("public"),
                None => reference,
            };
            let found = ask.find::<HostedZone>(reference, Aspects::NONE).await?;
            found.map(|zone| zone.id.clone())
        }
        _ => return Err(Refusal::Because("write either 'Id' or 'Name'".to_owned())),
    };
    let Some(id) = id else { return Ok(Value::List(vec![])) };
    let found = ask.once(("zone", &id), api::zone(ask.aws(), &id)).await?;
    Ok(Value::List(if found.is_null() { vec![] } else { vec![found] }))
}

/// A value as boto 2 reads it: everything except lists and mappings is text.
fn as_boto_reads(value: &Value) -> Value {
    match value {
        Value::Bool(truth) => truth.to_string().into(),
        Value::Int(number) => number.to_string().into(),
        Value::List(list) => Value::List(list.iter().map(as_boto_reads).collect()),
        Value::Map(map) => {
            Value::Map(map.iter().map(|(key, value)| (key.clone(), as_boto_reads(value))).collect())
        }
        other => other.clone(),
    }
}

async fn described(ask: &Asker<'_>, id: &str) -> Result<Value, Refusal> {
    let id = id.strip_prefix("/hostedzone/").unwrap_or(id);
    Ok(as_boto_reads(&ask.once(("zone", &id), api::zone(ask.aws(), id)).await?))
}

async fn describe_hosted_zones(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let id = match (fields.text("zone_id"), fields.text("domain_name")) {
        (Some(_), Some(_)) => {
            let message = "At most one of zone_id or domain_name may be provided";
            return Err(Refusal::Because(message.to_owned()));
        }
        (None, None) => {
            return Ok(as_boto_reads(&ask.once("hosted zones", api::zones(ask.aws(), None)).await?));
        }
        (Some(id), None) => Some(id),
        (None, Some(name)) => {
            let reference = Reference::new(HostedZone::KIND, qualified(&name));
            let found = ask.find::<HostedZone>(reference, Aspects::NONE).await?;
            found.map(|zone| zone.id.clone())
        }
    };
    let found = match id {
        Some(id) => described(ask, &id).await?,
        None => Value::Null,
    };
    Ok(if found.is_null() { Value::List(vec![]) } else { found })
}

async fn create_hosted_zone(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let name = qualified(&fields.required_text("domain_name"));
    let is_private = fields.boolean("private_zone").unwrap_or(false);
    let scope = if is_private { "private" } else { "public" };
    let reference = Reference::new(HostedZone::KIND, &name).within(scope);
    if ask.find::<HostedZone>(reference.clone(), Aspects::NONE).await?.is_some() {
        return Ok(Value::Null);
    }
    let vpc = match (is_private, fields.text("vpc_id"), fields.text("vpc_name")) {
        (false, ..) => None,
        (true, Some(vpc), None) | (true, None, Some(vpc)) => {
            let found = described_vpc(ask, Some(vpc), fields.text("vpc_region")).await?;
            let Some((id, region)) = found else { return Ok(Value::Null) };
            Some((id.into(), Some(region)))
        }
        (true, ..) => {
            let message = "Either vpc_name or vpc_id is required when creating a private zone.";
            return Err(Refusal::Because(message.to_owned()));
        }
    };
    let step = Step::Create {
        name,
        reference: fields.text("caller_ref").unwrap_or_else(|| uuid::Uuid::new_v4().to_string()),
        comment: fields.text("comment"),
        is_private,
        vpc,
        set: None,
    };
    ask.change(&[HostedZone::KIND], HostedZone::apply(ask.aws(), &step)).await?;
    let made = ask.find::<HostedZone>(reference, Aspects::NONE).await?;
    match made {
        Some(zone) => described(ask, &zone.id).await,
        None => Ok(Value::Null),
    }
}

async fn create_zone(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    if zone_exists(ask, fields).await? == Value::Bool(true) {
        return Ok(false.into());
    }
    let is_private = fields.boolean("private").unwrap_or(false);
    let vpc = fields.text("vpc_id").filter(|_| is_private);
    if is_private && vpc.is_none() {
        return Err(Refusal::Because("a private zone needs a 'vpc_id'".to_owned()));
    }
    let step = Step::Create {
        name: zone(fields).name,
        reference: uuid::Uuid::new_v4().to_string(),
        comment: None,
        is_private,
        vpc: vpc.map(|vpc| (vpc.into(), fields.text("vpc_region"))),
        set: None,
    };
    ask.change(&[HostedZone::KIND], HostedZone::apply(ask.aws(), &step)).await?;
    Ok(true.into())
}

async fn delete_zone(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let reference = zone(fields);
    let name = reference.name.clone();
    let found = ask.find::<HostedZone>(reference, Aspects::NONE).await?;
    let Some(found) = found else { return Ok(false.into()) };
    delete(ask, &found.id, &name).await?;
    Ok(true.into())
}

pub(super) async fn delete(ask: &Asker<'_>, id: &str, name: &str) -> Result<(), ApiError> {
    let step = Step::Delete { id: id.to_owned(), name: name.to_owned() };
    ask.change(&[HostedZone::KIND, "route53.record"], HostedZone::apply(ask.aws(), &step)).await
}

/// The id and the region of a VPC, by its id or Name tag; none if it does not exist. Other regions are not searched.
pub(super) async fn described_vpc(
    ask: &Asker<'_>,
    vpc: Option<String>,
    region: Option<String>,
) -> Result<Option<(String, String)>, Refusal> {
    let Some(vpc) = vpc else { return Ok(None) };
    let here = ask.aws().region.clone();
    if let Some(elsewhere) = region.filter(|region| *region != here && vpc.starts_with("vpc-")) {
        return Ok(Some((vpc, elsewhere)));
    }
    let found = ask.attributes(vec![Reference::new("ec2.vpc", vpc)], &["id"]).await?;
    let id = found.into_iter().flatten().flatten().next();
    Ok(id.and_then(|id| Some((id.as_str()?.to_owned(), here))))
}
