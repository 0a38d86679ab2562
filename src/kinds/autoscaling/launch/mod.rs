//! The content of a launch configuration, declared alone or inline in a group, and compared by meaning.
//!
//! Used by the kinds `launch_configuration` and `group`.

mod arguments;
mod content;
mod export;
mod live;

pub(super) use arguments::{ARGUMENTS, IMAGE_NAME, IMAGE_OWNER, LaunchSpec, read, table};
pub(super) use content::{Content, differences, hash_of, is_ours};
pub(super) use export::declared;
pub(super) use live::{from_sdk, request};

#[cfg(test)]
use content::Device;

#[cfg(test)]
mod tests;
