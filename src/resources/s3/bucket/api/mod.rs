//! The calls for buckets.

mod apply;
mod describe;

pub(in crate::resources::s3) use apply::apply;
pub(super) use describe::all;
pub(in crate::resources::s3) use describe::{describe, describe_part};
