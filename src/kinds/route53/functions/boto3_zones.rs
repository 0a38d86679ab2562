//! `boto3_route53`: hosted zones, with the API's names.
//!
//! A name means all zones of that name. If several exist, functions that change something are refused until `PrivateZone` or
//! the id says which.

use futures::future::{FutureExt, try_join_all};

use super::zones::{self, described_vpc};
use super::{api, one_of};
use crate::hosted_zone::HostedZone;
use crate::hosted_zone::diff::Step;
use crate::names::qualified;
use aws::ApiError;
use kind::{Asker, AwsFunction, Refusal, Resource, Source};
use model::{Argument, Fields, Shape, Value};

const ID: Argument = Argument::required("Id", Shape::Text, "the zone's id");
const NAME: Argument = Argument::required("Name", Shape::Text, "the zone's name");
const NAMED: Argument = Argument { required: false, ..NAME };
const ZONE_ID: Argument = Argument::optional("HostedZoneId", Shape::Text, "the zone's id; or 'Name'");
const PRIVATE: Argument =
    Argument::optional("PrivateZone", Shape::Boolean, "with 'Name': the private or the public zone");
const VPC_ID: Argument = Argument::optional("VPCId", Shape::Text, "the VPC, by id");
const VPC_NAME: Argument = Argument::optional("VPCName", Shape::Text, "the VPC, by Name tag");
const VPC_REGION: Argument =
    Argument::optional("VPCRegion", Shape::Text, "where it is; the connection's region if left out");
const COMMENT: Argument = Argument::optional("Comment", Shape::Text, "not used: Route 53 shows it nowhere");
const SET: Argument = Argument::optional("DelegationSetId", Shape::Text, "the reusable delegation set");

pub(super) const READS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto3_route53.get_hosted_zone"],
        &[ID],
        "Returns a list of the one hosted zone as AWS describes it; [] if it does not exist.",
        "a list of one mapping: HostedZone, DelegationSet, VPCs; an empty list",
        |ask, fields| async move { described(ask, vec![bare(&fields.required_text(ID.name))]).await }.boxed(),
    ),
    AwsFunction::read(
        &["boto3_route53.get_hosted_zones_by_domain"],
        &[NAME],
        "Returns a list of all hosted zones of that name as AWS describes them; [] if none exists.",
        "a list of mappings: HostedZone, DelegationSet, VPCs; an empty list",
        |ask, fields| {
            async move { described(ask, named(ask, &fields.required_text(NAME.name), None).await?).await }
                .boxed()
        },
    ),
    AwsFunction::read(
        &["boto3_route53.list_hosted_zones"],
        &[SET],
        "Lists all hosted zones of the account, or those of a delegation set.",
        "a list of mappings: Id, Name, CallerReference, Config, ResourceRecordSetCount; an empty list",
        |ask, fields| {
            async move {
                let set = fields.text(SET.name).filter(|set| !set.is_empty());
                Ok(match set {
                    None => ask.once("hosted zones", api::zones(ask.aws(), None)).await?,
                    Some(set) => {
                        ask.once(("hosted zones", &set), api::zones(ask.aws(), Some(set.clone()))).await?
                    }
                })
            }
            .boxed()
        },
    ),
];

