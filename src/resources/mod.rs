//! The AWS kinds, one folder each: `<service>/<kind>/`.
//!
//! This module says what a kind is ([`Source`], [`Resource`]), how kinds look each other up ([`Lookup`]) and which
//! kinds there are ([`kinds`], [`sources`]). Services never import each other.

#[cfg(feature = "autoscaling")]
pub mod autoscaling;
#[cfg(feature = "cloudwatch")]
pub mod cloudwatch;
#[cfg(feature = "ec2")]
pub mod ec2;
#[cfg(feature = "elasticache")]
pub mod elasticache;
#[cfg(feature = "elb")]
pub mod elb;
mod erased;
mod function;
#[cfg(feature = "iam")]
pub mod iam;
mod kind;
mod lookup;
#[cfg(feature = "route53")]
pub mod route53;
#[cfg(feature = "sqs")]
pub mod sqs;
#[cfg(feature = "aws")]
pub mod sts;

pub use erased::{AnyKind, AnyLive, AnySource, AnySpec, AnyStep, AnyWant, Kind, ReadOnly};
pub use function::{Answered, Asker, AwsFunction, Reads, Refusal};
pub use kind::{Answers, Ask, Companion, Resource, Source};
pub use lookup::{Known, Lookup, Sight, Unresolved};

/// Every kind that an SLS can declare.
pub fn kinds() -> impl Iterator<Item = &'static dyn AnyKind> {
    SERVICES.iter().flat_map(|service| service.kinds.iter().copied())
}

/// Everything that can be read: the kinds, and what kinds only refer to.
pub fn sources() -> impl Iterator<Item = &'static dyn AnySource> {
    let of_kinds = kinds().map(|kind| kind as &'static dyn AnySource);
    of_kinds.chain(SERVICES.iter().flat_map(|service| service.sources.iter().copied()))
}

/// Every execution function, with the prefixes of its service's connection options.
pub fn functions() -> impl Iterator<Item = (&'static AwsFunction, &'static [&'static str])> {
    SERVICES
        .iter()
        .flat_map(|service| service.functions.iter().copied())
        .flat_map(|family| family.functions.iter().map(move |function| (function, family.labels)))
}

/// The execution functions of one Salt module.
pub struct Family {
    /// The prefixes of the connection options, as in `sqs.region`.
    pub labels: &'static [&'static str],
    /// The functions.
    pub functions: &'static [AwsFunction],
}

/// One AWS service: what it lets authors declare, what it lets kinds refer to, and what templates may call.
struct Service {
    kinds: &'static [&'static dyn AnyKind],
    sources: &'static [&'static dyn AnySource],
    functions: &'static [&'static Family],
}

/// One line per service.
const SERVICES: &[Service] = &[
    #[cfg(feature = "autoscaling")]
    Service { kinds: autoscaling::KINDS, sources: autoscaling::SOURCES, functions: autoscaling::FUNCTIONS },
    #[cfg(feature = "cloudwatch")]
    Service { kinds: cloudwatch::KINDS, sources: &[], functions: cloudwatch::FUNCTIONS },
    #[cfg(feature = "ec2")]
    Service { kinds: ec2::KINDS, sources: ec2::SOURCES, functions: ec2::FUNCTIONS },
    #[cfg(feature = "elasticache")]
    Service { kinds: elasticache::KINDS, sources: &[], functions: elasticache::FUNCTIONS },
    #[cfg(feature = "elb")]
    Service { kinds: elb::KINDS, sources: elb::SOURCES, functions: elb::FUNCTIONS },
    #[cfg(feature = "iam")]
    Service { kinds: iam::KINDS, sources: iam::SOURCES, functions: iam::FUNCTIONS },
    #[cfg(feature = "route53")]
    Service { kinds: route53::KINDS, sources: &[], functions: route53::FUNCTIONS },
    #[cfg(feature = "sqs")]
    Service { kinds: sqs::KINDS, sources: &[], functions: sqs::FUNCTIONS },
    #[cfg(feature = "aws")]
    Service { kinds: &[], sources: sts::SOURCES, functions: sts::FUNCTIONS },
];

#[cfg(test)]
mod tests;
