//! The calls for records.

mod apply;
mod describe;
mod page;
mod sets;

#[cfg(test)]
pub(super) use apply::all;
pub(crate) use apply::{apply, send};
pub(super) use describe::describe;
pub(super) use page::all_records;
