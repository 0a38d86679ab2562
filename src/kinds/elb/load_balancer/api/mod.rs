//! The calls for balancers.

mod apply;
mod describe;
mod request;

pub(super) use apply::apply;
pub(super) use describe::describe;
