//! Makes, accepts and deletes peerings of VPCs.

use aws_sdk_ec2::types::ResourceType;

use super::specification;
use crate::Ec2;
use crate::api::once::Once;
use aws::tags::Tags;
use aws::{ApiError, Aws, failed};

/// A peering to request.
pub(in super::super) struct NewPeering {
    pub vpc: String,
    pub peer: String,
    pub owner: Option<String>,
    pub region: Option<String>,
    pub is_dry: bool,
    pub tags: Tags,
}

/// Returns its id.
pub(in super::super) async fn request_peering(aws: &Aws, new: NewPeering) -> Result<String, ApiError> {
    let arguments = (&new.vpc, &new.peer, &new.owner, &new.region, &new.tags);
    let once = Once::new(aws, "CreateVpcPeeringConnection", arguments);
    let make = || async {
        let tags = once.tags(&new.tags);
        let call =
            aws.client::<Ec2>().create_vpc_peering_connection().vpc_id(&new.vpc).peer_vpc_id(&new.peer);
        let call = call.set_peer_owner_id(new.owner.clone()).set_peer_region(new.region.clone());
        let call = call.set_dry_run(new.is_dry.then_some(true));
        let call = call.set_tag_specifications(specification(ResourceType::VpcPeeringConnection, &tags));
        let made = call.customize().config_override(Once::sent_once()).send().await;
        let made = made.map_err(failed("CreateVpcPeeringConnection", &new.vpc))?;
        Ok(made.vpc_peering_connection.and_then(|it| it.vpc_peering_connection_id).unwrap_or_default())
    };
    let find = || async {
        let answer =
            aws.client::<Ec2>().describe_vpc_peering_connections().filters(once.filter()).send().await;
        let answer = answer.map_err(failed("DescribeVpcPeeringConnections", &new.vpc))?;
        let found = answer.vpc_peering_connections().first();
        Ok(found.and_then(|it| it.vpc_peering_connection_id()).map(str::to_owned))
    };
    once.make(make, find).await
}

pub(in super::super) async fn accept_peering(aws: &Aws, id: &str, is_dry: bool) -> Result<(), ApiError> {
    let call = aws.client::<Ec2>().accept_vpc_peering_connection().vpc_peering_connection_id(id);
    let done = call.set_dry_run(is_dry.then_some(true)).send().await;
    done.map(drop).map_err(failed("AcceptVpcPeeringConnection", id))
}

pub(in super::super) async fn delete_peering(aws: &Aws, id: &str, is_dry: bool) -> Result<(), ApiError> {
    let call = aws.client::<Ec2>().delete_vpc_peering_connection().vpc_peering_connection_id(id);
    let done = call.set_dry_run(is_dry.then_some(true)).send().await;
    done.map(drop).map_err(failed("DeleteVpcPeeringConnection", id))
}
