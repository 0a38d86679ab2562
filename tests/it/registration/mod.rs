//! An instance goes into service and out of it, by the binary: who it is it learns from its metadata.

#![cfg(all(feature = "autoscaling", feature = "ec2", feature = "elb", feature = "elbv2"))]

mod bad_days;
mod balancers;
mod functions;
mod host;
mod lifecycle;
mod policy;
mod pools;
mod refused;
mod troubles;

use host::Host;
