//! `cloudcontrol.resource`: a resource of any type that AWS Cloud Control supports, with properties as CloudFormation writes
//! them.
//!
//! ```yaml
//! events:
//!   aws.resource_present:
//!     - type: AWS::Kinesis::Stream
//!     - properties:
//!         Name: events
//!         ShardCount: 2
//!         Tags:
//!           - {Key: team, Value: data}
//!     - profile: aws_profile
//! ```
//!
//! **Which resource.** If `identifier` is given, it identifies the resource (the parts of a compound one are separated by `|`).
//! Otherwise the properties of the identifier do, if all are among `properties`. If AWS chooses the identifier, the tag Name
//! does, or the properties that `named_by` lists (`Tags/Name`, `DistributionConfig/Comment`): the one resource with these values
//! is meant, and several are refused with their identifiers.
//!
//! **What is managed.** The given properties are managed, at any depth of mappings. A list is managed as a whole, and an empty
//! one removes all its elements. Properties that the schema calls read-only cannot be declared. A difference of a property that
//! cannot change after creation is refused. Write-only properties (passwords, secrets) are sent at creation and with every other
//! change, since AWS forgets them otherwise. They are never compared and never shown.
//!
//! **Requests.** Cloud Control carries out a request after some time. The state waits for its end, at most `deadline` seconds,
//! and shows AWS's reason if it fails. An interrupted run leaves its request; the next run finds it and waits for it.
//!
//! The schema of each type is read once; this needs the permission `cloudformation:DescribeType`.
//!
//! See <https://docs.aws.amazon.com/cloudcontrolapi/latest/userguide/supported-resources.html>.

mod spec;
#[cfg(test)]
mod tests;

use crate::wiring::declared;

declared! {
    /// A resource, by the state's name. Attributes: `id`, `arn`, every property by its name.
    Resource = "cloudcontrol.resource", "resource", &["cloudcontrol"];
}
