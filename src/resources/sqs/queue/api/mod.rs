//! The calls for queues.

mod apply;
mod describe;
mod urls;

pub(super) use apply::apply;
pub(super) use describe::describe;
#[cfg(test)]
pub(super) use urls::common_prefix;
