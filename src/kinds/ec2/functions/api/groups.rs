//! Security groups by filter, and single rules.

use std::collections::HashMap;

use aws_sdk_ec2::types::{
    Filter, IpPermission, IpRange, Ipv6Range, Reservation, SecurityGroup, UserIdGroupPair,
};

use super::{sent, subject};
use crate::Ec2;
use crate::functions::arguments::Filters;
use crate::security_group::Live;
use aws::{ApiError, Aws, Fault, failed};

/// One permission to authorise or revoke.
pub(in super::super) struct Grant {
    pub protocol: String,
    pub from: Option<i32>,
    pub to: Option<i32>,
    pub ranges: Vec<String>,
    /// Ids of groups.
    pub sources: Vec<String>,
    /// The account of these groups, if it is another.
    pub owner: Option<String>,
    pub egress: bool,
}

pub(in super::super) async fn groups(aws: &Aws, filters: &Filters) -> Result<Vec<Live>, ApiError> {
    let call = aws.client::<Ec2>().describe_security_groups().set_filters(sent(filters)).max_results(1000);
    let found: Result<Vec<SecurityGroup>, _> = call.into_paginator().items().send().collect().await;
    Ok(found.map_err(failed("DescribeSecurityGroups", subject(filters)))?.iter().map(Live::of).collect())
}

/// The ids of the instances in each group, all read at once.
pub(in super::super) async fn instances_of_groups(
    aws: &Aws,
    groups: &[Live],
) -> Result<HashMap<String, Vec<String>>, ApiError> {
    let mut members: HashMap<String, Vec<String>> = HashMap::new();
    for chunk in groups.chunks(200) {
        let ids: Vec<String> = chunk.iter().map(|group| group.id.clone()).collect();
        let subject = ids.join(", ");
        let filter = Filter::builder().name("instance.group-id").set_values(Some(ids)).build();
        let call = aws.client::<Ec2>().describe_instances().filters(filter).max_results(1000);
        let mut pages = call.into_paginator().send();
        while let Some(page) = pages.next().await {
            let page = page.map_err(failed("DescribeInstances", &subject))?;
            for instance in page.reservations().iter().flat_map(Reservation::instances) {
                for group in instance.security_groups() {
                    let members = members.entry(group.group_id().unwrap_or_default().to_owned()).or_default();
                    members.push(instance.instance_id().unwrap_or_default().to_owned());
                }
            }
        }
    }
    Ok(members)
}

impl Grant {
    fn permission(&self) -> IpPermission {
        let mut built =
            IpPermission::builder().ip_protocol(&self.protocol).set_from_port(self.from).set_to_port(self.to);
        for range in &self.ranges {
            built = if range.contains(':') {
                built.ipv6_ranges(Ipv6Range::builder().cidr_ipv6(range).build())
            } else {
                built.ip_ranges(IpRange::builder().cidr_ip(range).build())
            };
        }
        for source in &self.sources {
            let pair = UserIdGroupPair::builder().group_id(source).set_user_id(self.owner.clone());
            built = built.user_id_group_pairs(pair.build());
        }
        built.build()
    }
}

/// A rule that exists already counts as made.
pub(in super::super) async fn authorize(aws: &Aws, id: String, grant: Grant) -> Result<(), ApiError> {
    let rule = grant.permission();
    let client = aws.client::<Ec2>();
    let result = if grant.egress {
        let call = client.authorize_security_group_egress().group_id(&id).ip_permissions(rule).send().await;
        call.map(drop).map_err(failed("AuthorizeSecurityGroupEgress", &id))
    } else {
        let call = client.authorize_security_group_ingress().group_id(&id).ip_permissions(rule).send().await;
        call.map(drop).map_err(failed("AuthorizeSecurityGroupIngress", &id))
    };
    match result {
        Err(error) if error.fault == Fault::AlreadyExists => Ok(()),
        other => other,
    }
}

/// A rule that does not exist counts as removed.
pub(in super::super) async fn revoke(aws: &Aws, id: String, grant: Grant) -> Result<(), ApiError> {
    let rule = grant.permission();
    let client = aws.client::<Ec2>();
    let result = if grant.egress {
        let call = client.revoke_security_group_egress().group_id(&id).ip_permissions(rule).send().await;
        call.map(drop).map_err(failed("RevokeSecurityGroupEgress", &id))
    } else {
        let call = client.revoke_security_group_ingress().group_id(&id).ip_permissions(rule).send().await;
        call.map(drop).map_err(failed("RevokeSecurityGroupIngress", &id))
    };
    match result {
        Err(error) if error.has_code(&["InvalidPermission.NotFound"]) => Ok(()),
        other => other,
    }
}

pub(in super::super) async fn delete_group(aws: &Aws, id: &str) -> Result<(), ApiError> {
    let call = aws.client::<Ec2>().delete_security_group().group_id(id).send().await;
    call.map(drop).map_err(failed("DeleteSecurityGroup", id))
}

pub(in super::super) async fn create_group(
    aws: &Aws,
    name: &str,
    description: &str,
    vpc: Option<String>,
) -> Result<(), ApiError> {
    let call =
        aws.client::<Ec2>().create_security_group().group_name(name).description(description).set_vpc_id(vpc);
    call.send().await.map(drop).map_err(failed("CreateSecurityGroup", name))
}
