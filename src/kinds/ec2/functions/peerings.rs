//! `boto_vpc.*`: peerings of VPCs.

use futures::future::FutureExt;

use super::api::{self, NewPeering};
use super::arguments::{Filters, VPC_ID, VPC_NAME, exactly_one};
use super::making::{Instead, NETWORKS, invalid, settled};
use super::networks::{Home, vpc_of};
use super::shape::one;
use crate::api::exactly;
use crate::vpc::Vpc;
use aws::tags::Tags;
use kind::{Asker, AwsFunction, Refusal, Source};
use model::{Argument, Aspects, Fields, Reference, Shape, Value};

const ID: Argument = Argument::optional("conn_id", Shape::Text, "the peering, by id");
const NAME: Argument = Argument::optional("conn_name", Shape::Text, "the peering, by Name tag");
const DRY: Argument = Argument::optional("dry_run", Shape::Boolean, "only check whether the call is allowed");
const PENDING: &str = "pending-acceptance";

pub(super) const FUNCTIONS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_vpc.describe_vpc_peering_connection"],
        &[Argument::required("name", Shape::Text, "the Name tag")],
        "Returns {VPC-Peerings: […]} with the ids of the peerings of that name that are active, pending or provisioning.",
        "{VPC-Peerings: […]} with ids",
        |ask, fields| {
            async move {
                let found = peerings(ask, named(&fields.required_text("name"))).await?;
                let ids = found.iter().filter_map(|it| it.traverse("id", ":").cloned());
                Ok(one("VPC-Peerings", Value::List(ids.collect())))
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_vpc.is_peering_connection_pending"],
        &[ID, NAME],
        "Returns whether a peering waits to be accepted.",
        "True or False",
        |ask, fields| {
            async move {
                exactly_one(fields, &["conn_id", "conn_name"])?;
                let wanted = match fields.text("conn_id") {
                    Some(id) => vec![("vpc-peering-connection-id".to_owned(), vec![id])],
                    None => named(&fields.text("conn_name").unwrap_or_default()),
                };
                is_pending(ask, fields, wanted).await
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_vpc.peering_connection_pending_from_vpc"],
        &[ID, NAME, VPC_ID, VPC_NAME],
        "Returns whether a peering that this VPC requested waits to be accepted.",
        "True or False",
        |ask, fields| pending_from_vpc(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_vpc.request_vpc_peering_connection"],
        &[
            Argument::optional("requester_vpc_id", Shape::Text, "the requester VPC, by id"),
            Argument::optional("requester_vpc_name", Shape::Text, "the requester VPC, by Name tag"),
            Argument::optional("peer_vpc_id", Shape::Text, "the peer VPC, by id"),
            Argument::optional("peer_vpc_name", Shape::Text, "the peer VPC, by Name tag"),
            Argument::optional("name", Shape::Text, "the peering's Name tag"),
            Argument::optional("peer_owner_id", Shape::Text, "the peer VPC's account"),
            Argument::optional("peer_region", Shape::Text, "the peer VPC's region"),
            DRY,
        ],
        "Requests a peering of two VPCs and returns {msg: …}; {error: …} when there is no such VPC.",
        "{msg: …}, or {error: …}",
        |ask, fields| settled(request(ask, fields)).boxed(),
    )
    .after_connection(1),
    AwsFunction::change(
        &["boto_vpc.accept_vpc_peering_connection"],
        &[ID, Argument::optional("name", Shape::Text, "the peering, by Name tag"), DRY],
        "Accepts a peering.",
        "{msg: …}",
        |ask, fields| settled(accept(ask, fields)).boxed(),
    )
    .after_connection(1),
    AwsFunction::change(
        &["boto_vpc.delete_vpc_peering_connection"],
        &[ID, NAME, DRY],
        "Deletes a peering.",
        "{msg: …}",
        |ask, fields| settled(delete(ask, fields)).boxed(),
    )
    .after_connection(1),
];

/// The filter for peerings that are active or may become so.
fn alive() -> (String, Vec<String>) {
    ("status-code".to_owned(), ["active", PENDING, "provisioning"].map(str::to_owned).to_vec())
}

/// By Name tag, only those that are active or may become so.
fn named(name: &str) -> Filters {
    vec![("tag:Name".to_owned(), vec![exactly(name)]), alive()]
}

async fn peerings(ask: &Asker<'_>, wanted: Filters) -> Result<Vec<Value>, Refusal> {
    let found = ask.once(("peerings", &wanted), api::peerings(ask.aws(), &wanted)).await?;
    Ok(found.as_list().unwrap_or_default().to_vec())
}

async fn is_pending(ask: &Asker<'_>, fields: &Fields, wanted: Filters) -> Result<Value, Refusal> {
    let found = peerings(ask, wanted).await?;
    match found.as_slice() {
        [] => Ok(false.into()),
        [one] => Ok((one.traverse("status", ":").and_then(Value::as_str) == Some(PENDING)).into()),
        _ => {
            let name = fields.text("conn_id").or_else(|| fields.text("conn_name")).unwrap_or_default();
            Err(Refusal::Because(format!(
                "Found more than one ID for the VPC peering connection ({name}). Please call this function with an ID \
                 instead."
            )))
        }
    }
}

async fn pending_from_vpc(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    exactly_one(fields, &["conn_id", "conn_name"])?;
    exactly_one(fields, &["vpc_id", "vpc_name"])?;
    let Home::Vpc(vpc) = vpc_of(ask, fields).await? else { return Ok(false.into()) };
    let mut wanted = match fields.text("conn_id") {
        Some(id) => vec![("vpc-peering-connection-id".to_owned(), vec![id]), alive()],
        None => named(&fields.text("conn_name").unwrap_or_default()),
    };
    wanted.push(("requester-vpc-info.vpc-id".to_owned(), vec![vpc]));
    is_pending(ask, fields, wanted).await
}

/// The id of the only such peering with that name.
async fn id_of(ask: &Asker<'_>, name: &str) -> Result<Option<String>, Instead> {
    let found = peerings(ask, named(name)).await?;
    match found.as_slice() {
        [] => Ok(None),
        [one] => Ok(one.traverse("id", ":").and_then(Value::as_str).map(str::to_owned)),
        _ => Err(invalid(&format!(
            "Found multiple VPC peering connections with the same name!! Please make sure you have only one VPC peering \
             connection named {name} or invoke this function with a VPC peering connection ID"
        ))),
    }
}

/// A VPC, given by id or by Name tag.
async fn vpc(ask: &Asker<'_>, fields: &Fields, id: &str, name: &str) -> Result<String, Instead> {
    let message = format!("Exactly one of {id} or {name} is required");
    match (fields.text(id), fields.text(name)) {
        (Some(id), None) => Ok(id),
        (None, Some(name)) => {
            let found = ask.find::<Vpc>(Reference::new(Vpc::KIND, &name), Aspects::NONE).await?;
            let message = format!("Could not resolve VPC name {name} to an ID");
            let answer = || Instead::Answer(one("error", message));
            found.map(|vpc| vpc.id.clone()).ok_or_else(answer)
        }
        _ => Err(invalid(&message)),
    }
}

async fn request(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Instead> {
    let name = fields.text("name");
    if let Some(name) = &name
        && id_of(ask, name).await?.is_some()
    {
        return Err(invalid(
            "A VPC peering connection with this name already exists! Please specify a different name.",
        ));
    }
    let tags: Tags = name.iter().map(|name| ("Name".to_owned(), name.clone())).collect();
    let new = NewPeering {
        vpc: vpc(ask, fields, "requester_vpc_id", "requester_vpc_name").await?,
        peer: vpc(ask, fields, "peer_vpc_id", "peer_vpc_name").await?,
        owner: fields.text("peer_owner_id"),
        region: fields.text("peer_region"),
        is_dry: fields.boolean("dry_run").unwrap_or(false),
        tags,
    };
    let id = ask.change(NETWORKS, api::request_peering(ask.aws(), new)).await?;
    let with = name.map(|name| format!(" With name {name}.")).unwrap_or_default();
    Ok(one("msg", format!("VPC peering {id} requested.{with}")))
}

async fn accept(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Instead> {
    let id = match (fields.text("conn_id"), fields.text("name")) {
        (Some(id), None) => id,
        (None, Some(name)) => id_of(ask, &name).await?.ok_or_else(|| {
            invalid(&format!(
                "No ID found for this VPC peering connection! ({name}) Please make sure this VPC peering connection \
                 exists or invoke this function with a VPC peering connection ID"
            ))
        })?,
        _ => return Err(invalid("One (but not both) of vpc_peering_connection_id or name must be provided.")),
    };
    let is_dry = fields.boolean("dry_run").unwrap_or(false);
    ask.change(NETWORKS, api::accept_peering(ask.aws(), &id, is_dry)).await?;
    Ok(one("msg", "VPC peering connection accepted."))
}

async fn delete(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Instead> {
    let id = match (fields.text("conn_id"), fields.text("conn_name")) {
        (Some(id), None) => id,
        (None, Some(name)) => {
            let missing = || invalid(&format!("Couldn't resolve VPC peering connection {name} to an ID"));
            id_of(ask, &name).await?.ok_or_else(missing)?
        }
        _ => return Err(invalid("Exactly one of conn_id or conn_name must be provided.")),
    };
    let is_dry = fields.boolean("dry_run").unwrap_or(false);
    ask.change(NETWORKS, api::delete_peering(ask.aws(), &id, is_dry)).await?;
    Ok(one("msg", "VPC peering connection deleted."))
}
