//! An instance goes into service and out of it, by the binary: who it is it learns from its metadata.

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
