//! AWS Lambda.

pub mod alias;
mod api;
pub mod event_source_mapping;
mod fault;
pub mod function;
mod functions;
mod package;
mod permission;

pub use functions::FUNCTIONS;

use kind::{AnyKind, AnySource, Kind, ReadOnly};

aws::client!(
    /// Lambda.
    Lambda aws_sdk_lambda
);
aws::client!(
    /// S3.
    S3 aws_sdk_s3 force_path_style
);

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] = &[
    &Kind::<function::Function>::IT,
    &Kind::<alias::Alias>::IT,
    &Kind::<event_source_mapping::EventSourceMapping>::IT,
];

/// Sources that kinds of this service refer to.
pub const SOURCES: &[&dyn AnySource] =
    &[&ReadOnly::<package::Package>::IT, &ReadOnly::<package::Uploaded>::IT];
