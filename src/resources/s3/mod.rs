//! Amazon S3.

pub mod bucket;
mod functions;
pub mod object;

pub use functions::FUNCTIONS;

use super::{AnyKind, Kind};

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] = &[&Kind::<bucket::Bucket>::IT, &Kind::<object::Object>::IT];
