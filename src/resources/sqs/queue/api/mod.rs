//! The calls for queues.

mod apply;
mod describe;
mod urls;

pub(in crate::resources::sqs) use apply::apply;
pub(super) use describe::describe;
#[cfg(test)]
pub(super) use urls::common_prefix;
