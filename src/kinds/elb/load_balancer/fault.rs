//! Errors of Elastic Load Balancing that are not in the general table.

use aws::ApiError;

/// Codes for things that may be new: the balancer itself, its policies, its groups.
const NOT_YET: &[&str] = &[
    "AccessPointNotFound",
    "InvalidSecurityGroup",
    "LoadBalancerNotFound",
    "PolicyNotFound",
    "SubnetNotFound",
];

pub(super) fn is_not_yet(error: &ApiError) -> bool {
    error.has_code(NOT_YET)
}

pub(super) fn advice(error: &ApiError) -> Option<String> {
    let advice = if error.has_code(&["CertificateNotFound"]) {
        "'certificate' is the ARN of a certificate of this account and region, acm:<domain>, or the name of a server certificate of IAM; AWS needs some seconds to find a new one"
    } else if error.has_code(&["InvalidConfigurationRequest"])
        && error.operation == "AttachLoadBalancerToSubnets"
    {
        "a balancer is in one subnet per zone: to move within a zone, first run with its old subnet left out of 'subnets'"
    } else if error.has_code(&["InvalidConfigurationRequest"])
        && error.operation == "ModifyLoadBalancerAttributes"
    {
        "the bucket of the access logs must be in the balancer's region, and its policy must let Elastic Load \
         Balancing write there"
    } else {
        return None;
    };
    Some(advice.to_owned())
}
