//! Amazon S3.

pub mod bucket;
mod functions;
pub mod object;

pub use functions::FUNCTIONS;

use kind::{AnyKind, Kind};

aws::client!(
    /// S3.
    S3 aws_sdk_s3 force_path_style
);
aws::whole_tag!(S3 aws_sdk_s3::types::Tag);

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] = &[&Kind::<bucket::Bucket>::IT, &Kind::<object::Object>::IT];
