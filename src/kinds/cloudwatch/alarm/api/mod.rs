//! The calls for alarms.

mod apply;
mod describe;

pub(super) use apply::apply;
pub(super) use describe::describe;
