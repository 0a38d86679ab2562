//! The calls for records.

mod apply;
mod describe;

pub(super) use apply::apply;
pub(super) use describe::describe;
