//! The AWS kinds, one folder each: `<service>/<kind>/`.
//!
//! This module says what a kind is ([`Source`], [`Resource`]), how kinds look each other up ([`Lookup`]) and which
//! kinds there are ([`kinds`], [`sources`]). Services never import each other.

#[cfg(any(feature = "elb", feature = "elbv2"))]
pub mod acm;
pub mod answer;
#[cfg(any(feature = "sns", feature = "sqs"))]
mod attributes;
#[cfg(feature = "autoscaling")]
pub mod autoscaling;
#[cfg(any(feature = "cloudwatch", feature = "route53"))]
mod balancer;
#[cfg(any(feature = "elb", feature = "elbv2"))]
mod certificates;
#[cfg(feature = "cloudcontrol")]
pub mod cloudcontrol;
#[cfg(feature = "cloudwatch")]
pub mod cloudwatch;
mod composite;
#[cfg(any(
    feature = "autoscaling",
    feature = "cloudcontrol",
    feature = "ec2",
    feature = "events",
    feature = "lambda",
    feature = "s3"
))]
mod document;
#[cfg(feature = "dynamodb")]
pub mod dynamodb;
#[cfg(feature = "ec2")]
pub mod ec2;
#[cfg(feature = "elasticache")]
pub mod elasticache;
#[cfg(feature = "elb")]
pub mod elb;
#[cfg(feature = "elbv2")]
pub mod elbv2;
mod erased;
#[cfg(feature = "events")]
pub mod events;
pub mod export;
mod function;
pub mod groups;
#[cfg(feature = "iam")]
pub mod iam;
#[cfg(any(feature = "elb", feature = "elbv2"))]
mod implied_states;
pub mod in_service;
#[cfg(any(feature = "elb", feature = "elbv2"))]
mod in_vpc;
mod kind;
#[cfg(feature = "kms")]
pub mod kms;
#[cfg(feature = "lambda")]
pub mod lambda;
#[cfg(feature = "aws")]
mod listing;
#[cfg(any(feature = "cloudcontrol", feature = "iam", feature = "lambda", feature = "s3"))]
pub mod local;
mod lookup;
#[cfg(any(feature = "elasticache", feature = "rds"))]
mod one_or_all;
pub mod operations;
#[cfg(feature = "rds")]
pub mod rds;
#[cfg(feature = "route53")]
pub mod route53;
#[cfg(feature = "s3")]
pub mod s3;
#[cfg(feature = "aws")]
pub mod settings;
#[cfg(feature = "sns")]
pub mod sns;
#[cfg(feature = "sqs")]
pub mod sqs;
#[cfg(feature = "ssm")]
pub mod ssm;
#[cfg(any(feature = "cloudcontrol", feature = "iam"))]
mod state_text;
#[cfg(feature = "aws")]
mod steps;
#[cfg(feature = "aws")]
pub mod sts;
pub mod subnets;
pub mod unbuilt;
pub mod waiting;
pub mod which;
#[cfg(feature = "aws")]
mod wiring;
pub mod write_only;

pub use composite::{COMPOSITES, Composite};
pub use erased::{AnyKind, AnyLive, AnySource, AnySpec, AnyStep, AnyWant, Kind, ReadOnly};
pub use function::{Answered, Asker, AwsFunction, CONNECTION, Question, Reads, Refusal, connection};
pub use kind::{Answers, Ask, Belonging, ImpliedState, Resource, Source, Undoing};
pub use lookup::{AllPromised, Known, Lookup, Sight, Unresolved};

use crate::model::Function;

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

/// The execution functions of one Salt module.
pub struct Family {
    /// The prefixes of the connection options, as in `sqs.region`.
    pub labels: &'static [&'static str],
    /// The functions.
    pub functions: &'static [AwsFunction],
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
    #[cfg(any(feature = "elb", feature = "elbv2"))]
    Service { name: "acm", kinds: &[], sources: acm::SOURCES, functions: &[] },
    #[cfg(feature = "autoscaling")]
    Service {
        name: "autoscaling",
        kinds: autoscaling::KINDS,
        sources: autoscaling::SOURCES,
        functions: autoscaling::FUNCTIONS,
    },
    #[cfg(feature = "cloudcontrol")]
    Service {
        name: "cloudcontrol",
        kinds: cloudcontrol::KINDS,
        sources: cloudcontrol::SOURCES,
        functions: cloudcontrol::FUNCTIONS,
    },
    #[cfg(feature = "cloudwatch")]
    Service { name: "cloudwatch", kinds: cloudwatch::KINDS, sources: &[], functions: cloudwatch::FUNCTIONS },
    #[cfg(feature = "dynamodb")]
    Service { name: "dynamodb", kinds: dynamodb::KINDS, sources: &[], functions: dynamodb::FUNCTIONS },
    #[cfg(feature = "ec2")]
    Service { name: "ec2", kinds: ec2::KINDS, sources: ec2::SOURCES, functions: ec2::FUNCTIONS },
    #[cfg(feature = "elasticache")]
    Service {
        name: "elasticache",
        kinds: elasticache::KINDS,
        sources: &[],
        functions: elasticache::FUNCTIONS,
    },
    #[cfg(feature = "elb")]
    Service { name: "elb", kinds: elb::KINDS, sources: elb::SOURCES, functions: elb::FUNCTIONS },
    #[cfg(feature = "elbv2")]
    Service { name: "elbv2", kinds: elbv2::KINDS, sources: &[], functions: elbv2::FUNCTIONS },
    #[cfg(feature = "events")]
    Service { name: "events", kinds: events::KINDS, sources: &[], functions: events::FUNCTIONS },
    #[cfg(feature = "iam")]
    Service { name: "iam", kinds: iam::KINDS, sources: iam::SOURCES, functions: iam::FUNCTIONS },
    #[cfg(feature = "kms")]
    Service { name: "kms", kinds: kms::KINDS, sources: &[], functions: kms::FUNCTIONS },
    #[cfg(feature = "lambda")]
    Service { name: "lambda", kinds: lambda::KINDS, sources: lambda::SOURCES, functions: lambda::FUNCTIONS },
    #[cfg(any(feature = "cloudcontrol", feature = "iam", feature = "lambda", feature = "s3"))]
    Service { name: "local", kinds: &[], sources: local::SOURCES, functions: &[] },
    #[cfg(feature = "rds")]
    Service { name: "rds", kinds: rds::KINDS, sources: rds::SOURCES, functions: rds::FUNCTIONS },
    #[cfg(feature = "route53")]
    Service { name: "route53", kinds: route53::KINDS, sources: &[], functions: route53::FUNCTIONS },
    #[cfg(feature = "s3")]
    Service { name: "s3", kinds: s3::KINDS, sources: &[], functions: s3::FUNCTIONS },
    #[cfg(feature = "sns")]
    Service { name: "sns", kinds: sns::KINDS, sources: &[], functions: sns::FUNCTIONS },
    #[cfg(feature = "sqs")]
    Service { name: "sqs", kinds: sqs::KINDS, sources: &[], functions: sqs::FUNCTIONS },
    #[cfg(feature = "ssm")]
    Service { name: "ssm", kinds: ssm::KINDS, sources: &[], functions: ssm::FUNCTIONS },
    #[cfg(feature = "aws")]
    Service { name: "sts", kinds: &[], sources: sts::SOURCES, functions: sts::FUNCTIONS },
];

#[cfg(test)]
mod tests;
