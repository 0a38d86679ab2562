//! The calls for buckets.

mod apply;
mod describe;

pub(crate) use apply::apply;
pub(super) use describe::all;
pub(crate) use describe::{describe, describe_part};
