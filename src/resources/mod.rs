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

/// One AWS service: what it lets authors declare and what it lets kinds refer to.
struct Service {
    kinds: &'static [&'static dyn AnyKind],
    sources: &'static [&'static dyn AnySource],
}

/// One line per service.
const SERVICES: &[Service] = &[
    #[cfg(feature = "autoscaling")]
    Service { kinds: autoscaling::KINDS, sources: autoscaling::SOURCES },
    #[cfg(feature = "cloudwatch")]
    Service { kinds: cloudwatch::KINDS, sources: &[] },
    #[cfg(feature = "ec2")]
    Service { kinds: ec2::KINDS, sources: ec2::SOURCES },
    #[cfg(feature = "elasticache")]
    Service { kinds: elasticache::KINDS, sources: &[] },
    #[cfg(feature = "elb")]
    Service { kinds: elb::KINDS, sources: elb::SOURCES },
    #[cfg(feature = "iam")]
    Service { kinds: iam::KINDS, sources: iam::SOURCES },
    #[cfg(feature = "route53")]
    Service { kinds: route53::KINDS, sources: &[] },
    #[cfg(feature = "sqs")]
    Service { kinds: sqs::KINDS, sources: &[] },
    #[cfg(feature = "aws")]
    Service { kinds: &[], sources: sts::SOURCES },
];

#[cfg(test)]
mod tests;
