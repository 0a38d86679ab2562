//! The calls for peering connections.

use aws_sdk_ec2::types::{Filter, ResourceType};
use futures::future::BoxFuture;

use super::diff::Step;
use super::live::Live;
use crate::Ec2;
use crate::api::once::Once;
use crate::api::{answer, by_id_or_name_tag, gather, pages, specification, tag, untag};
use aws::error::done_if_not_found;
use aws::{ApiError, Aws, failed};
use kind::{Answers, Ask};
use model::Reference;

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let by_name = by_id_or_name_tag("pcx-", "vpc-peering-connection-id");
    let select = |reference: &Reference| match from_elsewhere(&reference.name) {
        Some((_, peer)) => ("accepter-vpc-info.vpc-id".to_owned(), peer.to_owned()),
        None => by_name(reference),
    };
    let found = gather(asks, select, connections(aws)).await;
    answer(asks, "DescribeVpcPeeringConnections", found, |live, reference| {
        let name = reference.name.as_str();
        let from = format!("{}/{}", live.owner, live.peer);
        live.id == name
            || live.name.as_deref() == Some(name)
            || from == name
            || format!("{from}/{}", live.requester) == name
    })
}

/// The account and the peer VPC of a connection that is known by these.
fn from_elsewhere(name: &str) -> Option<(&str, &str)> {
    let mut parts = name.split('/');
    let (owner, peer) = (parts.next()?, parts.next()?);
    let is_account = owner.len() == 12 && owner.bytes().all(|it| it.is_ascii_digit());
    (is_account && peer.starts_with("vpc-")).then_some((owner, peer))
}

/// Reads the connections that match a filter.
fn connections<'a>(aws: &'a Aws) -> impl Fn(Filter) -> BoxFuture<'a, Result<Vec<Live>, ApiError>> {
    pages!(aws, describe_vpc_peering_connections.filters, "DescribeVpcPeeringConnections", 1000, Live::of)
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (ec2, call) = (aws.client::<Ec2>(), step.call());
    match step {
        Step::Create { new } => {
            let once = Once::new(aws, call, new);
            let tags = specification(ResourceType::VpcPeeringConnection, &once.tags(&new.tags));
            let make = async || {
                let request = ec2.create_vpc_peering_connection().vpc_id(new.requester.as_str());
                let request = request.peer_vpc_id(new.peer.as_str()).set_peer_owner_id(new.owner.clone());
                let request = request.set_peer_region(new.region.clone());
                let request = request.set_tag_specifications(tags.clone());
                let request = request.customize().config_override(Once::sent_once());
                request.send().await.map(drop).map_err(failed(call, &new.requester))
            };
            once.make(make, || once.seen(connections(aws))).await
        }
        Step::Accept { connection } => {
            let id = connection.as_str();
            let request = ec2.accept_vpc_peering_connection().vpc_peering_connection_id(id);
            request.send().await.map(drop).map_err(failed(call, id))
        }
        Step::Tag { connection, tags } => tag(aws, connection, tags).await,
        Step::Untag { connection, tags } => untag(aws, connection, tags).await,
        Step::Delete { connection } => {
            let request = ec2.delete_vpc_peering_connection().vpc_peering_connection_id(connection);
            done_if_not_found(request.send().await.map(drop).map_err(failed(call, connection)))
        }
    }
}
