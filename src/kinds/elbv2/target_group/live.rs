//! A target group as AWS describes it.

use aws_sdk_elasticloadbalancingv2::types::TargetGroup;

use super::spec::{Check, Codes, Fixed};
use crate::api::Thing;
use crate::arn::full_name;
use crate::extras::Extras;
use model::Value;

/// A target group in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Its ARN.
    pub arn: String,
    /// Its name.
    pub name: String,
    /// The VPC of its targets; empty for functions.
    pub vpc_id: String,
    /// The settings that cannot be changed.
    pub fixed: Fixed,
    /// The health check.
    pub check: Check,
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
        match attribute {
            "arn" => Some(self.arn.as_str().into()),
            "full_name" => Some(full_name(&self.arn).into()),
            "name" => Some(self.name.as_str().into()),
            "vpc_id" => Some(self.vpc_id.as_str().into()),
            _ => None,
        }
    }

    /// True if health checks use GRPC.
    pub fn is_grpc(&self) -> bool {
        self.fixed.protocol_version.as_deref() == Some("GRPC")
    }
}

/// A group as the API describes it, with the values that AWS leaves out filled in.
pub(super) fn described(group: TargetGroup) -> Live {
    let protocol = group.protocol.map(|protocol| protocol.as_str().to_owned());
    let is_web = matches!(protocol.as_deref(), Some("HTTP" | "HTTPS"));
    let or = |found: Option<String>, other: &str| Some(found.unwrap_or_else(|| other.to_owned()));
    let matcher = group.matcher.and_then(|matcher| matcher.http_code.or(matcher.grpc_code));
    Live {
        arn: group.target_group_arn.unwrap_or_default(),
        name: group.target_group_name.unwrap_or_default(),
        vpc_id: group.vpc_id.unwrap_or_default(),
        fixed: Fixed {
            port: group.port,
            target_type: or(group.target_type.map(|kind| kind.as_str().to_owned()), "instance"),
            protocol_version: if is_web {
                or(group.protocol_version, "HTTP1")
            } else {
                group.protocol_version
            },
            ip_address_type: or(group.ip_address_type.map(|kind| kind.as_str().to_owned()), "ipv4"),
            protocol,
        },
        check: Check {
            enabled: group.health_check_enabled,
            protocol: group.health_check_protocol.map(|protocol| protocol.as_str().to_owned()),
            port: group.health_check_port,
            path: group.health_check_path,
            interval: group.health_check_interval_seconds,
            timeout: group.health_check_timeout_seconds,
            healthy: group.healthy_threshold_count,
            unhealthy: group.unhealthy_threshold_count,
            matcher: matcher.map(Codes),
        },
        extras: Extras::default(),
    }
}