pub(super) const CHANGES: &[AwsFunction] = &[
    AwsFunction::change(
        &["boto3_route53.create_hosted_zone"],
        &[
            NAME,
            VPC_ID,
            VPC_NAME,
            VPC_REGION,
            Argument::optional(
                "CallerReference",
                Shape::Text,
                "calls with the same reference create only one zone",
            ),
            Argument::optional("Comment", Shape::Text, "the zone's comment"),
            Argument::optional("PrivateZone", Shape::Boolean, "a private zone; false if left out"),
            SET,
        ],
        "Creates a hosted zone and returns a list of it; None if a zone of that name exists or the VPC does not.",
        "a list of one mapping: HostedZone, DelegationSet, VPCs; None",
        |ask, fields| create(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto3_route53.update_hosted_zone_comment"],
        &[
            Argument { required: false, ..ID },
            NAMED,
            Argument::optional("Comment", Shape::Text, "the zone's comment; none if left out"),
            PRIVATE,
        ],
        "Sets the comment of a hosted zone and returns a list of it; [] if the zone does not exist.",
        "a list of one mapping: HostedZone; an empty list",
        |ask, fields| set_comment(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto3_route53.associate_vpc_with_hosted_zone"],
        &[ZONE_ID, NAMED, VPC_ID, VPC_NAME, VPC_REGION, COMMENT],
        "Lets a private hosted zone serve a VPC; True also when it does, and False when there is no such zone or VPC.",
        "True, or False",
        |ask, fields| associate(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto3_route53.disassociate_vpc_from_hosted_zone"],
        &[ZONE_ID, NAMED, VPC_ID, VPC_NAME, VPC_REGION, COMMENT],
        "Ends that a private hosted zone serves a VPC; True also when it does not, and False when there is no such zone or VPC.",
        "True, or False",
        |ask, fields| disassociate(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto3_route53.delete_hosted_zone"],
        &[ID],
        "Deletes a hosted zone; False when there is none.",
        "True, or False",
        |ask, fields| async move { delete(ask, &bare(&fields.required_text(ID.name))).await }.boxed(),
    ),
    AwsFunction::change(
        &["boto3_route53.delete_hosted_zone_by_domain"],
        &[NAME, PRIVATE],
        "Deletes the hosted zone of that name; False when there is none.",
        "True, or False",
        |ask, fields| {
            async move {
                let name = fields.required_text(NAME.name);
                match only(&name, named(ask, &name, fields.boolean(PRIVATE.name)).await?)? {
                    Some(id) => delete(ask, &id).await,
                    None => Ok(false.into()),
                }
            }
            .boxed()
        },
    ),
];

/// An id without its prefix in AWS's responses.
fn bare(id: &str) -> String {
    id.trim_start_matches("/hostedzone/").to_owned()
}

/// The ids of all zones of a name, or of the private or public ones.
async fn named(ask: &Asker<'_>, name: &str, is_private: Option<bool>) -> Result<Vec<String>, Refusal> {
    let all = ask.once("hosted zones", api::zones(ask.aws(), None)).await?;
    let name = qualified(name);
    let is_meant = |zone: &&Value| {
        let is = zone.traverse("Config:PrivateZone", ":").and_then(Value::as_bool).unwrap_or(false);
        let has = zone.traverse("Name", ":").and_then(Value::as_str).map(qualified);
        has.as_ref() == Some(&name) && is_private.is_none_or(|wanted| wanted == is)
    };
    let zones = all.as_list().unwrap_or_default().iter().filter(is_meant);
    Ok(zones.filter_map(|zone| zone.traverse("Id", ":")?.as_str().map(bare)).collect())
}

/// The one zone of a name; none if it does not exist.
fn only(name: &str, ids: Vec<String>) -> Result<Option<String>, Refusal> {
    if ids.len() > 1 {
        let message =
            format!("{} hosted zones are named {name}: say which with 'PrivateZone' or its id", ids.len());
        return Err(Refusal::Because(message));
    }
    Ok(ids.into_iter().next())
}

/// The zone of the arguments; none if no zone has the name.
pub(super) async fn meant(
    ask: &Asker<'_>,
    fields: &Fields,
    id: &'static str,
    is_private: Option<bool>,
) -> Result<Option<String>, Refusal> {
    let (id, name) = one_of(fields, id, NAME.name)?;
    match (id, name) {
        (Some(id), _) => Ok(Some(bare(&id))),
        (None, Some(name)) => only(&name, named(ask, &name, is_private).await?),
        (None, None) => Ok(None),
    }
}

/// Zones with their servers and VPCs.
async fn described(ask: &Asker<'_>, ids: Vec<String>) -> Result<Value, Refusal> {
    let read = |id: String| async move { ask.once(("zone", &id), api::zone(ask.aws(), &id)).await };
    let all = try_join_all(ids.into_iter().map(read)).await?;
    Ok(Value::List(all.into_iter().filter(|zone| !zone.is_null()).collect()))
}

/// Makes one call of the kind.
async fn change(ask: &Asker<'_>, step: &Step) -> Result<(), ApiError> {
    ask.change(&[HostedZone::KIND], HostedZone::apply(ask.aws(), step)).await
}

async fn create(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let name = qualified(&fields.required_text(NAME.name));
    let is_private = fields.boolean(PRIVATE.name).unwrap_or(false);
    if !named(ask, &name, Some(is_private)).await?.is_empty() {
        return Ok(Value::Null);
    }
    let vpc = if is_private {
        let Some(vpc) = vpc(ask, fields).await? else { return Ok(Value::Null) };
        Some((vpc.0.into(), Some(vpc.1)))
    } else {
        None
    };
    let reference = fields.text("CallerReference").filter(|given| !given.is_empty());
    let step = Step::Create {
        name: name.clone(),
        reference: reference.unwrap_or_else(|| uuid::Uuid::new_v4().to_string()),
        comment: Some(fields.text("Comment").unwrap_or_default()),
        is_private,
        vpc,
        set: fields.text(SET.name).filter(|set| !set.is_empty()),
    };
    change(ask, &step).await?;
    described(ask, named(ask, &name, Some(is_private)).await?).await
}

/// The id and the region of the VPC of the arguments; none if it does not exist.
async fn vpc(ask: &Asker<'_>, fields: &Fields) -> Result<Option<(String, String)>, Refusal> {
    let (id, name) = one_of(fields, VPC_ID.name, VPC_NAME.name)?;
    described_vpc(ask, id.or(name), fields.text(VPC_REGION.name)).await
}

async fn set_comment(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let found = meant(ask, fields, ID.name, fields.boolean(PRIVATE.name)).await?;
    let Some(id) = found else { return Ok(Value::List(vec![])) };
    if described(ask, vec![id.clone()]).await?.as_list().is_none_or(<[Value]>::is_empty) {
        return Ok(Value::List(vec![]));
    }
    let comment = fields.text("Comment").unwrap_or_default();
    change(ask, &Step::SetComment { id: id.clone(), comment }).await?;
    let zones = described(ask, vec![id]).await?;
    let of = |zone: &Value| {
        Some([("HostedZone", zone.traverse("HostedZone", ":")?.clone())].into_iter().collect())
    };
    Ok(Value::List(zones.as_list().unwrap_or_default().iter().filter_map(of).collect()))
}

/// The zone and the VPC of an association; none if one of them does not exist. Only private zones serve VPCs.
async fn association(
    ask: &Asker<'_>,
    fields: &Fields,
) -> Result<Option<(String, (String, String))>, Refusal> {
    one_of(fields, VPC_ID.name, VPC_NAME.name)?;
    let Some(zone) = meant(ask, fields, ZONE_ID.name, Some(true)).await? else { return Ok(None) };
    Ok(vpc(ask, fields).await?.map(|vpc| (zone, vpc)))
}

async fn associate(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let Some((id, (vpc, region))) = association(ask, fields).await? else { return Ok(false.into()) };
    let step = Step::Associate { id: id.clone(), vpc: vpc.as_str().into(), region: Some(region) };
    match change(ask, &step).await {
        Ok(()) => Ok(true.into()),
        Err(error) if error.is_not_found() => Ok(false.into()),
        Err(error) => match error.has_code(&["ConflictingDomainExists"]) && serves(ask, &id, &vpc).await? {
            true => Ok(true.into()),
            false => Err(error.into()),
        },
    }
}

async fn serves(ask: &Asker<'_>, zone: &str, vpc: &str) -> Result<bool, Refusal> {
    let zones = described(ask, vec![zone.to_owned()]).await?;
    let vpcs =
        zones.as_list().unwrap_or_default().iter().filter_map(|zone| zone.traverse("VPCs", ":")?.as_list());
    let mut ids = vpcs.flatten().filter_map(|vpc| vpc.traverse("VPCId", ":")?.as_str());
    Ok(ids.any(|id| id == vpc))
}

async fn disassociate(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let Some((id, (vpc, region))) = association(ask, fields).await? else { return Ok(false.into()) };
    change(ask, &Step::Disassociate { id, vpc, region: Some(region) }).await?;
    Ok(true.into())
}

async fn delete(ask: &Asker<'_>, id: &str) -> Result<Value, Refusal> {
    let found = described(ask, vec![id.to_owned()]).await?;
    let Some(zone) = found.as_list().and_then(<[Value]>::first) else { return Ok(false.into()) };
    let name = zone.traverse("HostedZone:Name", ":").and_then(Value::as_str).unwrap_or(id);
    zones::delete(ask, id, name).await?;
    Ok(true.into())
}
