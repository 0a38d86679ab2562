//! Amazon DynamoDB.

mod functions;
pub mod table;

pub use functions::FUNCTIONS;

use kind::{AnyKind, Kind};

aws::client!(
    /// DynamoDB.
    DynamoDb aws_sdk_dynamodb
);
aws::whole_tag!(DynamoDb aws_sdk_dynamodb::types::Tag);

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] = &[&Kind::<table::Table>::IT];
