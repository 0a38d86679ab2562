//! A balancer as AWS describes it.

use std::collections::{BTreeMap, BTreeSet};

use aws_sdk_elasticloadbalancingv2::types::{AvailabilityZone, LoadBalancer, LoadBalancerAddress};

use super::spec::{Addresses, Fixed};
use crate::api::Thing;
use crate::arn::full_name;
use crate::extras::Extras;
use model::Value;

/// A balancer in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Its ARN.
    pub arn: String,
    /// Its name.
    pub name: String,
    /// The name at which it can be reached.
    pub dns_name: String,
    /// The zone with that name, for alias records.
    pub hosted_zone_id: String,
    /// The VPC it is in.
    pub vpc_id: String,
    /// `provisioning`, `active`, `active_impaired` or `failed`.
    pub state: String,
    /// Why it failed.
    pub reason: String,
    /// The settings that cannot be changed.
    pub fixed: Fixed,
    /// The addresses it has.
    pub ip_address_type: String,
    /// The subnets it is in, with its addresses there.
    pub subnets: BTreeMap<String, Vec<Addresses>>,
    /// The ids of its security groups.
    pub security_groups: BTreeSet<String>,
    /// Its attributes and tags.
    pub extras: Extras,
}

impl Thing for Live {
    fn arn(&self) -> &str {
        &self.arn
    }

    fn extras(&mut self) -> &mut Extras {
        &mut self.extras
    }
}

impl Live {
    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        let text = match attribute {
            "arn" => &self.arn,
            "dns_name" => &self.dns_name,
            "full_name" => full_name(&self.arn),
            "hosted_zone_id" => &self.hosted_zone_id,
            "name" => &self.name,
            "vpc_id" => &self.vpc_id,
            _ => return None,
        };
        Some(text.into())
    }
}

/// A balancer as the API describes it, with the values that AWS leaves out filled in.
pub(super) fn described(balancer: LoadBalancer) -> Live {
    let state = balancer
        .state
        .unwrap_or_else(|| aws_sdk_elasticloadbalancingv2::types::LoadBalancerState::builder().build());
    let sort = balancer.r#type.map_or_else(|| "application".to_owned(), |sort| sort.as_str().to_owned());
    let scheme = balancer.scheme.map(|scheme| scheme.as_str().to_owned());
    let zones = balancer.availability_zones.unwrap_or_default();
    Live {
        arn: balancer.load_balancer_arn.unwrap_or_default(),
        name: balancer.load_balancer_name.unwrap_or_default(),
        dns_name: balancer.dns_name.unwrap_or_default(),
        hosted_zone_id: balancer.canonical_hosted_zone_id.unwrap_or_default(),
        vpc_id: balancer.vpc_id.unwrap_or_default(),
        state: state.code.map(|code| code.as_str().to_owned()).unwrap_or_default(),
        reason: state.reason.unwrap_or_default(),
        fixed: Fixed {
            sort: Some(sort),
            scheme: Some(scheme.unwrap_or_else(|| "internet-facing".to_owned())),
        },
        ip_address_type: balancer.ip_address_type.map_or("ipv4".to_owned(), |it| it.as_str().to_owned()),
        subnets: zones
            .iter()
            .filter_map(|zone| Some((zone.subnet_id()?.to_owned(), addresses(zone))))
            .collect(),
        security_groups: balancer.security_groups.unwrap_or_default().into_iter().collect(),
        extras: Extras::default(),
    }
}

fn addresses(zone: &AvailabilityZone) -> Vec<Addresses> {
    let of = |address: &LoadBalancerAddress| Addresses {
        allocation_id: address.allocation_id.clone(),
        private_ipv4_address: address.private_ipv4_address.clone(),
        ipv6_address: address.ipv6_address.clone(),
    };
    zone.load_balancer_addresses().iter().map(of).collect()
}

/// A balancer for people: the result of `describe_load_balancers`.
pub(crate) fn shown(live: &Live) -> Value {
    let texts = [
        ("LoadBalancerArn", &live.arn),
        ("LoadBalancerName", &live.name),
        ("DNSName", &live.dns_name),
        ("CanonicalHostedZoneId", &live.hosted_zone_id),
        ("VpcId", &live.vpc_id),
        ("State", &live.state),
        ("IpAddressType", &live.ip_address_type),
    ];
    let texts = texts.into_iter().map(|(key, text)| (key, Value::from(text.as_str())));
    let fixed = [("Type", &live.fixed.sort), ("Scheme", &live.fixed.scheme)];
    let fixed = fixed.into_iter().map(|(key, text)| (key, Value::from(text.as_deref().unwrap_or_default())));
    let list =
        |texts: Vec<&String>| Value::List(texts.into_iter().map(|text| text.as_str().into()).collect());
    let lists = [
        ("Subnets", list(live.subnets.keys().collect())),
        ("SecurityGroups", list(live.security_groups.iter().collect())),
    ];
    texts.chain(fixed).chain(lists).collect()
}
