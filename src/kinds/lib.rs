//! Which kinds of AWS resources there are: the registry.
//!
//! Each service is a crate in this folder; this one names them all. See [`kind`] for what a kind is.

pub mod operations;
pub mod unbuilt;

use kind::{AnyKind, AnySource, AwsFunction, COMPOSITES, Family};
use model::Function;

/// Every kind that an SLS can declare.
pub fn kinds() -> impl Iterator<Item = &'static dyn AnyKind> {
    SERVICES.iter().flat_map(|service| service.kinds.iter().copied())
}

/// Every state function of AWS kinds, including composites.
pub fn state_functions() -> impl Iterator<Item = &'static Function> {
    let composites = COMPOSITES.iter().map(|composite| &composite.function);
    kinds().flat_map(AnyKind::functions).chain(composites)
}

/// Everything that can be read: the kinds, and things that kinds only refer to.
pub fn sources() -> impl Iterator<Item = &'static dyn AnySource> {
    let of_kinds = kinds().map(|kind| kind as &'static dyn AnySource);
    of_kinds.chain(SERVICES.iter().flat_map(|service| service.sources.iter().copied()))
}

/// Every execution function.
pub fn functions() -> impl Iterator<Item = Offered> {
    SERVICES.iter().flat_map(|service| {
        let families = service.functions.iter();
        families.flat_map(move |family| {
            let functions = family.functions.iter();
            functions.map(move |function| Offered { function, labels: family.labels, service: service.name })
        })
    })
}

/// An execution function with its service.
#[derive(Clone, Copy)]
pub struct Offered {
    /// The function.
    pub function: &'static AwsFunction,
    /// The prefixes of its connection options.
    pub labels: &'static [&'static str],
    /// The service that offers it.
    pub service: &'static str,
}

/// One AWS service: its kinds, the things that kinds may refer to, and its functions.
struct Service {
    name: &'static str,
    kinds: &'static [&'static dyn AnyKind],
    sources: &'static [&'static dyn AnySource],
    functions: &'static [&'static Family],
}

/// One line per service.
const SERVICES: &[Service] = &[
    Service { name: "acm", kinds: &[], sources: kinds_acm::SOURCES, functions: &[] },
    Service {
        name: "autoscaling",
        kinds: kinds_autoscaling::KINDS,
        sources: kinds_autoscaling::SOURCES,
        functions: kinds_autoscaling::FUNCTIONS,
    },
    Service {
        name: "cloudcontrol",
        kinds: kinds_cloudcontrol::KINDS,
        sources: kinds_cloudcontrol::SOURCES,
        functions: kinds_cloudcontrol::FUNCTIONS,
    },
    Service {
        name: "cloudwatch",
        kinds: kinds_cloudwatch::KINDS,
        sources: &[],
        functions: kinds_cloudwatch::FUNCTIONS,
    },
    Service {
        name: "dynamodb",
        kinds: kinds_dynamodb::KINDS,
        sources: &[],
        functions: kinds_dynamodb::FUNCTIONS,
    },
    Service {
        name: "ec2",
        kinds: kinds_ec2::KINDS,
        sources: kinds_ec2::SOURCES,
        functions: kinds_ec2::FUNCTIONS,
    },
    Service {
        name: "elasticache",
        kinds: kinds_elasticache::KINDS,
        sources: &[],
        functions: kinds_elasticache::FUNCTIONS,
    },
    Service {
        name: "elb",
        kinds: kinds_elb::KINDS,
        sources: kinds_elb::SOURCES,
        functions: kinds_elb::FUNCTIONS,
    },
    Service { name: "elbv2", kinds: kinds_elbv2::KINDS, sources: &[], functions: kinds_elbv2::FUNCTIONS },
    Service { name: "events", kinds: kinds_events::KINDS, sources: &[], functions: kinds_events::FUNCTIONS },
    Service {
        name: "iam",
        kinds: kinds_iam::KINDS,
        sources: kinds_iam::SOURCES,
        functions: kinds_iam::FUNCTIONS,
    },
    Service { name: "kms", kinds: kinds_kms::KINDS, sources: &[], functions: kinds_kms::FUNCTIONS },
    Service {
        name: "lambda",
        kinds: kinds_lambda::KINDS,
        sources: kinds_lambda::SOURCES,
        functions: kinds_lambda::FUNCTIONS,
    },
    Service { name: "local", kinds: &[], sources: kind::local::SOURCES, functions: &[] },
    Service {
        name: "rds",
        kinds: kinds_rds::KINDS,
        sources: kinds_rds::SOURCES,
        functions: kinds_rds::FUNCTIONS,
    },
    Service {
        name: "route53",
        kinds: kinds_route53::KINDS,
        sources: &[],
        functions: kinds_route53::FUNCTIONS,
    },
    Service { name: "s3", kinds: kinds_s3::KINDS, sources: &[], functions: kinds_s3::FUNCTIONS },
    Service { name: "sns", kinds: kinds_sns::KINDS, sources: &[], functions: kinds_sns::FUNCTIONS },
    Service { name: "sqs", kinds: kinds_sqs::KINDS, sources: &[], functions: kinds_sqs::FUNCTIONS },
    Service { name: "ssm", kinds: kinds_ssm::KINDS, sources: &[], functions: kinds_ssm::FUNCTIONS },
    Service { name: "sts", kinds: &[], sources: kinds_sts::SOURCES, functions: kinds_sts::FUNCTIONS },
];

#[cfg(test)]
mod tests;
